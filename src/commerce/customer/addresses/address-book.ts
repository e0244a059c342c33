import type { Db } from "../../../platform/db/database.js";
import type { CustomerAddress } from "./addresses.types.js";
import { readCustomer } from "../customers.rows.js";
import { mergeAddresses, saveAddresses } from "./save-addresses.js";

/** An address for a customer's address book, and how an order used it. */
export interface UsedAddress {
  readonly address: CustomerAddress;
  readonly isBilling: boolean;
  readonly isShipping: boolean;
}

/**
 * Adds addresses to a customer's address book. An address becomes the default for its use if the customer has no such
 * default. Returns the ids of the addresses.
 */
export async function addToAddressBook(db: Db, customerId: number, used: readonly UsedAddress[]): Promise<number[]> {
  if (used.length === 0) return [];
  const customer = await readCustomer(db, customerId);
  if (!customer) return [];
  const book = { customerId, stored: customer.addresses ?? [] };
  const hasDefault = (name: "default_billing" | "default_shipping") => book.stored.some((one) => one[name] === true);
  const added = used.map(({ address, isBilling, isShipping }) => ({
    ...address,
    ...(isBilling && !hasDefault("default_billing") ? { default_billing: true } : {}),
    ...(isShipping && !hasDefault("default_shipping") ? { default_shipping: true } : {}),
  }));
  const ids = await saveAddresses(db, book, mergeAddresses(book, [...book.stored, ...added]));
  return ids.slice(book.stored.length);
}
