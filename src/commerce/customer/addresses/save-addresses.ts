import type { Db } from "../../../platform/db/database.js";
import { noSuchEntity } from "../../../api/call/errors.js";
import {
  type AddressWrite,
  type Defaults,
  deleteAddresses,
  insertAddresses,
  writeDefaults,
  updateAddresses,
} from "./addresses.rows.js";
import type { CustomerAddress } from "./addresses.types.js";
import { readDefinedAttributes } from "../attributes/attributes.rows.js";
import { mergeValues, type CustomValues } from "../attributes/custom-values.js";

/** A customer whose addresses are saved, with the stored addresses. */
export interface AddressBook {
  readonly customerId: number;
  readonly stored: readonly CustomerAddress[];
}

/**
 * Merges the given addresses into the stored ones: an address with an id is merged, one without an id is new. Throws 404
 * for an id that is not the customer's.
 */
export function mergeAddresses({ stored }: AddressBook, given: readonly CustomerAddress[]): CustomerAddress[] {
  const byId = new Map(stored.map((address) => [address.id, address]));
  return given.map((address) => {
    if (!address.id) return { ...address, id: null };
    const before = byId.get(address.id);
    if (!before) throw noSuchEntity("addressId", address.id);
    const { default_billing: _billing, default_shipping: _shipping, custom_attributes: _values, ...kept } = before;
    return { ...withoutRegion(kept, address), ...givenOf(address) };
  });
}

/** A new region replaces all stored region fields, and null removes them. */
const withoutRegion = (stored: CustomerAddress, given: CustomerAddress): CustomerAddress =>
  given.region === undefined && given.region_id == null ? stored : { ...stored, region: null, region_id: null };

/** Returns the given fields. As in Magento, null stands for a field that was not sent. */
const givenOf = (address: CustomerAddress): CustomerAddress =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value != null));

/** Replaces the addresses of a customer with the merged ones; others are deleted. Returns the ids of the addresses. */
export async function saveAddresses(db: Db, book: AddressBook, merged: readonly CustomerAddress[]): Promise<number[]> {
  if (merged.length === 0 && book.stored.length === 0) return [];
  const { customerId, stored } = book;
  const writes = await writesOf(db, stored, merged);
  const kept = writes.filter(({ address }) => address.id != null);
  const added = writes.filter(({ address }) => address.id == null);
  const keptIds = new Set(kept.map(({ address }) => address.id));
  const dropped = stored.flatMap(({ id }) => (id == null || keptIds.has(id) ? [] : [id]));
  if (dropped.length > 0) await deleteAddresses(db, customerId, dropped);
  await updateAddresses(db, customerId, kept);
  const ids = await insertAddresses(db, customerId, added);
  const idOf = new Map(added.map((write, at) => [write, ids[at]]));
  const saved = writes.map((write) => ({ ...write.address, id: write.address.id ?? idOf.get(write) ?? 0 }));
  await writeDefaults(db, customerId, defaultsOf(stored, saved));
  return saved.map(({ id }) => id);
}

async function writesOf(
  db: Db,
  stored: readonly CustomerAddress[],
  merged: readonly CustomerAddress[],
): Promise<AddressWrite[]> {
  const attributes = await readDefinedAttributes(db, "customer_address");
  const before = new Map(stored.map((address) => [address.id, valuesOf(address)]));
  return merged.map((address) => ({
    address,
    values: mergeValues(before.get(address.id ?? 0) ?? {}, address.custom_attributes, attributes),
  }));
}

/** Returns the values of `custom_attributes` by code. */
export const valuesOf = ({ custom_attributes }: Pick<CustomerAddress, "custom_attributes">): CustomValues =>
  Object.fromEntries((custom_attributes ?? []).map(({ attribute_code, value }) => [attribute_code, value]));

/** The last address flagged as default wins; an address flagged as not default stops being the default. */
function defaultsOf(stored: readonly CustomerAddress[], saved: readonly CustomerAddress[]): Defaults {
  const findDefault = (name: "default_billing" | "default_shipping") => {
    const flagged = saved.findLast((address) => address[name] === true);
    if (flagged) return flagged.id ?? null;
    const before = stored.find((address) => address[name] === true)?.id;
    return saved.some(({ id, [name]: flag }) => id === before && flag !== false) ? (before ?? null) : null;
  };
  return { billing: findDefault("default_billing"), shipping: findDefault("default_shipping") };
}
