import type { Db } from "../db/database.js";
import type { CustomerAddress } from "./addresses.types.js";
import { type CustomValues, toCustomAttributes } from "./custom-values.js";
import { withoutNulls } from "../contract/without-nulls.js";

interface AddressRow {
  readonly id: number;
  readonly customer_id: number;
  readonly region_code: string | null;
  readonly region: string | null;
  readonly region_id: number | null;
  readonly custom_values: CustomValues;
  readonly is_default_billing: boolean;
  readonly is_default_shipping: boolean;
}

const columns = `a.id, a.customer_id, a.region_code, a.region, a.region_id, a.country_id, a.street, a.company, a.telephone,
  a.fax, a.postcode, a.city, a.firstname, a.lastname, a.middlename, a.prefix, a.suffix, a.vat_id, a.custom_values,
  c.default_billing is not distinct from a.id as is_default_billing,
  c.default_shipping is not distinct from a.id as is_default_shipping`;
const tables = `customer_address a join customer c on c.id = a.customer_id`;

/** Returns the addresses of the customers, the oldest first, by customer. */
export async function readAddressesOf(db: Db, customerIds: readonly number[]): Promise<Map<number, CustomerAddress[]>> {
  const rows = await db.query<AddressRow>(
    `select ${columns} from ${tables} where a.customer_id = any($1::int[]) order by a.id`,
    [customerIds],
  );
  const byCustomer = new Map<number, CustomerAddress[]>();
  for (const row of rows) {
    const known = byCustomer.get(row.customer_id);
    if (known) known.push(toAddress(row));
    else byCustomer.set(row.customer_id, [toAddress(row)]);
  }
  return byCustomer;
}

/** Returns an address, or undefined if there is none. */
export async function readAddress(db: Db, id: number): Promise<CustomerAddress | undefined> {
  const row = await db.one<AddressRow>(`select ${columns} from ${tables} where a.id = $1::int`, [id]);
  return row && toAddress(row);
}

function toAddress(row: AddressRow): CustomerAddress {
  const { region_code, region, region_id, custom_values, is_default_billing, is_default_shipping, ...rest } = row;
  const id = region_id ?? 0;
  return {
    ...withoutNulls(rest),
    region: { region_code, region, region_id: id },
    region_id: id,
    ...(is_default_shipping ? { default_shipping: true } : {}),
    ...(is_default_billing ? { default_billing: true } : {}),
    ...toCustomAttributes(custom_values),
  };
}

/** An address to store, with its complete region and its custom values. */
export interface AddressWrite {
  readonly address: CustomerAddress;
  readonly values: CustomValues;
}

const written = [
  ...[
    "firstname",
    "lastname",
    "middlename",
    "prefix",
    "suffix",
    "company",
    "street",
    "city",
    "country_id",
    "region_code",
  ],
  ...["region", "region_id", "postcode", "telephone", "fax", "vat_id", "custom_values"],
];

/** Inserts addresses of a customer and returns their ids in order. Always one statement. */
export async function insertAddresses(db: Db, customerId: number, writes: readonly AddressWrite[]): Promise<number[]> {
  if (writes.length === 0) return [];
  const rows = await db.query<{ id: number }>(
    `insert into customer_address (customer_id, ${written.join(", ")})
     select $1::int, ${written.join(", ")} from jsonb_populate_recordset(null::customer_address, $2::jsonb)
     returning id`,
    [customerId, JSON.stringify(writes.map(columnsOf))],
  );
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

/** Updates addresses of a customer by id; of two with one id the last wins. Always one statement. */
export async function updateAddresses(db: Db, customerId: number, writes: readonly AddressWrite[]): Promise<void> {
  if (writes.length === 0) return;
  const rows = new Map(writes.map((write) => [write.address.id, { id: write.address.id, ...columnsOf(write) }]));
  await db.execute(
    `update customer_address a set ${written.map((name) => `${name} = given.${name}`).join(", ")}
     from jsonb_populate_recordset(null::customer_address, $2::jsonb) given
     where a.customer_id = $1::int and a.id = given.id`,
    [customerId, JSON.stringify([...rows.values()])],
  );
}

function columnsOf({ address, values }: AddressWrite) {
  const { region_code = null, region = null, region_id } = address.region ?? {};
  return {
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
    custom_values: values,
  };
}

/** Deletes the addresses of a customer except the given ones. Deleted default addresses are not replaced. */
export async function removeAddressesExcept(db: Db, customerId: number, kept: readonly number[]): Promise<void> {
  await db.execute(`delete from customer_address where customer_id = $1::int and id <> all($2::int[])`, [
    customerId,
    kept,
  ]);
}

/** Deletes an address and returns its customer's id, or undefined if there is none. */
export async function removeAddress(db: Db, id: number): Promise<number | undefined> {
  // Locks the customer's row first, as all saves of a customer do, so that concurrent calls wait.
  await db.query(
    `select 1 from customer where id = (select customer_id from customer_address where id = $1::int) for update`,
    [id],
  );
  const row = await db.one<{ customer_id: number }>(
    `with removed as (delete from customer_address where id = $1::int returning id, customer_id)
     update customer c
     set default_billing = nullif(c.default_billing, removed.id), default_shipping = nullif(c.default_shipping, removed.id)
     from removed where c.id = removed.customer_id
     returning removed.customer_id`,
    [id],
  );
  return row?.customer_id;
}

/** The default billing and shipping addresses of a customer. */
export interface Defaults {
  readonly billing: number | null;
  readonly shipping: number | null;
}

/** Stores the default addresses of a customer; ids of other customers are ignored. */
export async function writeDefaults(db: Db, customerId: number, { billing, shipping }: Defaults): Promise<void> {
  const own = (parameter: string) =>
    `(select id from customer_address where id = ${parameter} and customer_id = customer.id)`;
  await db.execute(
    `update customer set default_billing = ${own("$2::int")}, default_shipping = ${own("$3::int")},
       updated_at = now() at time zone 'UTC'
     where id = $1::int`,
    [customerId, billing, shipping],
  );
}
