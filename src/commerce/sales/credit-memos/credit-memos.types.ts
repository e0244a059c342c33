import { Field } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { amounts, decimals, Fields, integers, orZero, texts } from "../../../api/contract/fields.js";
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
  shippingCompensation,
  weeeAmounts,
  weeeRowAmounts,
} from "../shared-fields.types.js";

@Shape("CreditmemoItem", "An item of a credit memo.", { always: ["entity_id", "parent_id", "order_item_id", "qty"] })
export class CreditmemoItem extends Fields({
  ...lineTexts,
  ...texts({ weee_tax_applied: "Fixed product taxes, as JSON." }),
  ...integers({
    entity_id: "Id; assigned by the service.",
    order_item_id: "Id of the order item.",
    parent_id: { readOnly: "Id of the credit memo." },
    product_id: "Id of the product.",
  }),
  ...decimals({ qty: "Refunded units." }),
  ...lineAmounts,
  ...weeeAmounts,
  ...lineCost,
  ...weeeRowAmounts,
}) {}

@Shape("CreditmemoComment", "A comment on a credit memo.", {
  always: ["entity_id", "parent_id", "created_at"],
  lacksInRest: ["created_at"],
  isPartial: true,
})
export class CreditmemoComment extends CommentFields("credit memo") {}

@ExtensionAttributes("Creditmemo")
export class CreditmemoExtension extends Fields(
  {
    ...documentCommerce("Amount returned to"),
    ...orZero(amounts({ reward_currency_amount: "Refunded amount that reward points paid" })),
  },
  "commerce",
) {
  @Extension(
    () => Boolean,
    "Whether to return the reward points that paid for the order; by default the setting magento_reward/general/refund_automatically. Absent in responses.",
    "commerce",
  )
  refund_reward_points?: boolean | null;
}

@Shape("Creditmemo", "A credit memo, a refund of a part or all of an order.")
export class Creditmemo extends Fields({
  ...orZero(
    amounts({
      adjustment: "Adjustment refund less the adjustment fee",
      adjustment_negative: "Adjustment fee, which is kept",
      adjustment_positive: "Adjustment refund, in addition to goods and shipping",
      discount_amount: "Discount, negative",
      discount_tax_compensation_amount: discountTaxCompensation,
      grand_total: "Refunded amount",
      shipping_amount: "Shipping, without tax",
      shipping_incl_tax: "Shipping, with tax",
      shipping_tax_amount: "Tax on shipping",
      subtotal: "Sum of the items, without tax and discount",
      subtotal_incl_tax: "Sum of the items, with tax and without discount",
      tax_amount: "Tax",
    }),
  ),
  ...shippingCompensation,
  ...currencyRates,
  ...orZero(
    integers({
      email_sent: "1 once the email to the customer was sent.",
    }),
  ),
  ...integers({
    billing_address_id: "Id of the billing address of the order.",
    creditmemo_status: "Status; the meaning is up to the client.",
    entity_id: "Id. Omit it to create a credit memo.",
    invoice_id: "Id of the refunded invoice; absent for a refund of the order.",
    order_id: "Id of the order.",
    shipping_address_id: "Id of the shipping address of the order.",
    state: "1 open, 2 refunded, 3 canceled.",
    store_id: "Id of the store view; by default that of the order.",
  }),
  ...texts({
    base_currency_code: currencyCodes.base_currency_code,
    created_at: "Time of the credit memo, in UTC.",
    discount_description: "Names of the discounts.",
    global_currency_code: currencyCodes.global_currency_code,
    increment_id: "Number of the credit memo, unique in its store view; by default the next one.",
    order_currency_code: currencyCodes.order_currency_code,
    store_currency_code: currencyCodes.store_currency_code,
    transaction_id: "Id of the gateway's transaction; absent for an offline refund.",
    updated_at: { readOnly: "Time of the last change, in UTC." },
  }),
}) {
  @Field(() => [CreditmemoItem], { nullable: true, description: "Lines." })
  items?: CreditmemoItem[] | null;

  @Field(() => [CreditmemoComment], { nullable: true, description: "Comments, the oldest first." })
  comments?: CreditmemoComment[] | null;

  @Extension(
    () => CreditmemoExtension,
    "Amounts returned to gift cards, store credit and reward points, and charges for gift wrapping. `refundCreditmemo` uses " +
      "them as sent: store credit first gets back the amount that it paid; the rest is a part of the grand total.",
    "commerce",
  )
  extension_attributes?: CreditmemoExtension | null;
}

export const CreditmemoSearchResults = SearchResults(Creditmemo);
export type CreditmemoSearchResults = SearchResults<Creditmemo>;

export const CreditmemoCommentSearchResults = SearchResults(CreditmemoComment);
export type CreditmemoCommentSearchResults = SearchResults<CreditmemoComment>;
