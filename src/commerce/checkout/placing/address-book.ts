import { addressOf, type CartState, isSameAddress } from "../../cart/published.js";
import { addToAddressBook, toCustomAttributes } from "../../customer/published.js";
import type { CustomerAddress } from "../../customer/addresses/addresses.types.js";
import type { Db } from "../../../platform/db/database.js";

/** Ids that addresses of an order have in the address book since the order was placed. */
export interface SavedAddresses {
  readonly billing?: number | undefined;
  readonly shipping?: number | undefined;
}

/**
 * Adds the addresses of an ordered cart to the customer's address book if requested; equal addresses only once. Returns
 * their ids.
 */
export async function saveToAddressBook(db: Db, cart: CartState): Promise<SavedAddresses> {
  const { customer_id } = cart;
  if (customer_id === null) return {};
  const billing = addressOf(cart, "billing");
  const shipping = cart.is_virtual ? undefined : addressOf(cart, "shipping");
  const savesShipping = shipping?.save_in_address_book === true && !shipping.customer_address_id;
  const isSame =
    savesShipping && (shipping.same_as_billing || (billing !== undefined && isSameAddress(billing, shipping)));
  const savesBilling = billing?.save_in_address_book === true && !billing.customer_address_id && !isSame;
  const ids = await addToAddressBook(db, customer_id, [
    ...(savesShipping ? [{ address: toCustomerAddress(shipping), isBilling: isSame, isShipping: true }] : []),
    ...(savesBilling ? [{ address: toCustomerAddress(billing), isBilling: true, isShipping: false }] : []),
  ]);
  const shippingId = savesShipping ? ids[0] : undefined;
  return { shipping: shippingId, billing: isSame ? shippingId : savesBilling ? ids.at(-1) : undefined };
}

function toCustomerAddress(address: CartState["addresses"][number]): CustomerAddress {
  const { region, region_code, region_id, custom_values } = address;
  const { firstname, lastname, middlename, prefix, suffix, company, street, city } = address;
  const { country_id, postcode, telephone, fax, vat_id } = address;
  return {
    ...{ firstname, lastname, middlename, prefix, suffix, company, street, city },
    ...{ country_id, postcode, telephone, fax, vat_id, region_id },
    region: { region, region_code, region_id },
    ...toCustomAttributes(custom_values),
  };
}
