import { randomBytes } from "node:crypto";
import { type CartLine, type CartState, giftMessageOf, type LineTotals, type Totals } from "../../cart/published.js";
import type { BundleTraits } from "../../catalog/published.sale.js";
import { asQuantity, asWeight, type Quantity } from "../../../platform/money/amount.js";
import { divide, isPositive, isZero, remainder, sum } from "../../../platform/money/arithmetic.js";
import { isStatusOf, type NewOrder, type NewOrderItem } from "../../sales/published.orders.js";
import { deliveryColumns } from "../pickup/pickup-of-cart.js";
import type { AvailableMethod } from "../payment/available.js";
import type { SavedAddresses } from "./address-book.js";
import type { Authorization } from "./authorize-payment.js";
import { commerceColumns, commerceLine } from "./snapshot-commerce.js";
import { amountColumns, lineColumns } from "./snapshot-amounts.js";
import { orderTaxes } from "./snapshot-taxes.js";

/** The data that an order records besides the cart and its totals. */
export interface OrderDetails {
  /** Names of the website, the store and the store view, one per line. */
  readonly storeName: string;
  readonly method: AvailableMethod;
  /** Whether the cart stored a payment before the call that places the order: Magento copies defaults of its columns. */
  readonly hadPayment: boolean;
  /** Units that are sold beyond the stock, by the id of the cart's line. */
  readonly backordered: ReadonlyMap<number, Quantity>;
  /** 1 if the confirmation is queued with the order. */
  readonly emailSent: 1 | null;
  readonly bundles: ReadonlyMap<number, BundleTraits>;
  readonly authorization?: Authorization | undefined;
  readonly remoteIp?: string | undefined;
  readonly forwardedFor?: string | undefined;
}

/** Returns the order of a cart: a copy of all data that must survive changes to products, customers and settings. */
export function orderSnapshot(cart: CartState, totals: Totals, placing: OrderDetails): NewOrder {
  const billing = addressOf(cart, "billing");
  const shipping = addressOf(cart, "shipping");
  const columns = orderColumns(cart, totals, placing);
  const email = columns.customer_email ?? null;
  return {
    columns,
    items: itemsOf(cart, totals, placing),
    billingAddress: { ...addressColumns(billing), email },
    shippingAddress: totals.isVirtual ? undefined : { ...addressColumns(shipping), email },
    payment: paymentColumns(cart, totals, placing),
    taxes: orderTaxes(totals, placesOf(orderedLines(cart, totals))),
    authorization: placing.authorization?.transactionId,
    // Magento notes that the status differs from the one in the settings.
    ...(placing.method.orderStatus === columns.status ? {} : { comment: null }),
  };
}

/** Returns an order whose addresses have the ids that they got in the customer's address book. */
export function withSavedAddresses(order: NewOrder, { billing, shipping }: SavedAddresses): NewOrder {
  const { billingAddress, shippingAddress } = order;
  return {
    ...order,
    billingAddress: billing === undefined ? billingAddress : { ...billingAddress, customer_address_id: billing },
    shippingAddress: shippingAddress && {
      ...shippingAddress,
      ...(shipping === undefined ? {} : { customer_address_id: shipping }),
    },
  };
}

type Address = CartState["addresses"][number];

const addressOf = ({ addresses }: CartState, type: "billing" | "shipping"): Address | undefined =>
  addresses.find(({ address_type }) => address_type === type);

function orderColumns(cart: CartState, totals: Totals, placing: OrderDetails): NewOrder["columns"] {
  const units = totals.lines.filter(({ parentId }) => parentId === undefined).map(({ totalQty }) => totalQty);
  return {
    ...customerColumns(cart),
    ...amountColumns(totals),
    ...commerceColumns(totals),
    store_id: cart.store_id,
    store_name: placing.storeName,
    state: "new",
    status: statusOf(placing.method),
    quote_id: cart.id,
    is_virtual: totals.isVirtual ? 1 : 0,
    protect_code: randomBytes(16).toString("hex"),
    coupon_code: cart.coupon_code,
    discount_description: totals.discountDescription ?? null,
    applied_rule_ids: totals.appliedRuleIds.join(",") || null,
    ...deliveryColumns(cart, totals),
    total_qty_ordered: sum(units),
    total_item_count: leavesOf(totals.lines).length,
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
    ...giftColumns(cart, null),
  };
}

/** The default status of new orders. */
const pending = "pending";

/** Returns the status that the settings give new orders, or the default if that status is not one of new orders. */
const statusOf = ({ orderStatus }: AvailableMethod): string =>
  isStatusOf({ state: "new", status: pending }, orderStatus) ? orderStatus : pending;

/** Returns the lines that have no parts. */
function leavesOf(lines: readonly LineTotals[]): LineTotals[] {
  const parents = new Set(lines.map(({ parentId }) => parentId));
  return lines.filter(({ itemId }) => !parents.has(itemId));
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

interface OrderedLine {
  readonly line: CartLine;
  readonly of: LineTotals;
}

/** Returns the lines of a cart that have totals. */
function orderedLines(cart: CartState, totals: Totals): OrderedLine[] {
  const byId = new Map(totals.lines.map((line) => [line.itemId, line]));
  return cart.items.flatMap((line) => {
    const of = byId.get(line.item_id);
    return of ? [{ line, of }] : [];
  });
}

const placesOf = (lines: readonly OrderedLine[]) => new Map(lines.map(({ line }, at) => [line.item_id, at]));

function itemsOf(cart: CartState, totals: Totals, { bundles, backordered }: OrderDetails): NewOrderItem[] {
  const lines = orderedLines(cart, totals);
  const places = placesOf(lines);
  return lines.map(({ line, of }) => ({
    columns: {
      ...itemColumns(cart, line, of),
      ...lineColumns(of),
      ...commerceLine(totals, line.item_id),
      product_option: line.parent_item_id === null ? optionsOf(line, bundles) : null,
      qty_backordered: backordered.get(line.item_id) ?? null,
    },
    parent: line.parent_item_id === null ? undefined : places.get(line.parent_item_id),
  }));
}

/**
 * Returns the choices of a line and, for a bundle, the traits that determine how it is invoiced and shipped; null if there
 * are none.
 */
function optionsOf({ options, product_id }: CartLine, bundles: OrderDetails["bundles"]): CartLine["options"] | null {
  const all = { ...(options as Readonly<Record<string, unknown>>), ...bundles.get(product_id) };
  return Object.keys(all).length === 0 ? null : all;
}

function itemColumns(cart: CartState, line: CartLine, of: LineTotals): NewOrderItem["columns"] {
  const isPart = line.parent_item_id !== null;
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
    applied_rule_ids: isPart ? null : of.appliedRuleIds.join(",") || null,
    no_discount: 0,
    free_shipping: isPositive(of.freeShippingQty) ? 1 : 0,
    locked_do_invoice: null,
    locked_do_ship: null,
    weight: line.is_virtual || isZero(of.totalQty) ? null : divide(of.rowWeight, of.totalQty),
    // The weight of the parent includes that of its parts.
    row_weight: isPart ? asWeight(0) : of.orderedWeight,
    is_qty_decimal: isZero(remainder(of.totalQty, asQuantity(1))) ? 0 : 1,
    ...giftColumns(cart, line.item_id),
  };
}

function addressColumns(address: Address | undefined): NewOrder["billingAddress"] {
  return {
    customer_address_id: address?.customer_address_id || null,
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
  amount_ordered: quote.grandTotal,
  base_amount_ordered: base.grandTotal,
  shipping_amount: quote.shippingAmount,
  base_shipping_amount: base.shippingAmount,
  amount_authorized: placing.authorization ? quote.grandTotal : null,
  base_amount_authorized: placing.authorization?.amount ?? null,
  last_trans_id: placing.authorization?.transactionId ?? null,
  additional_information: { method_title: placing.method.title, ...placing.method.recorded },
  ...(placing.hadPayment && { cc_exp_year: "0", cc_ss_start_month: "0", cc_ss_start_year: "0" }),
});
