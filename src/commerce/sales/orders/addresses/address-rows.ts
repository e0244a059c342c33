import { inputError } from "../../../../api/call/errors.js";
import { isEmailAddress } from "../../../../api/auth/email-address.js";
import { neededContacts } from "../../../customer/published.js";
import type { Db } from "../../../../platform/db/database.js";
import { readRegion } from "../../../directory/published.js";
import type { OrderAddress } from "./order-addresses.types.js";
import type { AddressRow } from "../stored-order.js";
import { givenColumns } from "../save/given-columns.js";
import { globalScope } from "../../../store/published.js";

/** The required keys of an address, with their names in Magento's messages. */
const requiredKeys = {
  parent_id: "Parent Order Id",
  postcode: "Zip code",
  lastname: "Last name",
  street: "Street",
  city: "City",
  email: "Email",
  country_id: "Country",
  firstname: "First Name",
  address_type: "Address Type",
} as const;
const contactKeys = { telephone: "Phone Number", company: "Company", fax: "Fax" } as const;
const types = ["billing", "shipping"];

/** Returns the rules that an address breaks, in Magento's order and words. Null counts as a value, as in Magento. */
export async function findBrokenAddressRules(db: Db, address: OrderAddress): Promise<string[]> {
  const lacks = (key: string) => !Object.hasOwn(address, key) || address[key as keyof OrderAddress] === undefined;
  const isMissing = (label: string) => `"${label}" is required. Enter and try again.`;
  const broken = Object.entries(requiredKeys)
    .filter(([key]) => lacks(key))
    .map(([, label]) => isMissing(label));
  const contacts = Object.entries(contactKeys).filter(([key]) => lacks(key));
  if (contacts.length > 0) {
    const needed = await neededContacts(db, globalScope);
    for (const [key, label] of contacts) if (needed[key as keyof typeof contactKeys]) broken.push(isMissing(label));
  }
  const { email, address_type: type } = address;
  if (email != null && !isEmailAddress(email)) broken.push("Email has a wrong format");
  if (type != null && !types.includes(type)) broken.push("Address type doesn't match required options");
  return broken;
}

/** Throws 400 with all rules that an address of an order breaks. */
export async function checkOrderAddress(db: Db, address: OrderAddress): Promise<void> {
  const broken = await findBrokenAddressRules(db, address);
  if (broken.length > 0) throw inputError("We can't save the address:\n%1", [broken.join("\n")]);
}

/** Returns the columns of an address, with the name and code of its region. */
export async function addressColumns(db: Db, address: OrderAddress): Promise<Omit<AddressRow, "entity_id">> {
  const columns = givenColumns("salesOrderAddress", address);
  const { region_id: id, region, region_code: code } = columns;
  if (!id || (region && code)) return columns;
  const found = await readRegion(db, id);
  return { ...columns, region: region || (found?.name ?? null), region_code: code || (found?.code ?? null) };
}
