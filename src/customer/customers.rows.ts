import type { Db } from "../db/database.js";
import type { CustomerAddress } from "./addresses.types.js";
import { regionOf } from "./address-rules.js";
import { dateOf } from "./customer-rules.js";
import type { Customer } from "./customers.types.js";

interface CustomerRow {
  readonly id: number;
  readonly website_id: number;
  readonly store_id: number;
  readonly group_id: number;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly middlename: string | null;
  readonly prefix: string | null;
  readonly suffix: string | null;
  readonly dob: string | null;
  readonly gender: number | null;
  readonly taxvat: string | null;
  readonly created_in: string | null;
  readonly confirmation: string | null;
  readonly disable_auto_group_change: number;
  readonly is_subscribed: boolean;
  readonly default_billing: number | null;
  readonly default_shipping: number | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A customer with the addresses, or undefined where there is none. */
export async function readCustomer(db: Db, id: number): Promise<Customer | undefined> {
  const [row] = await db.query<CustomerRow>(
    `select id, website_id, store_id, group_id, email, firstname, lastname, middlename, prefix, suffix,
       dob::text as dob, gender, taxvat, created_in, confirmation, disable_auto_group_change, is_subscribed,
       default_billing, default_shipping, created_at, updated_at
     from customer where id = $1::int`,
    [id],
  );
  if (!row) return undefined;
  const addresses = await db.models.customerAddress.findMany({ where: { customer_id: id }, orderBy: { id: "asc" } });
  return toCustomer(
    row,
    addresses.map((address) => toAddress(address, row)),
  );
}

function toCustomer(row: CustomerRow, addresses: CustomerAddress[]): Customer {
  const { is_subscribed, default_billing, default_shipping, ...rest } = row;
  return withoutNulls({
    ...rest,
    default_billing: default_billing === null ? null : String(default_billing),
    default_shipping: default_shipping === null ? null : String(default_shipping),
    addresses,
    extension_attributes: { is_subscribed },
  });
}

type AddressRow = Awaited<ReturnType<Db["models"]["customerAddress"]["findMany"]>>[number];

function toAddress(row: AddressRow, customer: CustomerRow): CustomerAddress {
  const { region_code, region, region_id, custom_values: _, ...rest } = row;
  const id = region_id ?? 0;
  return {
    ...withoutNulls(rest),
    region: { region_code, region, region_id: id },
    region_id: id,
    ...(customer.default_shipping === row.id ? { default_shipping: true } : {}),
    ...(customer.default_billing === row.id ? { default_billing: true } : {}),
  };
}

/** What the service itself decides of a new customer. */
export interface Registration {
  readonly storeId: number;
  readonly websiteId: number;
  readonly groupId: number;
  readonly createdIn: string;
  readonly passwordHash: string | null;
  readonly confirmation: string | null;
  /** Whether an address may be used once only, on all websites together. */
  readonly isShared: boolean;
}

/** Adds a customer without addresses; gives the id, or undefined where the e-mail address is taken in any case. */
export async function insertCustomer(db: Db, customer: Customer, given: Registration): Promise<number | undefined> {
  const email = customer.email ?? "";
  // Where accounts are shared no index keeps two websites apart.
  if (given.isShared) await db.execute(`lock table customer in share row exclusive mode`);
  const [row] = await db.query<{ id: number }>(
    `insert into customer (website_id, store_id, group_id, email, email_key, firstname, lastname, middlename, prefix,
       suffix, dob, gender, taxvat, created_in, confirmation, disable_auto_group_change, is_subscribed, password_hash,
       created_at, updated_at)
     select $1::int, $2::int, $3::int, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text,
       $10::text, $11::date, $12::int, $13::text, $14::text, $15::text, $16::int, $17::boolean, $18::text,
       now() at time zone 'UTC', now() at time zone 'UTC'
     where not ($19::boolean and exists (select 1 from customer where email_key = $5::text))
     on conflict do nothing returning id`,
    [
      given.websiteId,
      given.storeId,
      given.groupId,
      email,
      email.toLowerCase(),
      customer.firstname?.trim(),
      customer.lastname?.trim(),
      customer.middlename ?? null,
      customer.prefix ?? null,
      customer.suffix ?? null,
      dateOf(customer.dob ?? "") ?? null,
      customer.gender ?? null,
      customer.taxvat ?? null,
      given.createdIn,
      given.confirmation,
      customer.disable_auto_group_change ?? 0,
      customer.extension_attributes?.is_subscribed ?? false,
      given.passwordHash,
      given.isShared,
    ],
  );
  return row?.id;
}

/** Adds addresses of a new customer, and notes which of them are the default ones: the last that says so. */
export async function insertAddresses(db: Db, customerId: number, addresses: readonly CustomerAddress[]) {
  if (addresses.length === 0) return;
  const rows = await db.models.customerAddress.createManyAndReturn({
    data: addresses.map((address) => addressRow(customerId, address)),
    select: { id: true },
  });
  const last = (name: "default_billing" | "default_shipping") =>
    rows[addresses.findLastIndex((address) => address[name] === true)]?.id ?? null;
  await db.models.customer.update({
    where: { id: customerId },
    data: { default_billing: last("default_billing"), default_shipping: last("default_shipping") },
    select: { id: true },
  });
}

function addressRow(customerId: number, address: CustomerAddress) {
  const { region_code = null, region = null, region_id } = regionOf(address);
  return {
    customer_id: customerId,
    firstname: (address.firstname ?? "").trim(),
    lastname: (address.lastname ?? "").trim(),
    middlename: address.middlename ?? null,
    prefix: address.prefix ?? null,
    suffix: address.suffix ?? null,
    company: address.company ?? null,
    street: address.street ?? [],
    city: address.city ?? null,
    country_id: address.country_id ?? null,
    region_code,
    region,
    region_id: region_id || null,
    postcode: address.postcode ?? null,
    telephone: address.telephone ?? null,
    fax: address.fax ?? null,
    vat_id: address.vat_id ?? null,
  };
}

/** Whether there is such a group; one that is keeps from being removed until the transaction ends. */
export async function holdGroup(db: Db, groupId: number): Promise<boolean> {
  const rows = await db.query(`select id from customer_group where id = $1::int for key share`, [groupId]);
  return rows.length > 0;
}

/** Removes a customer with the addresses; gives the number of customers removed. */
export const deleteCustomer = (db: Db, id: number): Promise<number> =>
  db.execute(`delete from customer where id = $1::int`, [id]);

type WithoutNulls<Row> = { [Name in keyof Row]?: Exclude<Row[Name], null> };

/** Magento leaves out what has no value. */
function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<Row>;
}
