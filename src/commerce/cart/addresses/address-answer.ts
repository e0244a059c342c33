import { toCustomAttributes } from "../../customer/published.js";
import { addressOf, noAddress, type StoredAddress } from "./addresses.rows.js";
import type { CartState } from "../state/cart-state.rows.js";
import type { CartAddress } from "./addresses.types.js";
import { withoutNulls } from "../../../platform/db/models.js";

/** Returns an address of a cart as callers see it. Unset fields are null if orders need them, otherwise absent. */
export function toCartAddress(
  stored: StoredAddress,
  { customer_id }: { readonly customer_id: number | null },
): CartAddress {
  const { prefix, middlename, suffix, company, fax, vat_id, customer_address_id, pickup_location_code } = stored;
  return {
    id: stored.id,
    region: stored.region,
    region_id: stored.region_id,
    region_code: stored.region_code,
    country_id: stored.country_id,
    street: stored.street.length > 0 ? stored.street : [""],
    telephone: stored.telephone,
    postcode: stored.postcode,
    city: stored.city,
    firstname: stored.firstname,
    lastname: stored.lastname,
    email: stored.email,
    same_as_billing: stored.same_as_billing ? 1 : 0,
    save_in_address_book: stored.save_in_address_book ? 1 : 0,
    ...withoutNulls({ prefix, middlename, suffix, company, fax, vat_id, customer_address_id, customer_id }),
    ...toCustomAttributes(stored.custom_values),
    ...(pickup_location_code === null ? {} : { extension_attributes: { pickup_location_code } }),
  };
}

/** Returns the billing address of a cart as callers see it. That of a customer's cart has at least the customer's email. */
export function billingAddress(cart: CartState): CartAddress {
  const row = { id: 0, cart_id: cart.id, address_type: "billing", shipping_method: null, shipping_description: null };
  const stored = addressOf(cart, "billing") ?? { ...noAddress, ...row };
  const email = stored.email ?? (cart.customer_id === null ? null : cart.customer_email);
  return toCartAddress({ ...stored, email }, cart);
}
