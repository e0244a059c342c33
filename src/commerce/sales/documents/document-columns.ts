import { type Amount, asAmount, zero } from "../../../platform/money/amount.js";
import { add, isZero } from "../../../platform/money/arithmetic.js";
import type { ItemRow, StoredOrder } from "../orders/stored-order.js";
import type { CurrencyPrefix, Share, Shares } from "./commerce-shares.js";

/** The amounts of a line of an invoice or a credit memo. */
export interface LineAmounts {
  readonly rowTotal: Amount;
  /** Absent if the order line has none. */
  readonly rowTotalInclTax: Amount | undefined;
  readonly discount: Amount;
  readonly tax: Amount;
  /** Tax in the discount. */
  readonly compensation: Amount;
}

/** The amounts of an invoice or a credit memo in one currency. */
export interface DocumentAmounts {
  /** Amounts of lines by the ids of the order lines. */
  readonly lines: ReadonlyMap<number, LineAmounts>;
  readonly subtotal: Amount;
  readonly subtotalInclTax: Amount;
  /** Negative. */
  readonly discount: Amount;
  readonly shipping: Amount;
  /** Included in `tax`. */
  readonly shippingTax: Amount;
  /** Tax in the discount on shipping. */
  readonly shippingCompensation: Amount;
  readonly tax: Amount;
  /** Tax in the discount on goods. */
  readonly compensation: Amount;
  /** Gift wrapping, and amounts that balances pay or that are returned to them. */
  readonly share: Share;
  /** Amount to pay or to refund in money. */
  readonly grandTotal: Amount;
}

/** Amounts in the currency of the order and in base currency. */
export interface InBothCurrencies<Amounts> {
  readonly own: Amounts;
  readonly base: Amounts;
}

export type Columns = Readonly<Record<string, string | null>>;

/** Returns the columns of both currencies. */
export const inBothCurrencies = <Amounts>(
  { own, base }: InBothCurrencies<Amounts>,
  columns: (of: Amounts, prefix: CurrencyPrefix) => Columns,
): Columns => ({ ...columns(own, ""), ...columns(base, "base_") });

/** Returns the shares of a document in an order's balances and gift wrapping. */
export const sharesOf = ({ own, base }: InBothCurrencies<DocumentAmounts>): Shares => ({
  own: own.share,
  base: base.share,
});

/** Returns the amount in a column in one currency; 0 if there is none. */
export const amountIn = (of: object, prefix: CurrencyPrefix, name: string): Amount =>
  asAmount((Reflect.get(of, prefix + name) as string | null | undefined) ?? 0);

/** Returns the amount in a column after more is added. */
export const addToColumn = (of: object, column: string, more: Amount | undefined): Amount =>
  add(amountIn(of, "", column), more ?? zero);

/** Returns the name of the column with the tax in the discount on shipping, which is shorter in base currency. */
export const shippingCompensationColumn = (prefix: CurrencyPrefix): string =>
  `${prefix}shipping_discount_tax_compensation_${prefix ? "amnt" : "amount"}`;

/** Returns the columns with the shipping of an invoice or a credit memo. */
export const shippingColumns = (
  { shipping, shippingTax, shippingInclTax }: DocumentAmounts & { readonly shippingInclTax: Amount },
  prefix: CurrencyPrefix,
): Columns => ({
  [`${prefix}shipping_amount`]: shipping,
  [`${prefix}shipping_tax_amount`]: shippingTax,
  [`${prefix}shipping_incl_tax`]: shippingInclTax,
});

/** Returns the columns with the other amounts that invoices and credit memos have in common. */
export const amountColumns = (of: DocumentAmounts, prefix: CurrencyPrefix): Columns => ({
  [`${prefix}subtotal`]: of.subtotal,
  [`${prefix}subtotal_incl_tax`]: of.subtotalInclTax,
  [`${prefix}discount_amount`]: of.discount,
  [`${prefix}tax_amount`]: of.tax,
  [`${prefix}discount_tax_compensation_amount`]: of.compensation,
  [`${prefix}grand_total`]: of.grandTotal,
});

/** Returns the columns with the amounts of a line; null for a line without amounts, and for no discount. */
export const lineColumns = (of: LineAmounts | undefined, prefix: CurrencyPrefix): Columns => ({
  [`${prefix}row_total`]: of?.rowTotal ?? null,
  [`${prefix}row_total_incl_tax`]: of?.rowTotalInclTax ?? null,
  [`${prefix}discount_amount`]: of && !isZero(of.discount) ? of.discount : null,
  [`${prefix}tax_amount`]: of?.tax ?? null,
  [`${prefix}discount_tax_compensation_amount`]: of?.compensation ?? null,
});

/** Returns the columns that a line of an invoice or a credit memo copies from the order line. */
export const columnsOfLine = (row: ItemRow) => ({
  sku: row.sku,
  name: row.name ?? null,
  product_id: row.product_id ?? null,
  description: row.description ?? null,
  additional_data: row.additional_data ?? null,
  price: row.price ?? null,
  base_price: row.base_price ?? null,
  price_incl_tax: row.price_incl_tax ?? null,
  base_price_incl_tax: row.base_price_incl_tax ?? null,
  base_cost: row.base_cost ?? null,
});

/** Returns the columns that an invoice or a credit memo copies from its order. */
export const columnsOfOrder = (order: StoredOrder) => ({
  order_id: order.entity_id,
  store_id: order.store_id,
  billing_address_id: order.billing_address_id ?? null,
  shipping_address_id: order.shipping_address_id ?? null,
  base_currency_code: order.base_currency_code ?? null,
  global_currency_code: order.global_currency_code ?? null,
  order_currency_code: order.order_currency_code ?? null,
  store_currency_code: order.store_currency_code ?? null,
  base_to_global_rate: order.base_to_global_rate ?? null,
  base_to_order_rate: order.base_to_order_rate ?? null,
  store_to_base_rate: order.store_to_base_rate ?? null,
  store_to_order_rate: order.store_to_order_rate ?? null,
  discount_description: order.discount_description ?? null,
});
