import { inputError, render } from "../../../api/call/errors.js";
import { addressOf, type CartState, noAddress } from "../../cart/published.js";
import { AccountSettings, brokenAddressRules, type NeededDetails } from "../../customer/published.js";
import type { Db } from "../../../platform/db/database.js";
import { readAddressCountries } from "../../directory/published.js";

/** Reads the requirements for the addresses of a cart. */
export async function readNeededDetails(db: Db, cart: CartState): Promise<NeededDetails> {
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  const countryIds = new Set(cart.addresses.flatMap(({ country_id }) => country_id ?? []));
  const [settings, countries] = await Promise.all([
    AccountSettings.read(db),
    readAddressCountries(db, [...countryIds], scope),
  ]);
  return { ...settings.neededContacts(scope), countries };
}

/** Throws 400 if the shipping country of a cart is missing or not allowed in the shop. */
export function checkCountry(cart: CartState, { countries }: NeededDetails): void {
  if (countries.isAllowed(addressOf(cart, "shipping")?.country_id ?? "")) return;
  throw inputError("Some addresses can't be used due to the configurations for specific countries.");
}

/** Throws 400 if an address of a cart breaks rules of customer addresses. The error parameter lists the messages. */
export function checkAddress(cart: CartState, needed: NeededDetails, type: "billing" | "shipping"): void {
  const { region, region_id, region_code, street, ...address } = addressOf(cart, type) ?? noAddress;
  const given = {
    ...address,
    street: [...street],
    region_id,
    region: { region, region_code, region_id },
    custom_attributes: [],
  };
  const reasons = brokenAddressRules(given, needed);
  if (reasons.length === 0) return;
  const texts = reasons.map(({ message, parameters }) => render(message, parameters)).join(" ");
  throw inputError(`Please check the ${type} address information. %1`, [texts]);
}
