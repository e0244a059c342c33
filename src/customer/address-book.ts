import type { Db } from "../db/database.js";
import type { CustomerAddress } from "./addresses.types.js";
import { readCustomer } from "./customers.rows.js";
import { mergedAddresses, saveAddresses } from "./save-addresses.js";

/** An address that a customer keeps, and what an order used it for. */
export interface KeptAddress {
  readonly address: CustomerAddress;
  readonly isBilling: boolean;
  readonly isShipping: boolean;
}

/** Adds addresses to those of a customer. The first one becomes the default for what it was used for, if there is none. */
export async function addToAddressBook(db: Db, customerId: number, kept: readonly KeptAddress[]): Promise<void> {
  if (kept.length === 0) return;
  const customer = await readCustomer(db, customerId);
  if (!customer) return;
  const book = { customerId, stored: customer.addresses ?? [] };
  const hasDefault = (name: "default_billing" | "default_shipping") => book.stored.some((one) => one[name] === true);
  const added = kept.map(({ address, isBilling, isShipping }) => ({
    ...address,
    ...(isBilling && !hasDefault("default_billing") ? { default_billing: true } : {}),
    ...(isShipping && !hasDefault("default_shipping") ? { default_shipping: true } : {}),
  }));
  await saveAddresses(db, book, mergedAddresses(book, [...book.stored, ...added]));
}
