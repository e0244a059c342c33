import { Field, Int } from "type-graphql";
import { amounts, decimals, Fields, integers, money, orZero, texts } from "../../../api/contract/fields.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import {
  currencyCodes,
  currencyRates,
  discountTaxCompensation,
  shippingCompensation,
  shippingTotals,
} from "../shared-fields.types.js";
import { OrderAddress } from "./addresses/order-addresses.types.js";
import { OrderComment } from "./order-comments.types.js";
import { OrderExtension } from "./order-extension.types.js";
import { OrderItem } from "./items/order-items.types.js";
import { OrderPayment } from "./order-payment.types.js";

const totals = orZero(
  amounts({
    adjustment_negative: "Sum of the adjustment fees of credit memos",
    adjustment_positive: "Sum of the adjustment refunds of credit memos",
    discount_amount: "Discount, negative",
    discount_canceled: "Discount on canceled items",
    discount_invoiced: "Discount on invoices, negative",
    discount_refunded: "Discount on credit memos, negative",
    discount_tax_compensation_amount: discountTaxCompensation,
    discount_tax_compensation_invoiced: "Discount tax compensation on invoices",
    discount_tax_compensation_refunded: "Discount tax compensation on credit memos",
    grand_total: "Amount to pay, with tax, shipping and discount",
    ...shippingTotals,
    subtotal: "Sum of the items, without tax and discount",
    subtotal_canceled: "Sum of canceled items, without tax and discount",
    subtotal_incl_tax: "Sum of the items, with tax and without discount",
    subtotal_invoiced: "Sum of the items on invoices, without tax and discount",
    subtotal_refunded: "Sum of the items on credit memos, without tax and discount",
    tax_amount: "Tax",
    tax_canceled: "Tax on canceled items",
    tax_invoiced: "Tax on invoices",
    tax_refunded: "Tax on credit memos",
    total_canceled: "Canceled part of the amount to pay",
    total_due: { readOnly: "Amount still to be paid" },
    total_invoiced: "Sum of the invoices",
    total_offline_refunded: "Sum of offline refunds",
    total_online_refunded: "Sum of refunds through a gateway",
    total_paid: "Sum of the payments",
    total_refunded: "Sum of the credit memos",
  }),
);

const otherNumbers = {
  ...shippingCompensation,
  ...money({
    base_total_invoiced_cost: "Cost of the goods on invoices, in base currency.",
    payment_authorization_amount: "Amount that a gateway authorized, in the currency of the order.",
  }),
  ...decimals({
    base_total_qty_ordered: "Ordered units.",
    total_qty_ordered: "Ordered units.",
  }),
  ...currencyRates,
  ...decimals({ weight: "Weight of the goods, in the unit of the store view." }),
  ...orZero(
    integers({
      edit_increment: "Number of times that the order was edited.",
      email_sent: "1 once the confirmation email was sent.",
      forced_shipment_with_invoice: "1 if invoicing also ships the items.",
      is_virtual: "1 if nothing is shipped, otherwise 0.",
      customer_note_notify: "1 if comments are emailed to the customer.",
    }),
  ),
  ...integers({
    billing_address_id: "Id of the billing address; assigned by the service.",
    can_ship_partially: "1 if the order may be shipped in parts.",
    can_ship_partially_item: "1 if an item may be shipped in parts.",
    customer_gender: "Gender of the customer, as in the customer's attribute.",
    customer_group_id: "Id of the customer's group.",
    customer_id: "Id of the customer; absent for guests.",
    customer_is_guest: "1 for an order of a guest, otherwise 0.",
    entity_id: "Id. Omit it to import an order.",
    payment_auth_expiration: "Days until an authorized amount is released.",
    quote_address_id: "Id of the cart's address.",
    quote_id: "Id of the cart.",
    total_item_count: "Number of items, not counting parts of other items; counted when an order is created.",
  }),
};

const customer = texts({
  customer_dob: "Date of birth, as YYYY-MM-DD; in responses with the time 00:00:00.",
  customer_email: "Email address of the customer.",
  customer_firstname: "First name of the customer.",
  customer_lastname: "Last name of the customer.",
  customer_middlename: "Middle name of the customer.",
  customer_note: "Note of the customer.",
  customer_prefix: "Prefix of the customer's name, such as a title.",
  customer_suffix: "Suffix of the customer's name.",
  customer_taxvat: "Tax or VAT number of the customer.",
  ext_customer_id: "Id of the customer in another system.",
});

const otherTexts = texts({
  applied_rule_ids: "Ids of the applied cart price rules, separated by commas.",
  base_currency_code: currencyCodes.base_currency_code,
  coupon_code: "Coupon that was used.",
  created_at: "Time of the order, in UTC.",
  discount_description: "Names of the discounts.",
  ext_order_id: "Id of the order in another system.",
  global_currency_code: currencyCodes.global_currency_code,
  hold_before_state: "State before the order was put on hold.",
  hold_before_status: "Status before the order was put on hold.",
  increment_id: "Number of the order, unique in its store view; by default the next one.",
  order_currency_code: currencyCodes.order_currency_code,
  original_increment_id: "Number of the original order of an edited one.",
  protect_code: "Random key of the order; generated when an order is created.",
  relation_child_id: "Id of the order that replaced an edited one.",
  relation_child_real_id: "Number of the order that replaced an edited one.",
  relation_parent_id: "Id of the edited order.",
  relation_parent_real_id: "Number of the edited order.",
  remote_ip: "IP address of the customer.",
  shipping_description: "Carrier and method, as shown to the customer.",
  state:
    "State: new, pending_payment, processing, complete, closed, canceled, holded or payment_review; null if there is none.",
  status: "Status within the state; null if there is none.",
  store_currency_code: currencyCodes.store_currency_code,
  store_name: "Names of website, store and store view, one per line; set when an order is created.",
  updated_at: { readOnly: "Time of the last change, in UTC." },
  x_forwarded_for: "IP addresses of the proxies between customer and shop.",
});

@Shape("Order", "An order.", {
  input: "An order to import, or the fields of an order to change.",
  always: ["total_due", "base_total_due", "entity_id", "created_at", "updated_at"],
  isPartial: true,
})
export class Order extends Fields({ ...totals, ...otherNumbers, ...customer, ...otherTexts }) {
  @Field(() => Int, { nullable: true, description: "Id of the store view; by default that of the request." })
  store_id?: number | null;

  @Field(() => [OrderItem], { nullable: true, description: "Items, including the parts of other items." })
  items?: OrderItem[] | null;

  @Field(() => OrderAddress, { nullable: true, description: "Billing address." })
  billing_address?: OrderAddress | null;

  @Field(() => OrderPayment, { nullable: true, description: "Payment." })
  payment?: OrderPayment | null;

  @Field(() => [OrderComment], { nullable: true, description: "Comments and status changes, the latest first." })
  status_histories?: OrderComment[] | null;

  @Field(() => OrderExtension, { nullable: true, description: "Shipping, taxes and details of the payment." })
  extension_attributes?: OrderExtension | null;
}

export const OrderSearchResults = SearchResults(Order);
export type OrderSearchResults = SearchResults<Order>;
