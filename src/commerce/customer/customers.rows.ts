import { utcSecond } from "../../api/contract/dates.js";
import type { Db } from "../../platform/db/database.js";
import { lock, lockName } from "../../platform/db/lock.js";
import { keyOf, type Prisma, withoutNulls, now } from "../../platform/db/models.js";
import {
  readAddedValues,
  type StoredValues,
  toAddedValues,
  type ValueOwner,
} from "../../api/search-criteria/added-values.sql.js";
import type { ModelFields } from "../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../api/search-criteria/search-model.js";
import { toAddress } from "./addresses/addresses.rows.js";
import { type CustomValues, storedValues, toCustomAttributes } from "./attributes/custom-values.js";
import { birthDay } from "./customer-rules.js";
import type { Customer, CustomerSearchResults } from "./customers.types.js";

/** The values of the attributes that extensions add to customers. */
export const customerValues: ValueOwner = { shape: "Customer", table: "customer_added_value", column: "customer_id" };

/** A customer with the addresses, the oldest first, without the columns that only sign-ins need. */
const parts = {
  omit: {
    email_key: true,
    is_active: true,
    password_hash: true,
    reset_token_hash: true,
    reset_token_created_at: true,
  },
  include: { addresses: { orderBy: { id: "asc" } } },
} satisfies Prisma.CustomerFindManyArgs;

type CustomerRow = Prisma.CustomerGetPayload<typeof parts>;

/** Returns a customer with addresses, or undefined if there is none. */
export async function readCustomer(db: Db, id: number): Promise<Customer | undefined> {
  const row = await db.models.customer.findUnique({ where: { id }, ...parts });
  const [customer] = row ? await toCustomers(db, [row]) : [];
  return customer;
}

/** Returns the customers with the ids, with addresses. */
export async function readCustomers(db: Db, ids: readonly number[]): Promise<Customer[]> {
  if (ids.length === 0) return [];
  const rows = await db.models.customer.findMany({ where: { id: { in: [...new Set(ids)] } }, ...parts });
  return toCustomers(db, rows);
}

/** Returns the customers that match the criteria, with addresses. */
export async function searchCustomers(
  db: Db,
  searchCriteria: SearchCriteria,
  fields: ModelFields<"customer">,
): Promise<CustomerSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.customer.findMany({ ...query, ...parts }),
    ignoresUnknownSorts: true,
  });
  return { ...page, items: await toCustomers(db, page.items) };
}

/** Returns stored customers as their shape, with the values of the attributes that extensions added. */
async function toCustomers(db: Db, rows: readonly CustomerRow[]): Promise<Customer[]> {
  const added = await readAddedValues(
    db,
    customerValues,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toCustomer(row, added.get(row.id)));
}

function toCustomer(
  { is_subscribed, custom_values, addresses, ...row }: CustomerRow,
  added: StoredValues | undefined,
): Customer {
  const { default_billing, default_shipping } = row;
  return {
    ...withoutNulls({
      ...row,
      default_billing: default_billing === null ? null : String(default_billing),
      default_shipping: default_shipping === null ? null : String(default_shipping),
    }),
    addresses: addresses.map((address) => toAddress(address, row)),
    extension_attributes: { is_subscribed, ...toAddedValues(customerValues.shape, added) },
    ...toCustomAttributes(custom_values),
  };
}

/** The fields of a new customer that the service sets. */
export interface Registration {
  readonly storeId: number;
  readonly websiteId: number;
  readonly groupId: number;
  readonly createdIn: string;
  readonly passwordHash: string | null;
  readonly confirmation: string | null;
  readonly values: CustomValues;
  /** Whether an email address must be unique across all websites. */
  readonly isShared: boolean;
}

/** Inserts a customer without addresses and returns the id, or undefined if the email address is taken, ignoring case. */
export async function insertCustomer(db: Db, customer: Customer, given: Registration): Promise<number | undefined> {
  const columns = columnsOf(customer, given.values);
  if (given.isShared && (await isEmailUsed(db, columns.email_key))) return undefined;
  const [row] = await db.models.customer.createManyAndReturn({
    data: {
      ...columns,
      website_id: given.websiteId,
      store_id: given.storeId,
      group_id: given.groupId,
      created_in: given.createdIn,
      confirmation: given.confirmation,
      password_hash: given.passwordHash,
      created_at: utcSecond(customer.created_at ?? "") ?? now,
    },
    skipDuplicates: true,
    select: { id: true },
  });
  return row?.id;
}

/**
 * Whether a customer of any website has an email address. With shared accounts no index spans websites, so concurrent
 * calls with the same address wait for a lock.
 */
async function isEmailUsed(db: Db, email_key: string): Promise<boolean> {
  await lockName(db, "customer e-mail", email_key);
  return (await db.models.customer.findFirst({ where: { email_key }, select: { id: true } })) !== null;
}

/** The columns that both a new and a changed customer get from the request. */
function columnsOf(customer: Customer, values: CustomValues) {
  const email = customer.email ?? "";
  return {
    email,
    email_key: keyOf(email),
    firstname: customer.firstname ?? "",
    lastname: customer.lastname ?? "",
    // An empty text is no value.
    middlename: customer.middlename || null,
    prefix: customer.prefix || null,
    suffix: customer.suffix || null,
    dob: birthDay(customer.dob ?? "") ?? null,
    gender: customer.gender ?? null,
    taxvat: customer.taxvat || null,
    disable_auto_group_change: customer.disable_auto_group_change ?? 0,
    is_subscribed: customer.extension_attributes?.is_subscribed ?? false,
    custom_values: storedValues(values),
    updated_at: now,
  };
}

/** A complete customer to store. */
export interface CustomerWrite {
  readonly id: number;
  readonly customer: Customer;
  readonly values: CustomValues;
  /** Null keeps the stored value. */
  readonly passwordHash: string | null;
  readonly hasNewEmail: boolean;
  readonly isShared: boolean;
}

/** Updates a customer. Returns false if another customer has the email address, ignoring case. */
export async function updateCustomer(db: Db, write: CustomerWrite): Promise<boolean> {
  const { id, customer, passwordHash, hasNewEmail } = write;
  const columns = columnsOf(customer, write.values);
  if (await isEmailTaken(db, write)) return false;
  const { website_id = null, store_id = null, group_id = null } = customer;
  await db.models.customer.updateMany({
    where: { id },
    data: {
      ...columns,
      ...withoutNulls({ website_id, store_id, group_id, created_in: customer.created_in ?? null }),
      confirmation: customer.confirmation || null,
      ...(passwordHash === null ? {} : { password_hash: passwordHash }),
      ...(passwordHash === null && !hasNewEmail ? {} : { reset_token_hash: null }),
    },
  });
  return true;
}

/**
 * Whether another customer has the email address: on the same website, or on any website for a new address if accounts
 * are shared.
 */
async function isEmailTaken(db: Db, { id, customer, hasNewEmail, isShared }: CustomerWrite): Promise<boolean> {
  const email_key = keyOf(customer.email ?? "");
  const website_id = customer.website_id ?? 0;
  const spansWebsites = hasNewEmail && isShared;
  if (spansWebsites) await lockName(db, "customer e-mail", email_key);
  const other = await db.models.customer.findFirst({
    where: { email_key, id: { not: id }, ...(spansWebsites ? {} : { website_id }) },
    select: { id: true },
  });
  return other !== null;
}

/** Locks a customer until the transaction ends. Returns false if there is none. */
export const lockCustomer = async (db: Db, id: number): Promise<boolean> =>
  (await lock(db, "customer", { id: [id], for: "update" })).length > 0;

/** Deletes a customer with its addresses. Returns the number of deleted customers. */
export const deleteCustomer = async (db: Db, id: number): Promise<number> =>
  (await db.models.customer.deleteMany({ where: { id } })).count;
