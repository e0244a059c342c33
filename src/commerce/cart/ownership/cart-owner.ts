import { noSuchEntity } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import type { Customer } from "../../customer/customers.types.js";
import { readCustomers, readGroup } from "../../customer/published.js";

/** The owner columns of a cart. */
export type OwnerColumns = Pick<
  Row<"cart">,
  | "customer_id"
  | "customer_is_guest"
  | "customer_group_id"
  | "customer_tax_class_id"
  | "customer_email"
  | "customer_prefix"
  | "customer_firstname"
  | "customer_middlename"
  | "customer_lastname"
  | "customer_suffix"
  | "customer_dob"
  | "customer_gender"
  | "customer_taxvat"
>;

/** The customer who owns or will own a cart. */
export type Owner = Customer & { readonly id: number };

/** Returns the customer. Throws 404 if there is none. */
export async function readOwner(db: Db, customerId: number): Promise<Owner> {
  const [customer] = await readCustomers(db, [customerId]);
  if (!customer) throw noSuchEntity("customerId", customerId);
  return { ...customer, id: customerId };
}

/** Returns the owner columns of a customer's cart. */
export async function readOwnerColumns(db: Db, owner: Owner): Promise<OwnerColumns> {
  const groupId = owner.group_id ?? 0;
  return {
    customer_id: owner.id,
    customer_is_guest: false,
    customer_group_id: groupId,
    customer_tax_class_id: (await readGroup(db, groupId))?.tax_class_id ?? null,
    customer_email: owner.email ?? null,
    customer_prefix: owner.prefix ?? null,
    customer_firstname: owner.firstname ?? null,
    customer_middlename: owner.middlename ?? null,
    customer_lastname: owner.lastname ?? null,
    customer_suffix: owner.suffix ?? null,
    customer_dob: owner.dob ?? null,
    customer_gender: owner.gender ?? null,
    customer_taxvat: owner.taxvat ?? null,
  };
}

/** The customer group of callers without an account. */
const guests = 0;

/** Returns the owner columns of a cart without an owner that differ from their defaults. */
export async function readGuestColumns(db: Db): Promise<Pick<OwnerColumns, "customer_tax_class_id">> {
  return { customer_tax_class_id: (await readGroup(db, guests))?.tax_class_id ?? null };
}
