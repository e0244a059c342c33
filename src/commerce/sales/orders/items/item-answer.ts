import { type Amount, asAmount, zero } from "../../../../platform/money/amount.js";
import { max, subtract, sum } from "../../../../platform/money/arithmetic.js";
import type { ProductOptionExtension } from "../../../cart/options/product-option.types.js";
import { shownColumns } from "../../required-keys.js";
import { giftOf } from "../commerce/order-gifts.js";
import type { OrderItem } from "./order-items.types.js";
import type { ItemRow } from "../stored-order.js";
import type { OrderTaxItem } from "../taxes/order-taxes.types.js";

/** Taxes of lines, by the ids of the lines. */
export type TaxesByItem = ReadonlyMap<number, OrderTaxItem[]>;

/** Returns a stored line as its shape, with its parent line. Only orders show the taxes of their lines. */
export function toOrderItem(row: ItemRow, parent?: ItemRow | null, taxes?: TaxesByItem): OrderItem {
  const { product_option: option, gift_message_id: _id, gift_message: _gift, commerce, ...columns } = row;
  return {
    ...shownColumns("orderItem", columns),
    // Stored by the names of the shape.
    ...(commerce as object | null | undefined),
    ...(row.original_price == null && row.price != null ? { original_price: row.price } : {}),
    ...subtractDiscount(row),
    ...(parent ? { parent_item: toOrderItem(parent, null, taxes) } : {}),
    ...extensionOf(row, taxes),
    ...(hasKeys(option) ? { product_option: { extension_attributes: option as ProductOptionExtension } } : {}),
  };
}

const hasKeys = (option: ItemRow["product_option"] | undefined) =>
  typeof option === "object" && option !== null && Object.keys(option).some((key) => !ownKeys.has(key));

/** Keys of a bundle in the column of the choices that are not choices. */
const ownKeys = new Set(["product_calculations", "shipment_type"]);

/** Returns the gift message, the taxes and the amounts of gift wrapping, as text. */
function extensionOf(row: ItemRow, taxes: TaxesByItem | undefined): Pick<OrderItem, "extension_attributes"> {
  const { gift_message, commerce, item_id } = row;
  const wrapping = Object.entries(commerce ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  if (!gift_message && wrapping.length === 0 && !taxes) return {};
  const gift = gift_message ? giftOf({ gift_message }) : {};
  const itemized = taxes ? { itemized_taxes: taxes.get(item_id) ?? [] } : {};
  return { extension_attributes: { ...gift, ...itemized, ...Object.fromEntries(wrapping) } };
}

/** Totals of a line that answers show less the discount. */
export const discountedTotals = [
  "row_total",
  "base_row_total",
  "row_total_incl_tax",
  "base_row_total_incl_tax",
] as const;

/**
 * Subtracts the discount from the totals of a line, which are stored without it; a line without a total has none. Source:
 * behavior of Magento 2.4.
 */
export function subtractDiscount(row: ItemRow): Pick<OrderItem, (typeof discountedTotals)[number]> {
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
