import { Field, Int } from "type-graphql";
import { ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { amounts, decimals, Fields, integers, money, orZero, texts } from "../../../api/contract/fields.js";
import { ReadOnly } from "../../../api/contract/request-fields.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { documentCommerce } from "../documents/document-commerce.js";
import { CommentFields } from "../documents/comments.types.js";
import {
  currencyCodes,
  currencyRates,
  discountTaxCompensation,
  lineAmounts,
  lineCost,
  lineTexts,
} from "../shared-fields.types.js";

@Shape("InvoiceComment", "A comment on an invoice.", {
  always: ["entity_id", "parent_id", "created_at"],
  lacksInRest: ["created_at"],
  isPartial: true,
})
export class InvoiceComment extends CommentFields("invoice") {}

export const InvoiceCommentSearchResults = SearchResults(InvoiceComment);
export type InvoiceCommentSearchResults = SearchResults<InvoiceComment>;

@Shape("InvoiceItem", "An item of an invoice.", { always: ["entity_id", "parent_id", "order_item_id", "qty"] })
export class InvoiceItem extends Fields({
  ...lineAmounts,
  ...lineCost,
  ...decimals({ qty: "Invoiced units." }),
  ...integers({
    entity_id: "Id; assigned by the service.",
    order_item_id: "Id of the order item.",
    parent_id: "Id of the invoice.",
    product_id: "Id of the product.",
  }),
  ...lineTexts,
}) {}

const totals = orZero(
  amounts({
    discount_amount: "Discount, negative",
    discount_tax_compensation_amount: discountTaxCompensation,
    grand_total: "Amount to pay, with tax, shipping and discount",
    shipping_amount: "Shipping, without tax; charged in full on the first invoice of an order",
    shipping_incl_tax: "Shipping, with tax",
    shipping_tax_amount: "Tax on shipping",
    subtotal: "Sum of the items, without tax and discount",
    subtotal_incl_tax: "Sum of the items, with tax and without discount",
    tax_amount: "Tax",
  }),
);

const otherNumbers = {
  ...orZero(
    money({
      base_shipping_discount_tax_compensation_amnt: "Discount tax compensation on shipping, in base currency.",
      base_total_refunded: "Sum of the credit memos for the invoice, in base currency.",
      shipping_discount_tax_compensation_amount: "Discount tax compensation on shipping, in the currency of the order.",
    }),
  ),
  ...currencyRates,
  ...decimals({ total_qty: "Invoiced units." }),
  ...orZero(
    integers({
      can_void_flag: "1 if the gateway can still void the payment, otherwise 0.",
      email_sent: "1 once the email to the customer was sent.",
      is_used_for_refund: "1 if the invoice was refunded, at least in part.",
    }),
  ),
  ...integers({
    billing_address_id: "Id of the order's billing address.",
    entity_id: "Id. Omit it to create an invoice.",
    order_id: "Id of the order.",
    shipping_address_id: "Id of the order's shipping address.",
    state: "State: 1 open, 2 paid, 3 canceled.",
    store_id: "Id of the store view; by default that of the order.",
  }),
};

const otherTexts = texts({
  base_currency_code: currencyCodes.base_currency_code,
  created_at: "Time of the invoice, in UTC.",
  discount_description: "Names of the discounts.",
  global_currency_code: currencyCodes.global_currency_code,
  increment_id: "Number of the invoice, unique in its store view; by default the next one.",
  order_currency_code: currencyCodes.order_currency_code,
  store_currency_code: currencyCodes.store_currency_code,
  transaction_id: "Id of the gateway's transaction; absent for an offline payment.",
  updated_at: { readOnly: "Time of the last change, in UTC." },
});

@ExtensionAttributes("Invoice")
export class InvoiceExtension extends Fields(documentCommerce("Amount of the invoice paid by"), "commerce") {}

@Shape("Invoice", "An invoice of a part or all of an order.", { input: "An invoice to store as sent." })
export class Invoice extends Fields({ ...totals, ...otherNumbers, ...otherTexts }) {
  @Field(() => [InvoiceItem], { nullable: true, description: "Lines." })
  items?: InvoiceItem[] | null;

  @Field(() => [InvoiceComment], { nullable: true, description: "Comments, the oldest first." })
  comments?: InvoiceComment[] | null;

  @ReadOnly(
    () => InvoiceExtension,
    "Amounts paid by gift cards and store credit, and charges for gift wrapping.",
    "commerce",
  )
  extension_attributes?: InvoiceExtension | null;
}

export const InvoiceSearchResults = SearchResults(Invoice);
export type InvoiceSearchResults = SearchResults<Invoice>;

@Shape("InvoiceItemCreation", "Units of an order item to invoice.")
export class InvoiceItemCreation {
  @Field(() => Int, { nullable: true, description: "Id of the order item. Unknown ids are ignored." })
  order_item_id?: number | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Units. Decimal places are cut off unless the item is sold in fractions of a unit.",
  })
  qty?: DecimalText | null;
}
