import { Field } from "type-graphql";
import { ProductOption } from "../../../cart/options/product-option.types.js";
import { GiftMessage } from "../../../checkout/gift-messages/gift-messages.types.js";
import { Extension, ExtensionAttributes } from "../../../../api/contract/extension-attributes.js";
import {
  addFields,
  amounts,
  decimals,
  Fields,
  integers,
  money,
  orZero,
  texts,
} from "../../../../api/contract/fields.js";
import { Shape } from "../../../../api/contract/shape.js";
import { discountTaxCompensation, lineCost, weeeAmounts, weeeRowAmounts } from "../../shared-fields.types.js";
import { OrderTaxItem } from "../taxes/order-taxes.types.js";
import { itemCommerce, itemCommerceTexts } from "../commerce/order-commerce.types.js";
import { SearchResults } from "../../../../api/search-criteria/search-results.js";

const totals = {
  ...amounts({
    original_price: "Price of the product before discounts and special prices",
    price: "Price of one unit, without tax",
    price_incl_tax: "Price of one unit, with tax",
  }),
  ...orZero(
    amounts({
      amount_refunded: "Refunded amount, without tax",
      discount_amount: "Discount on the item",
      discount_invoiced: "Discount on invoices",
      discount_refunded: "Discount on credit memos",
      discount_tax_compensation_amount: discountTaxCompensation,
      discount_tax_compensation_invoiced: "Discount tax compensation on invoices",
      discount_tax_compensation_refunded: "Discount tax compensation on credit memos",
      row_invoiced: "Amount on invoices, without tax and discount",
      row_total: "Total of the item, without tax; in responses less the discount",
      row_total_incl_tax: "Total of the item, with tax; in responses less the discount",
      tax_amount: "Tax on the item",
      tax_before_discount: "Tax on the item without the discount",
      tax_invoiced: "Tax on invoices",
      tax_refunded: "Tax on credit memos",
    }),
  ),
  ...weeeAmounts,
  ...lineCost,
  ...weeeRowAmounts,
  ...orZero(
    money({
      discount_tax_compensation_canceled: "Discount tax compensation on canceled units, in the currency of the order.",
      tax_canceled: "Tax on canceled units, in the currency of the order.",
    }),
  ),
};

@ExtensionAttributes("OrderItem")
export class OrderItemExtension {
  @Extension(() => GiftMessage, "Gift message of the item.")
  gift_message?: GiftMessage | null;

  @Extension(() => [OrderTaxItem], "Taxes on the item and on its fees; in requests, they replace the stored ones.")
  itemized_taxes?: OrderTaxItem[] | null;
}

@Shape("OrderItem", "An item of an order.", {
  always: ["item_id", "order_id", "created_at", "updated_at"],
  isPartial: true,
})
export class OrderItem extends Fields({
  ...totals,
  ...orZero(
    decimals({
      discount_percent: "Discount, in percent.",
      qty_backordered: "Units on back order.",
      qty_canceled: "Canceled units.",
      qty_invoiced: "Units on invoices.",
      qty_ordered: "Ordered units.",
      qty_refunded: "Units on credit memos.",
      qty_returned: "Returned units.",
      qty_shipped: "Shipped units.",
    }),
  ),
  ...orZero(
    integers({
      free_shipping: "1 if the item is shipped free of charge.",
      is_qty_decimal: "1 if the quantity may have decimal places.",
      is_virtual: "1 if the item is not shipped.",
      locked_do_invoice: "1 if the item must not be invoiced.",
      locked_do_ship: "1 if the item must not be shipped.",
      no_discount: "1 if discounts do not apply.",
    }),
  ),
  ...decimals({
    row_weight: "Weight of the item, in the unit of the store view.",
    tax_percent: "Tax, in percent.",
    weight: "Weight of one unit, in the unit of the store view.",
  }),
  ...integers({
    item_id: "Id. Omit it to add an item.",
    order_id: "Id of the order.",
    parent_item_id: "Id of the parent item, of which this one is a part.",
    product_id: "Id of the product.",
    quote_item_id: "Id of the cart item.",
    store_id: "Id of the store view; by default that of the order.",
  }),
  ...texts({
    additional_data: "Data of extensions.",
    applied_rule_ids: "Ids of the applied cart price rules, separated by commas.",
    created_at: "Time of creation, in UTC.",
    description: "Description.",
    ext_order_item_id: "Id of the item in another system.",
    name: "Name of the product.",
    product_type: "Type of the product.",
    sku: "SKU, including the SKUs of chosen options.",
    updated_at: { readOnly: "Time of the last change, in UTC." },
    weee_tax_applied: "Fixed product taxes, as JSON.",
  }),
}) {
  @Field(() => OrderItem, {
    nullable: true,
    description:
      "The parent item, of which this one is a part. In requests, item_id or sku identifies another item of the order.",
  })
  parent_item?: OrderItem | null;

  @Field(() => ProductOption, { nullable: true, description: "Options of the product that the customer chose." })
  product_option?: ProductOption | null;

  @Field(() => OrderItemExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: OrderItemExtension | null;
}

addFields(OrderItem, itemCommerce, "commerce");
addFields(OrderItemExtension, itemCommerceTexts, "commerce");

export const OrderItemSearchResults = SearchResults(OrderItem);
export type OrderItemSearchResults = SearchResults<OrderItem>;
