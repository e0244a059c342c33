import type { Db } from "../db/database.js";
import { isUniqueViolation } from "../db/sql-errors.js";
import type { SqlField } from "../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { searchPage } from "../search-criteria/search-page.sql.js";
import { readAddressesOf } from "./addresses.rows.js";
import { type CustomValues, toCustomAttributes } from "./custom-values.js";
import { dateOf } from "./customer-rules.js";
import type { Customer, CustomerSearchResults } from "./customers.types.js";
import { withoutNulls } from "../contract/without-nulls.js";

interface CustomerRow {
  readonly id: number;
  readonly is_subscribed: boolean;
  readonly default_billing: number | null;
  readonly default_shipping: number | null;
  readonly custom_values: CustomValues;
}

const columns = `c.id, c.website_id, c.store_id, c.group_id, c.email, c.firstname, c.lastname, c.middlename, c.prefix,
  c.suffix, c.dob::text as dob, c.gender, c.taxvat, c.created_in, c.confirmation, c.disable_auto_group_change,
  c.is_subscribed, c.default_billing, c.default_shipping, c.custom_values, c.created_at, c.updated_at`;

/** Returns a customer with addresses, or undefined if there is none. */
export async function readCustomer(db: Db, id: number): Promise<Customer | undefined> {
  const rows = await db.query<CustomerRow>(`select ${columns} from customer c where c.id = $1::int`, [id]);
  const [customer] = await withAddresses(db, rows);
  return customer;
}

/** Returns the customers that match the criteria, with addresses; `fields` finds a search field by code. */
export async function searchCustomers(
  db: Db,
  searchCriteria: SearchCriteria,
  field: (code: string) => SqlField | undefined,
): Promise<CustomerSearchResults> {
  const page = await searchPage<CustomerRow>(db, searchCriteria, {
    columns,
    from: "customer c left join customer_address b on b.id = c.default_billing",
    field,
    tieBreaker: "c.id",
  });
  return { ...page, items: await withAddresses(db, page.items) };
}

async function withAddresses(db: Db, rows: readonly CustomerRow[]): Promise<Customer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const addresses = await readAddressesOf(db, ids);
  return rows.map(({ is_subscribed, default_billing, default_shipping, custom_values, ...rest }) => ({
    ...withoutNulls({
      ...rest,
      default_billing: default_billing === null ? null : String(default_billing),
      default_shipping: default_shipping === null ? null : String(default_shipping),
    }),
    addresses: addresses.get(rest.id) ?? [],
    extension_attributes: { is_subscribed },
    ...toCustomAttributes(custom_values),
  }));
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
  /** Whether an e-mail address can be used once only, across all websites. */
  readonly isShared: boolean;
}

/** Inserts a customer without addresses and returns the id, or undefined if the e-mail address is taken in any case. */
export async function insertCustomer(db: Db, customer: Customer, given: Registration): Promise<number | undefined> {
  const email = customer.email ?? "";
  if (given.isShared) await holdEmail(db, email);
  const row = await db.one<{ id: number }>(
    `insert into customer (website_id, store_id, group_id, email, email_key, firstname, lastname, middlename, prefix,
       suffix, dob, gender, taxvat, created_in, confirmation, disable_auto_group_change, is_subscribed, password_hash,
       custom_values, created_at, updated_at)
     select $1::int, $2::int, $3::int, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text,
       $10::text, $11::date, $12::int, $13::text, $14::text, $15::text, $16::int, $17::boolean, $18::text,
       $20::jsonb, now() at time zone 'UTC', now() at time zone 'UTC'
     where not ($19::boolean and exists (select 1 from customer where email_key = $5::text))
     on conflict do nothing returning id`,
    [
      given.websiteId,
      given.storeId,
      given.groupId,
      email,
      email.toLowerCase(),
      ...personalValues(customer),
      given.createdIn,
      given.confirmation,
      customer.disable_auto_group_change ?? 0,
      customer.extension_attributes?.is_subscribed ?? false,
      given.passwordHash,
      given.isShared,
      JSON.stringify(given.values),
    ],
  );
  return row?.id;
}

/** With shared accounts no index spans websites, so concurrent calls with the same address wait for a lock. */
const holdEmail = (db: Db, email: string) =>
  db.query(`select pg_advisory_xact_lock(hashtext('customer e-mail'), hashtext($1::text))`, [email.toLowerCase()]);

const personalValues = (customer: Customer) => [
  customer.firstname?.trim(),
  customer.lastname?.trim(),
  customer.middlename ?? null,
  customer.prefix ?? null,
  customer.suffix ?? null,
  dateOf(customer.dob ?? "") ?? null,
  customer.gender ?? null,
  customer.taxvat ?? null,
];

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

/** Updates a customer. Returns false if another customer has the e-mail address in any case. */
export async function updateCustomer(db: Db, write: CustomerWrite): Promise<boolean> {
  const { id, customer, passwordHash, hasNewEmail, isShared } = write;
  const email = customer.email ?? "";
  if (hasNewEmail && isShared) await holdEmail(db, email);
  try {
    const updated = await db.execute(
      `update customer set website_id = $2::int, store_id = $3::int, group_id = $4::int, email = $5::text,
         email_key = $6::text, firstname = $7::text, lastname = $8::text, middlename = $9::text, prefix = $10::text,
         suffix = $11::text, dob = $12::date, gender = $13::int, taxvat = $14::text, confirmation = $15::text,
         disable_auto_group_change = $16::int, is_subscribed = $17::boolean, custom_values = $18::jsonb,
         password_hash = coalesce($19::text, password_hash),
         reset_token_hash = case when $19::text is null and not $20::boolean then reset_token_hash end,
         updated_at = now() at time zone 'UTC'
       where id = $1::int and not ($20::boolean and $21::boolean
         and exists (select 1 from customer other where other.email_key = $6::text and other.id <> $1::int))`,
      [
        id,
        customer.website_id,
        customer.store_id,
        customer.group_id,
        email,
        email.toLowerCase(),
        ...personalValues(customer),
        customer.confirmation || null,
        customer.disable_auto_group_change ?? 0,
        customer.extension_attributes?.is_subscribed ?? false,
        JSON.stringify(write.values),
        passwordHash,
        hasNewEmail,
        isShared,
      ],
    );
    return updated > 0;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Locks a customer until the transaction ends. Returns false if there is none. */
export async function holdCustomer(db: Db, id: number): Promise<boolean> {
  const rows = await db.query(`select id from customer where id = $1::int for update`, [id]);
  return rows.length > 0;
}

/** Whether the group exists. Locks it against deletion until the transaction ends. */
export async function holdGroup(db: Db, groupId: number): Promise<boolean> {
  const rows = await db.query(`select id from customer_group where id = $1::int for key share`, [groupId]);
  return rows.length > 0;
}

/** Deletes a customer with its addresses. Returns the number of deleted customers. */
export const deleteCustomer = (db: Db, id: number): Promise<number> =>
  db.execute(`delete from customer where id = $1::int`, [id]);
