import { SharedList } from "../../../api/call/answer/lazy-list.js";
import { withoutNulls } from "../../../platform/db/models.js";
import { toAddedValues } from "../../../api/search-criteria/added-values.sql.js";
import { asAmount, zero } from "../../../platform/money/amount.js";
import { max, subtract } from "../../../platform/money/arithmetic.js";
import { shownAs, shownColumns } from "../required-keys.js";
import { toOrderItem } from "./items/item-answer.js";
import type { OrderAddress } from "./addresses/order-addresses.types.js";
import type { OrderCommerce } from "./commerce/order-commerce.types.js";
import type { OrderExtension, OrderShippingTotal } from "./order-extension.types.js";
import { giftOf } from "./commerce/order-gifts.js";
import type { OrderItem } from "./items/order-items.types.js";
import type { OrderPayment } from "./order-payment.types.js";
import type { Order } from "./orders.types.js";
import { taxesByItem, toTaxes } from "./taxes/tax-answer.js";
import { type AddressRow, orderValues, type PaymentRow, type StoredOrder } from "./stored-order.js";

/** Returns a stored order as its shape. */
export function toOrder(stored: StoredOrder): Order {
  const { items: _rows, addresses, payment, history, commerce: _commerce, ...others } = stored;
  const { taxes: _taxes, tax_items: _entries, added: _added, ...columns } = others;
  const items = toItems(stored);
  const billing = addresses.find(({ entity_id }) => entity_id === columns.billing_address_id);
  return {
    ...shownColumns("order", columns),
    ...(columns.customer_dob ? { customer_dob: `${columns.customer_dob} 00:00:00` } : {}),
    total_due: amountDue(columns.grand_total, columns.total_paid),
    base_total_due: amountDue(columns.base_grand_total, columns.base_total_paid),
    items,
    ...(billing ? { billing_address: toAddress(billing) } : {}),
    ...(payment ? { payment: toPayment(payment) } : {}),
    status_histories: history.map(shownAs("comment")),
    extension_attributes: extensionOf(stored, items),
  };
}

function amountDue(total: string | null | undefined, paid: string | null | undefined) {
  return max(subtract(asAmount(total ?? 0), asAmount(paid ?? 0)), zero);
}

/** Returns the lines as a list that the shipping assignment shares. */
function toItems(stored: StoredOrder): SharedList<OrderItem> {
  const { items: rows } = stored;
  const taxes = taxesByItem(stored);
  const byId = new Map(rows.map((row) => [row.item_id, row]));
  return SharedList.from(rows, (row) =>
    toOrderItem(row, byId.get(row.parent_item_id ?? 0), taxes),
  ) as SharedList<OrderItem>;
}

/** Returns a stored address as its shape. */
export const toAddress = (row: AddressRow): OrderAddress => shownColumns("address", row);

type Details = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns the details of a payment. The title comes first, as it was stored first: the column has no order. */
function detailsOf({ additional_information: details }: PaymentRow): (readonly [string, unknown])[] {
  const { method_title: title, ...others } = (details ?? {}) as Details;
  return [...(title === undefined ? [] : [["method_title", title] as const]), ...Object.entries(others)];
}

function toPayment(row: PaymentRow): OrderPayment {
  const values = detailsOf(row).map(([, value]) => (value === null ? null : textOf(value)));
  return { ...shownColumns("payment", row), additional_information: values };
}

const shippingTotals = [
  ...["shipping_amount", "shipping_canceled", "shipping_discount_amount", "shipping_incl_tax"],
  ...["shipping_invoiced", "shipping_refunded", "shipping_tax_amount", "shipping_tax_refunded"],
].flatMap((name) => [name, `base_${name}`]);
const shippingTotalNames = new Set([
  ...shippingTotals,
  "shipping_discount_tax_compensation_amount",
  "base_shipping_discount_tax_compensation_amnt",
]);

/** Returns the extension attributes. The whole order is one shipping assignment. */
function extensionOf(stored: StoredOrder, items: OrderItem[]): OrderExtension {
  const { addresses, payment, shipping_address_id: shippedTo, shipping_method: method } = stored;
  const { pickup_location_code = null, send_notification = null, notification_sent = null } = stored;
  const address = addresses.find(({ entity_id }) => entity_id === shippedTo);
  const total = Object.entries(stored).filter(([name, value]) => shippingTotalNames.has(name) && value !== null);
  const shipping = {
    ...(address ? { address: toAddress(address) } : {}),
    ...(method == null ? {} : { method }),
    total: Object.fromEntries(total) as OrderShippingTotal,
  };
  return {
    shipping_assignments: [{ shipping, items }],
    payment_additional_info: payment ? detailsOf(payment).map(([key, value]) => ({ key, value: textOf(value) })) : [],
    ...withoutNulls({ pickup_location_code, send_notification, notification_sent }),
    ...toTaxes(stored),
    ...giftOf(stored),
    converting_from_quote: false,
    // Stored by the names of the shape.
    ...(stored.commerce as OrderCommerce | null),
    ...toAddedValues(orderValues.shape, stored.added),
  };
}
