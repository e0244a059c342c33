import type { Amount, Exact, Weight } from "../../../../platform/money/amount.js";
import { subtract, sum } from "../../../../platform/money/arithmetic.js";
import type { ConditionCart, ConditionItem, ConditionValue } from "../../../promotion/published.js";
import type { Item } from "../items.js";
import { emptyRow, type Run, type State } from "../state.js";

/** The cart and its items in base currency, as rule conditions see them. */
export interface ConditionView {
  /** Returns the cart after a discount, which is zero or more. */
  readonly cart: (discount: Amount) => ConditionCart;
  /** Returns an item of the tree. */
  readonly item: (item: Item) => ConditionItem;
}

/** Returns the view of the state before discounts for conditions. */
export function conditionView(state: State, run: Run, weight: Weight): ConditionView {
  const items = run.items.all.map((item) => viewOf(item, state));
  const top = run.items.top.flatMap(({ index }) => items[index] ?? []);
  const attributes = addressAttributes(state, run, weight);
  return {
    cart: (discount) => ({
      items: top,
      attribute: (name) =>
        name === "base_subtotal_with_discount" ? subtract(state.subtotal, discount) : attributes[name],
    }),
    item: (item) => items[item.index] ?? viewOf(item, state),
  };
}

type Attributes = Readonly<Record<string, ConditionValue>>;

function addressAttributes(state: State, run: Run, weight: Weight): Attributes {
  const { shippingAddress, billingAddress, paymentMethod, shippingMethod } = run.cart;
  const address = (run.isVirtual ? billingAddress : shippingAddress) ?? {};
  return {
    base_subtotal: state.subtotal,
    base_subtotal_total_incl_tax: state.subtotalInclTax,
    total_qty: sum(run.items.top.map(({ totalQty }) => totalQty)),
    weight,
    payment_method: paymentMethod ?? null,
    shipping_method: shippingMethod ?? null,
    postcode: address.postcode ?? null,
    region: address.region ?? null,
    region_id: address.regionId === undefined ? null : String(address.regionId),
    country_id: address.countryId ?? null,
  };
}

function viewOf(item: Item, state: State): ConditionItem {
  const { product, qty } = item.line;
  const row = state.rows[item.index] ?? emptyRow;
  return {
    countsChildren: item.priced === "sum",
    children: item.children.map((child) => viewOf(child, state)),
    total: (name): Exact | undefined =>
      name === "qty" ? item.totalQty : name === "base_row_total" ? row.rowTotal : row.rowTotalInclTax,
    attribute: (name) => {
      switch (name) {
        case "quote_item_qty":
          return qty;
        case "quote_item_price":
          return row.price;
        case "quote_item_row_total":
          return row.rowTotal;
        case "category_ids":
          return product.categoryIds.map(String);
        case "attribute_set_id":
          return String(product.attributeSetId);
        case "sku":
          return product.attribute("sku") ?? item.line.sku;
        default:
          return product.attribute(name) ?? null;
      }
    },
  };
}
