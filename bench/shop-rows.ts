import { type CatalogueRow, get } from "./catalogue-rows.js";
import { asGuest, createCart } from "./carts.js";
import { filledBulk } from "./filling.js";
import { post } from "./timing.js";

const changedLast = new URLSearchParams({
  "searchCriteria[sortOrders][0][field]": "updated_at",
  "searchCriteria[sortOrders][0][direction]": "DESC",
  "searchCriteria[pageSize]": "100",
}).toString();

/** Returns the SKU of a simple sample product with a price, by its place in twenty. Each number has another one. */
const skuOf = (number: number, place: number): string =>
  `sample-simple-${String(number * 20 + place).padStart(5, "0")}`;

/** Calls on the carts, orders, operations and events of a filled shop, whose times should not depend on how many there are. */
export const shopRows: readonly CatalogueRow[] = [
  {
    work: "add an item to a cart",
    method: "POST",
    prepare: (ours) => post(asGuest(ours), "guest-carts", {}).then(String),
    call: (number, mask) => ({
      path: `/rest/V1/guest-carts/${mask}/items`,
      body: { cartItem: { sku: skuOf(number, 1), qty: 1 } },
    }),
  },
  {
    work: "place an order of two lines",
    method: "PUT",
    prepare: (ours, number) => createCart(ours, [skuOf(number, 13), skuOf(number, 17)]),
    call: (_number, mask) => ({
      path: `/rest/V1/guest-carts/${mask}/order`,
      body: { paymentMethod: { method: "checkmo" } },
    }),
  },
  get("the 100 orders that changed last", `/rest/V1/orders?${changedLast}`),
  get(
    "the same without `total_count`",
    `/rest/V1/orders?${changedLast}&${new URLSearchParams({ fields: "items[entity_id,status,grand_total]" }).toString()}`,
  ),
  get("status of a bulk of 100,000, read again", `/rest/V1/bulk/${filledBulk}/status`),
  get("number of completed operations of a bulk of 100,000", `/rest/V1/bulk/${filledBulk}/operation-status/1`),
  get("first 1,000 events", "/rest/V1/events?limit=1000"),
  get("first 1,000 events of one type", "/rest/V1/events?limit=1000&types=price.changed"),
];
