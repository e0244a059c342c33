import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import { type Row, withoutNulls, now } from "../../../platform/db/models.js";
import type { CustomerAddress } from "./addresses.types.js";
import { type CustomValues, storedValues, toCustomAttributes } from "../attributes/custom-values.js";

/** The columns with the ids of a customer's default addresses. */
type DefaultColumns = Pick<Row<"customer">, "default_billing" | "default_shipping">;

/** Returns an address, or undefined if there is none. */
export async function readAddress(db: Db, id: number): Promise<CustomerAddress | undefined> {
  const row = await db.models.customerAddress.findUnique({
    where: { id },
    include: { customer: { select: { default_billing: true, default_shipping: true } } },
  });
  if (!row) return undefined;
  const { customer, ...address } = row;
  return toAddress(address, customer);
}

/** Converts a row to an address, as callers see it. */
export function toAddress(row: Row<"customerAddress">, defaults: DefaultColumns): CustomerAddress {
  const { region_code, region, region_id, custom_values, ...rest } = row;
  const id = region_id ?? 0;
  return {
    ...withoutNulls(rest),
    region: { region_code, region, region_id: id },
    // As in Magento, an address without any region has no id of a region either.
    ...(region_id === null && region === null ? {} : { region_id: id }),
    ...(defaults.default_shipping === row.id ? { default_shipping: true } : {}),
    ...(defaults.default_billing === row.id ? { default_billing: true } : {}),
    ...toCustomAttributes(custom_values),
  };
}

/** An address to store, with its complete region and its custom values. */
export interface AddressWrite {
  readonly address: CustomerAddress;
  readonly values: CustomValues;
}

/** Number of addresses in an insert: preparing a statement with thousands blocks the event loop for seconds. */
const addressesPerStatement = 100;

/** Inserts addresses of a customer and returns their ids in order. */
export async function insertAddresses(db: Db, customer_id: number, writes: readonly AddressWrite[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < writes.length; start += addressesPerStatement) {
    const part = writes.slice(start, start + addressesPerStatement);
    const rows = await db.models.customerAddress.createManyAndReturn({
      data: part.map((write) => ({ customer_id, ...addressColumns(write) })),
      select: { id: true },
    });
    ids.push(...rows.map(({ id }) => id).sort((one, other) => one - other));
  }
  return ids;
}

/** Returns the columns of an address to store. */
function addressColumns({ address, values }: AddressWrite) {
  const { region_code = null, region = null, region_id } = address.region ?? {};
  return {
    firstname: address.firstname ?? "",
    lastname: address.lastname ?? "",
    // An empty text is no value.
    middlename: address.middlename || null,
    prefix: address.prefix || null,
    suffix: address.suffix || null,
    company: address.company || null,
    street: (address.street ?? []).flatMap((line) => line.split("\n")),
    city: address.city ?? null,
    country_id: address.country_id ?? null,
    region_code,
    region,
    region_id: region_id ?? null,
    postcode: address.postcode ?? null,
    telephone: address.telephone ?? null,
    fax: address.fax || null,
    vat_id: address.vat_id || null,
    custom_values: storedValues(values),
  };
}

/** Deletes addresses of a customer. Deleted default addresses are not replaced. */
export const deleteAddresses = (db: Db, customer_id: number, ids: readonly number[]): Promise<unknown> =>
  db.models.customerAddress.deleteMany({ where: { customer_id, id: { in: [...ids] } } });

/** Deletes an address and returns its customer's id, or undefined if there is none. */
export async function deleteAddress(db: Db, id: number): Promise<number | undefined> {
  const { customer: customers, customerAddress } = db.models;
  const found = await customerAddress.findUnique({ where: { id }, select: { customer_id: true } });
  // Locks the customer's row first, as all saves of a customer do, so that concurrent calls wait.
  const [customer] = found ? await lock(db, "customer", { id: [found.customer_id], for: "update" }) : [];
  if (!customer || (await customerAddress.deleteMany({ where: { id } })).count === 0) return undefined;
  const { default_billing, default_shipping } = customer;
  if (default_billing === id || default_shipping === id) {
    const unlessDeleted = (address: number | null) => (address === id ? null : address);
    const data = { default_billing: unlessDeleted(default_billing), default_shipping: unlessDeleted(default_shipping) };
    await customers.updateMany({ where: { id: customer.id }, data });
  }
  return customer.id;
}

/** The ids of a customer's default addresses; null for none. */
export interface Defaults {
  readonly billing: number | null;
  readonly shipping: number | null;
}

/** Stores the default addresses of a customer; ids of other customers are ignored. */
export async function writeDefaults(db: Db, customer_id: number, { billing, shipping }: Defaults): Promise<void> {
  const named = [billing, shipping].filter((id) => id !== null);
  const own = await db.models.customerAddress.findMany({
    where: { customer_id, id: { in: named } },
    select: { id: true },
  });
  const ids = new Set(own.map(({ id }) => id));
  const ownId = (id: number | null) => (id !== null && ids.has(id) ? id : null);
  await db.models.customer.updateMany({
    where: { id: customer_id },
    data: { default_billing: ownId(billing), default_shipping: ownId(shipping), updated_at: now },
  });
}

/** Updates addresses of a customer by id; if an id occurs twice, the last address wins. */
// SQL: a set-based write, which changes all addresses of a customer in one statement.
export async function updateAddresses(db: Db, customerId: number, writes: readonly AddressWrite[]): Promise<void> {
  const rows = new Map(writes.map((write) => [write.address.id, { id: write.address.id, ...addressColumns(write) }]));
  const [first] = rows.values();
  if (!first) return;
  const { id: _id, ...columns } = first;
  await db.execute(
    `update customer_address a set ${Object.keys(columns)
      .map((name) => `${name} = given.${name}`)
      .join(", ")}
     from jsonb_populate_recordset(null::customer_address, $2::jsonb) given
     where a.customer_id = $1::int and a.id = given.id`,
    [customerId, JSON.stringify([...rows.values()])],
  );
}
