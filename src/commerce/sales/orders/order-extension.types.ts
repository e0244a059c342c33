import { Field, Int } from "type-graphql";
import { GiftMessage } from "../../checkout/gift-messages/gift-messages.types.js";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { amounts, decimals, Fields, orZero, texts, ZeroIfAbsent } from "../../../api/contract/fields.js";
import { ReadOnly } from "../../../api/contract/request-fields.js";
import { Shape } from "../../../api/contract/shape.js";
import { shippingCompensation, shippingTotals } from "../shared-fields.types.js";
import { OrderAddress } from "./addresses/order-addresses.types.js";
import { OrderCommerce } from "./commerce/order-commerce.types.js";
import { OrderTax, OrderTaxItem } from "./taxes/order-taxes.types.js";
import { OrderItem } from "./items/order-items.types.js";

@Shape("OrderShippingTotal", "The amounts of an order's shipping.")
export class OrderShippingTotal extends Fields({
  ...orZero(amounts(shippingTotals)),
  ...shippingCompensation,
}) {}

@Shape("OrderShipping", "Where and how an order is shipped.")
export class OrderShipping {
  @Field(() => OrderAddress, { nullable: true, description: "Shipping address." })
  address?: OrderAddress | null;

  @Field(() => String, { nullable: true, description: "Code of the shipping method, in the form `carrier_method`." })
  method?: string | null;

  @ReadOnly(() => OrderShippingTotal, "Amounts.")
  total?: OrderShippingTotal | null;
}

@Shape("OrderShippingAssignment", "The shipping of an order with its items.")
export class OrderShippingAssignment {
  @Field(() => OrderShipping, { nullable: true, description: "Address and method." })
  shipping?: OrderShipping | null;

  @ReadOnly(() => [OrderItem], "All items of the order.")
  items?: OrderItem[] | null;

  @ReadOnly(() => Int, "Id of the stock.")
  stock_id?: number | null;
}

@Shape("OrderPaymentInfo", "A detail of a payment.", { mayLack: [] })
export class OrderPaymentInfo extends Fields(texts({ key: "Key.", value: "Value; JSON if it is not text." })) {}

@Shape("OrderTaxRate", "A rate of an applied tax.")
export class OrderTaxRate extends Fields({
  ...texts({ code: "Code of the rate.", title: "Title of the rate." }),
  ...decimals({ percent: "Rate, in percent." }),
}) {}

@ExtensionAttributes("OrderAppliedTax")
export class OrderAppliedTaxExtension {
  @Extension(() => [OrderTaxRate], "Rates that make up the tax.")
  rates?: OrderTaxRate[] | null;
}

@Shape("OrderAppliedTax", "A tax that applies to an order.")
export class OrderAppliedTax extends Fields({
  ...texts({ code: "Code of the tax.", title: "Title of the tax." }),
  ...decimals({ percent: "Rate, in percent." }),
  ...orZero(amounts({ amount: "Amount" })),
}) {
  @Field(() => OrderAppliedTaxExtension, { nullable: true, description: "Rates that make up the tax." })
  extension_attributes?: OrderAppliedTaxExtension | null;
}

@Shape("OrderItemTax", "The taxes on an item of an order, or on its shipping.")
export class OrderItemTax {
  @Field(() => String, {
    nullable: true,
    description: "Type of the taxed item, for example product, shipping or weee.",
  })
  type?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the item; absent for shipping." })
  item_id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the item that a fee belongs to." })
  associated_item_id?: number | null;

  @Field(() => [OrderAppliedTax], { nullable: true, description: "Taxes." })
  applied_taxes?: OrderAppliedTax[] | null;
}

@ExtensionAttributes("Order")
export class OrderExtension extends OrderCommerce {
  @Extension(() => [OrderShippingAssignment], "Shipping, as one entry. Further entries are ignored.")
  shipping_assignments?: OrderShippingAssignment[] | null;

  @Extension(() => String, "Code of the pickup location; absent if the order is delivered.")
  pickup_location_code?: string | null;

  @Extension(() => Int, "1 if the customer is to be emailed that the order is ready for pickup.")
  send_notification?: number | null;

  @Extension(() => Int, "1 if the customer was emailed that the order is ready for pickup.")
  notification_sent?: number | null;

  @Extension(() => [OrderPaymentInfo], "Details of the payment, as keys and values.")
  payment_additional_info?: OrderPaymentInfo[] | null;

  @Extension(() => [OrderTax], "Tax rates that apply to the order. In requests, they replace the stored ones.")
  taxes?: OrderTax[] | null;

  @Extension(
    () => [OrderTaxItem],
    "Taxes on what is no item, as on shipping. In requests, they replace the stored ones.",
  )
  additional_itemized_taxes?: OrderTaxItem[] | null;

  @Extension(() => [OrderAppliedTax], "Sums of the itemized taxes; without those, the taxes as imported.")
  applied_taxes?: OrderAppliedTax[] | null;

  @Extension(() => [OrderItemTax], "The itemized taxes by item and for shipping; without those, as imported.")
  item_applied_taxes?: OrderItemTax[] | null;

  @Extension(() => GiftMessage, "Gift message of the order.")
  gift_message?: GiftMessage | null;

  @ZeroIfAbsent()
  @ReadOnly(() => Boolean, "Always false.")
  converting_from_quote?: boolean | null;
}
