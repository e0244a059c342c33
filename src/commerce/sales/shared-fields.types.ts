import { amounts, decimals, money, orZero, texts } from "../../api/contract/fields.js";

/** The description of amounts of discount tax compensation, without a full stop. */
export const discountTaxCompensation = "Discount tax compensation (the tax in the discount, if prices include tax)";

/** Texts that items of invoices, shipments and credit memos copy from the item of the order. */
export const lineTexts = texts({
  additional_data: "Data of extensions.",
  description: "Description.",
  name: "Name of the product.",
  sku: "SKU, including the SKUs of chosen options.",
});

/** Amounts of an item of an invoice or a credit memo. */
export const lineAmounts = {
  ...amounts({
    price: "Price of one unit, without tax",
    price_incl_tax: "Price of one unit, with tax",
  }),
  ...orZero(
    amounts({
      discount_amount: "Discount on the item",
      discount_tax_compensation_amount: discountTaxCompensation,
      row_total: "Total of the item, without tax and discount",
      row_total_incl_tax: "Total of the item, with tax and without discount",
      tax_amount: "Tax on the item",
    }),
  ),
};

/** The cost of an item. */
export const lineCost = money({ base_cost: "Cost of one unit, in base currency." });

/** Fixed product taxes on an item of an order or a credit memo, each in both currencies. */
export const weeeAmounts = orZero(
  amounts({
    weee_tax_applied_amount: "Fixed product tax on one unit",
    weee_tax_disposition: "Fixed product tax on one unit that the price includes",
    weee_tax_row_disposition: "Fixed product tax on the item that the price includes",
  }),
);

/** Fixed product taxes on the quantity of an item. */
export const weeeRowAmounts = orZero(
  money({
    base_weee_tax_applied_row_amnt: "Fixed product tax on the item, in base currency.",
    weee_tax_applied_row_amount: "Fixed product tax on the item, in the currency of the order.",
  }),
);

/** Descriptions of the shipping amounts of an order, without a full stop. */
export const shippingTotals = {
  shipping_amount: "Shipping, without tax",
  shipping_canceled: "Canceled shipping",
  shipping_discount_amount: "Discount on shipping",
  shipping_incl_tax: "Shipping, with tax",
  shipping_invoiced: "Shipping on invoices",
  shipping_refunded: "Shipping on credit memos",
  shipping_tax_amount: "Tax on shipping",
  shipping_tax_refunded: "Tax on refunded shipping",
};

/** Discount tax compensation on shipping. */
export const shippingCompensation = orZero(
  money({
    base_shipping_discount_tax_compensation_amnt: "Discount tax compensation on shipping, in base currency.",
    shipping_discount_tax_compensation_amount: "Discount tax compensation on shipping, in the currency of the order.",
  }),
);

/** Rates between the currencies of an order. */
export const currencyRates = decimals({
  base_to_global_rate: "Units of the global currency for one of the base currency.",
  base_to_order_rate: "Units of the currency of the order for one of the base currency.",
  store_to_base_rate: "Units of the base currency for one of the store view's.",
  store_to_order_rate: "Units of the currency of the order for one of the store view's.",
});

/** Descriptions of the currencies of an order. */
export const currencyCodes = {
  base_currency_code: "ISO 4217 code of the base currency.",
  global_currency_code: "ISO 4217 code of the global currency.",
  order_currency_code: "ISO 4217 code of the currency of the order.",
  store_currency_code: "ISO 4217 code of the store view's currency.",
};
