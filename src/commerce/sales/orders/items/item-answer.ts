import { withoutNulls } from "../../../../platform/db/models.js";
import { type Amount, asAmount, zero } from "../../../../platform/money/amount.js";
import { isZero, max, subtract, sum } from "../../../../platform/money/arithmetic.js";
import type { ProductOptionExtension } from "../../../cart/options/product-option.types.js";
import { giftOf } from "../commerce/order-gifts.js";
import type { OrderItem } from "./order-items.types.js";
import type { ItemRow } from "../stored-order.js";

/** Returns a stored line as its shape, with its parent line. */
export function toOrderItem(row: ItemRow, parent?: ItemRow | null): OrderItem {
  const { product_option: option, gift_message_id: _id, gift_message: _gift, commerce, ...columns } = row;
  return {
    ...withoutNulls(columns),
    // Stored by the names of the shape.
    ...(commerce as object | null | undefined),
    ...priceOf(row, parent),
    ...subtractDiscount(row),
    ...(parent ? { parent_item: toOrderItem(parent) } : {}),
    ...extensionOf(row),
    ...(option ? { product_option: { extension_attributes: option as ProductOptionExtension } } : {}),
  };
}

/** Returns the gift message and the amounts of gift wrapping, as text. */
function extensionOf({ gift_message, commerce }: ItemRow): Pick<OrderItem, "extension_attributes"> {
  const wrapping = Object.entries(commerce ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  if (!gift_message && wrapping.length === 0) return {};
  const gift = gift_message ? giftOf({ gift_message }) : {};
  return { extension_attributes: { ...gift, ...Object.fromEntries(wrapping) } };
}

/** A part of a bundle without a price of its own has the price of the bundle. */
function priceOf(row: ItemRow, parent: ItemRow | null | undefined): Partial<OrderItem> {
  if (parent?.product_type !== "bundle" || !isZero(asAmount(row.price ?? 0))) return {};
  const { price, base_price } = withoutNulls(parent);
  return { ...(price === undefined ? {} : { price }), ...(base_price === undefined ? {} : { base_price }) };
}

/** Subtracts the discount from the amounts of a line, which are stored without it. Source: behavior of Magento 2.4. */
function subtractDiscount(row: ItemRow): Partial<OrderItem> {
  const own = computeDiscountedTotals({
    total: row.row_total,
    more: [row.tax_amount, row.discount_tax_compensation_amount, row.weee_tax_applied_row_amount],
    discount: row.discount_amount,
  });
  const base = computeDiscountedTotals({
    total: row.base_row_total,
    more: [row.base_tax_amount, row.base_discount_tax_compensation_amount, row.base_weee_tax_applied_row_amnt],
    discount: row.base_discount_amount,
  });
  return {
    ...(own ? { row_total: own.total, row_total_incl_tax: own.withTax } : {}),
    ...(base ? { base_row_total: base.total, base_row_total_incl_tax: base.withTax } : {}),
  };
}

type Given = string | null | undefined;

interface LineAmounts {
  readonly total: Given;
  /** Taxes. */
  readonly more: readonly Given[];
  readonly discount: Given;
}

function computeDiscountedTotals({ total, more, discount }: LineAmounts) {
  if (total == null) return undefined;
  const lessDiscount = (amount: Amount) => max(subtract(amount, asAmount(discount ?? 0)), zero);
  return {
    total: lessDiscount(asAmount(total)),
    withTax: lessDiscount(sum([total, ...more].map((amount) => asAmount(amount ?? 0)))),
  };
}
