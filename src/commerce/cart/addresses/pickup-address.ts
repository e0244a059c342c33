import type { Db } from "../../../platform/db/database.js";
import { regionOf } from "../../customer/published.js";
import { readCountry } from "../../directory/published.js";
import { requirePickupLocation, type PickupPlace } from "../../inventory/published.pickup.js";
import type { CartState } from "../state/cart-state.rows.js";
import { type AddressColumns, addressOf } from "./addresses.rows.js";

/** The shipping method of carts whose goods are picked up, as carts store it. */
const inStoreMethod = "instore_pickup";

/** Whether the goods of a cart are picked up. */
export const isPickedUp = (cart: CartState): boolean => addressOf(cart, "shipping")?.shipping_method === inStoreMethod;

/**
 * Returns the address of a pickup location with the person, the email address and the phone number of the given one. It is
 * none of the customer's addresses. Throws 404 if the website of the cart has no such location.
 */
export async function atPickupLocation(
  db: Db,
  cart: CartState,
  { code, columns }: { readonly code: string; readonly columns: AddressColumns },
): Promise<AddressColumns> {
  const source = await requirePickupLocation(db, { code, websiteId: cart.store.website_id });
  const { country_id, region_id, region } = source;
  const regions = (await readCountry(db, country_id))?.regions ?? [];
  const found = regionOf({ country_id, region_id, region: { region } }, { regionsOf: () => regions });
  return {
    ...columns,
    ...placeOf(source),
    region: found.region ?? null,
    region_id: found.region_id || null,
    region_code: found.region_code ?? null,
    pickup_location_code: source.source_code,
    customer_address_id: null,
    same_as_billing: false,
    save_in_address_book: false,
  };
}

/** Whether an address is that of a pickup location, which may have moved meanwhile. */
export function isAtPickupLocation(columns: AddressColumns, source: PickupPlace): boolean {
  const { street, ...place } = placeOf(source);
  return (
    Object.entries(place).every(([name, value]) => columns[name as keyof typeof place] === value) &&
    columns.street.join("\n") === street.join("\n") &&
    (!source.region_id || columns.region_id === source.region_id)
  );
}

const placeOf = (source: PickupPlace) => ({
  country_id: source.country_id,
  city: source.city,
  street: (source.street ?? "").split("\n"),
  postcode: source.postcode,
});
