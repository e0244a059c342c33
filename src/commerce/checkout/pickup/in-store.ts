import { zero } from "../../../platform/money/amount.js";
import { hasPickupLocation } from "../../inventory/published.pickup.js";
import { settingAmount } from "../setting-amounts.js";
import type { Carrier, CarrierInput } from "../shipping/carrier.js";
import { isShippedFree } from "../shipping/flat-rate.js";

/** Pickup by the customer, if a pickup location of the website has all products of the cart. */
export const inStorePickup: Carrier = {
  code: "instore",
  prepare: async ({ db, websiteId, lines, setting }) => {
    if (!(await hasPickupLocation(db, { websiteId, productIds: productsOf(lines) }))) return () => [];
    return (request) => {
      const price = isShippedFree(request) ? zero : settingAmount(setting("price"));
      return [{ code: "pickup", title: setting("name"), price }];
    };
  },
};

/** Returns the ids of the products of lines. Composite products have no sources; their parts do. */
function productsOf(lines: CarrierInput["lines"]): number[] {
  const parents = new Set(lines.map(({ parent_item_id: parent }) => parent));
  return lines.flatMap(({ item_id: id, product_id: product }) => (parents.has(id) ? [] : [product]));
}
