import { randomBytes } from "node:crypto";
import { type CartLine, type CartState, giftMessageOf, type LineTotals, type Totals } from "../../cart/published.js";
import type { BundleTraits } from "../../catalog/published.js";
import { asQuantity, asWeight } from "../../../platform/money/amount.js";
import { divide, isZero, remainder, sum } from "../../../platform/money/arithmetic.js";
import type { NewOrder, NewOrderItem } from "../../sales/published.js";
import type { Authorization } from "./authorize-payment.js";
import { commerceColumns, commerceLine } from "./snapshot-commerce.js";
import { amountColumns, lineColumns, itemTaxes, orderTaxes } from "./snapshot-amounts.js";

/** The data that an order records besides the cart and its totals. */
export interface OrderDetails {
  /** Names of the website, the store and the store view, one per line. */
  readonly storeName: string;
  /** Status of new orders of the payment method. */
  readonly status: string;
  /** 1 if the confirmation is queued with the order. */
  readonly emailSent: 1 | null;
  /** Title of the payment method. */
  readonly title: string;
  /** Price and shipment types of the bundles in the cart, by product id. */
  readonly bundles: ReadonlyMap<number, BundleTraits>;
  readonly authorization?: Authorization | undefined;
  readonly remoteIp?: string | undefined;
  readonly forwardedFor?: string | undefined;
}

/** Returns the order of a cart: a copy of all data that must survive changes to products, customers and settings. */
export function orderSnapshot(cart: CartState, totals: Totals, placing: OrderDetails): NewOrder {
  const billing = addressOf(cart, "billing");
  const shipping = addressOf(cart, "shipping");
  return {
    columns: orderColumns(cart, totals, placing),
    items: itemsOf(cart, totals, placing),
    billingAddress: addressColumns(cart, billing),
    shippingAddress: totals.isVirtual ? undefined : addressColumns(cart, shipping),
    payment: paymentColumns(cart, totals, placing),
    authorization: placing.authorization?.transactionId,
  };
}

type Address = CartState["addresses"][number];

const addressOf = ({ addresses }: CartState, type: "billing" | "shipping"): Address | undefined =>
  addresses.find(({ address_type }) => address_type === type);

function orderColumns(cart: CartState, totals: Totals, placing: OrderDetails): NewOrder["columns"] {
  const shipping = addressOf(cart, "shipping");
  const units = totals.lines.filter(({ parentId }) => parentId === undefined).map(({ totalQty }) => totalQty);
  return {
    ...customerColumns(cart),
    ...amountColumns(totals),
    ...commerceColumns(totals),
    store_id: cart.store_id,
    store_name: placing.storeName,
    state: "new",
    status: placing.status,
    quote_id: cart.id,
    quote_address_id: shipping?.id ?? null,
    is_virtual: totals.isVirtual ? 1 : 0,
    protect_code: randomBytes(16).toString("hex"),
    coupon_code: cart.coupon_code,
    discount_description: totals.discountDescription ?? null,
    applied_rule_ids: totals.appliedRuleIds.join(",") || null,
    shipping_method: totals.isVirtual ? null : (shipping?.shipping_method ?? null),
    shipping_description: totals.shipping.description ?? null,
    total_qty_ordered: sum(units),
    total_item_count: units.length,
    weight: totals.weight,
    base_currency_code: cart.base_currency_code,
    global_currency_code: cart.global_currency_code,
    store_currency_code: cart.store_currency_code,
    order_currency_code: cart.quote_currency_code,
    base_to_global_rate: cart.base_to_global_rate,
    base_to_order_rate: cart.base_to_quote_rate,
    store_to_base_rate: "0",
    store_to_order_rate: "0",
    remote_ip: placing.remoteIp ?? null,
    x_forwarded_for: placing.forwardedFor ?? null,
    email_sent: placing.emailSent,
    applied_taxes: orderTaxes(totals),
    item_applied_taxes: itemTaxes(totals),
    ...giftColumns(cart, null),
  };
}

/** Returns the gift message of a line, or of the whole cart if `itemId` is null, in the shape of the REST API. */
function giftColumns(cart: CartState, itemId: number | null) {
  const found = giftMessageOf({ cart, itemId });
  if (!found) return { gift_message_id: null, gift_message: null };
  const { gift_message_id, customer_id, sender, recipient, message } = found;
  return { gift_message_id, gift_message: { gift_message_id, customer_id, sender, recipient, message } };
}

/** Returns the customer columns. A guest has the name and the email address of the billing address. */
function customerColumns(cart: CartState): Partial<NewOrder["columns"]> {
  const billing = addressOf(cart, "billing");
  const person = cart.customer_id === null ? billing : undefined;
  return {
    customer_id: cart.customer_id,
    customer_is_guest: cart.customer_id === null ? 1 : 0,
    customer_group_id: cart.customer_id === null ? 0 : cart.customer_group_id,
    customer_email: cart.customer_email ?? billing?.email ?? null,
    customer_prefix: person ? person.prefix : cart.customer_prefix,
    customer_firstname: person ? person.firstname : cart.customer_firstname,
    customer_middlename: person ? person.middlename : cart.customer_middlename,
    customer_lastname: person ? person.lastname : cart.customer_lastname,
    customer_suffix: person ? person.suffix : cart.customer_suffix,
    customer_dob: cart.customer_dob,
    customer_gender: cart.customer_gender,
    customer_taxvat: cart.customer_taxvat ?? null,
    customer_note: cart.customer_note,
    customer_note_notify: cart.customer_note_notify ? 1 : 0,
  };
}

function itemsOf(cart: CartState, totals: Totals, { bundles }: OrderDetails): NewOrderItem[] {
  const byId = new Map(totals.lines.map((line) => [line.itemId, line]));
  const lines = cart.items.flatMap((line) => {
    const of = byId.get(line.item_id);
    return of ? [{ line, of }] : [];
  });
  const places = new Map(lines.map(({ line }, at) => [line.item_id, at]));
  return lines.map(({ line, of }) => ({
    columns: {
      ...itemColumns(cart, line, of),
      ...lineColumns(of),
      ...commerceLine(totals, line.item_id),
      product_option: optionsOf(line, bundles),
    },
    parent: line.parent_item_id === null ? undefined : places.get(line.parent_item_id),
  }));
}

/** Returns the choices of a line and, for a bundle, the traits that determine how it is invoiced and shipped. */
const optionsOf = ({ options, product_id }: CartLine, bundles: OrderDetails["bundles"]) =>
  ({
    ...(options as Readonly<Record<string, unknown>>),
    ...bundles.get(product_id),
  }) as CartLine["options"];

function itemColumns(cart: CartState, line: CartLine, of: LineTotals): NewOrderItem["columns"] {
  return {
    sku: line.sku,
    name: line.name,
    product_id: line.product_id,
    product_type: line.product_type,
    quote_item_id: line.item_id,
    store_id: cart.store_id,
    is_virtual: line.is_virtual ? 1 : 0,
    qty_ordered: of.totalQty,
    qty_invoiced: "0",
    qty_shipped: "0",
    qty_refunded: "0",
    qty_canceled: "0",
    applied_rule_ids: of.appliedRuleIds.join(",") || null,
    no_discount: 0,
    free_shipping: 0,
    locked_do_invoice: null,
    locked_do_ship: null,
    weight: isZero(of.totalQty) ? asWeight(0) : divide(of.rowWeight, of.totalQty),
    row_weight: of.rowWeight,
    is_qty_decimal: isZero(remainder(of.totalQty, asQuantity(1))) ? 0 : 1,
    ...giftColumns(cart, line.item_id),
  };
}

function addressColumns(cart: CartState, address: Address | undefined): NewOrder["billingAddress"] {
  return {
    customer_id: cart.customer_id,
    customer_address_id: address?.customer_address_id ?? null,
    email: address?.email ?? cart.customer_email,
    prefix: address?.prefix ?? null,
    firstname: address?.firstname ?? null,
    middlename: address?.middlename ?? null,
    lastname: address?.lastname ?? null,
    suffix: address?.suffix ?? null,
    company: address?.company ?? null,
    street: address?.street ?? [],
    city: address?.city ?? null,
    region: address?.region ?? null,
    region_id: address?.region_id ?? null,
    region_code: address?.region_code ?? null,
    postcode: address?.postcode ?? null,
    country_id: address?.country_id ?? null,
    telephone: address?.telephone ?? null,
    fax: address?.fax ?? null,
    vat_id: address?.vat_id ?? null,
  };
}

const paymentColumns = (cart: CartState, { base, quote }: Totals, placing: OrderDetails): NewOrder["payment"] => ({
  method: cart.payment_method,
  po_number: cart.po_number,
  quote_payment_id: cart.payment_id,
  amount_ordered: quote.grandTotal,
  base_amount_ordered: base.grandTotal,
  shipping_amount: quote.shippingAmount,
  base_shipping_amount: base.shippingAmount,
  amount_authorized: placing.authorization ? quote.grandTotal : null,
  base_amount_authorized: placing.authorization?.amount ?? null,
  last_trans_id: placing.authorization?.transactionId ?? null,
  additional_information: { method_title: placing.title },
});
