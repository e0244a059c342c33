import { aggregate, inputError, noSuchEntity, required } from "../../../../api/call/errors.js";
import { asAmount } from "../../../../platform/money/amount.js";
import { add, isZero, subtract } from "../../../../platform/money/arithmetic.js";
import type { Prisma } from "../../../../platform/db/models.js";
import type { OrderAddress } from "../addresses/order-addresses.types.js";
import type { OrderItem } from "../items/order-items.types.js";
import type { Order } from "../orders.types.js";
import type { CommentRow, ItemRow, OrderColumns, PaymentRow } from "../stored-order.js";
import { discountedTotals, subtractDiscount } from "../items/item-answer.js";
import { givenColumns } from "./given-columns.js";
import { pickupColumns } from "./given-pickup.js";
import { giftColumn } from "../commerce/order-gifts.js";

/** Returns the shipping in a request: that of the first assignment, none for a virtual order. */
export const givenShipping = ({ is_virtual, extension_attributes: more }: Order, wasVirtual = false) =>
  (is_virtual ?? wasVirtual) ? undefined : more?.shipping_assignments?.[0]?.shipping;

/** Returns the columns of an order in a request, including those in its extension attributes. */
export function orderColumns(given: Order, wasVirtual = false): OrderColumns {
  const { applied_taxes, item_applied_taxes, gift_message } = given.extension_attributes ?? {};
  const name = given.increment_id ?? String(given.entity_id ?? "");
  const method = givenShipping(given, wasVirtual)?.method;
  return {
    ...givenColumns("salesOrder", given),
    ...givenColumns("salesOrder", method === undefined ? {} : { shipping_method: method }),
    ...pickupColumns(given),
    ...(applied_taxes ? { applied_taxes: json(applied_taxes) } : {}),
    ...(item_applied_taxes ? { item_applied_taxes: json(item_applied_taxes) } : {}),
    ...giftColumn(gift_message, [`The gift message couldn't be added to the "%1" order.`, name]),
  };
}

const json = (value: unknown) => value as Prisma.JsonValue;

/** Throws 400 for a new order without a payment method, before anything else, as Magento does. */
export function requirePayment({ payment }: Order): void {
  if (!payment) throw inputError("Please provide payment for the order.");
  if (!payment.method) throw inputError("The payment method you requested is not available.");
}

/** Throws 400 if an order has no billing address, or if no line stands on its own. */
export function requireBillingAndItems(billing: OrderAddress | null | undefined, visibleItems: number): void {
  if (!billing) throw inputError("Please provide billing address for the order.");
  if (visibleItems === 0) throw inputError("Please specify order items.");
}

/** Columns of a line that are 0 if a request leaves them out. */
const zeroes = [
  ...["amount_refunded", "base_amount_refunded", "base_cost", "discount_percent", "tax_percent"],
  ...["price", "base_price", "row_total", "base_row_total", "row_invoiced", "base_row_invoiced"],
  ...["discount_amount", "base_discount_amount", "discount_invoiced", "base_discount_invoiced"],
  ...["tax_amount", "base_tax_amount", "tax_invoiced", "base_tax_invoiced", "weight", "row_weight"],
  ...["qty_backordered", "qty_canceled", "qty_invoiced", "qty_ordered", "qty_refunded", "qty_shipped"],
].map((name) => [name, "0"]);

/** Values of a new line that a request can replace. */
export const newItemColumns = {
  ...Object.fromEntries(zeroes),
  ...{ free_shipping: 0, no_discount: 0 },
} as Omit<ItemRow, "item_id" | "sku">;

/** Returns the number of lines of a request that no other line names as its parent. */
export function countLeaves(items: readonly OrderItem[]): number {
  const parents = new Set(
    matchParents(items, new Set()).flatMap((parent) => (parent && "at" in parent ? parent.at : [])),
  );
  return items.length - parents.size;
}

/** Returns the columns of a line in a request. */
export function itemColumns(item: OrderItem): Omit<ItemRow, "item_id" | "sku"> {
  const option = item.product_option?.extension_attributes;
  const gift = item.extension_attributes?.gift_message;
  return {
    ...givenColumns("salesOrderItem", item),
    ...(option ? { product_option: json(option) } : {}),
    ...giftColumn(gift, [`The gift message couldn't be added to the "%1" order item.`, item.sku ?? ""]),
  };
}

/** Returns the columns of a line that changes. Totals that were read and sent back, less the discount, stay the same. */
export function changedItemColumns(item: OrderItem, before: ItemRow): Omit<ItemRow, "item_id" | "sku"> {
  const columns = itemColumns(item);
  const shown = subtractDiscount(before);
  const isShown = (name: (typeof discountedTotals)[number]) =>
    columns[name] != null && shown[name] != null && isZero(subtract(asAmount(columns[name]), asAmount(shown[name])));
  const same = new Set<string>(discountedTotals.filter(isShown));
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !same.has(name)));
}

/** Returns the columns of a line of another shop, whose totals are less the discount. */
export function importedItemColumns(item: OrderItem): Omit<ItemRow, "item_id" | "sku"> {
  const columns = itemColumns(item);
  for (const name of discountedTotals) {
    const discount = columns[name.startsWith("base_") ? "base_discount_amount" : "discount_amount"];
    if (columns[name] != null) columns[name] = add(asAmount(columns[name]), asAmount(discount ?? 0));
  }
  return columns;
}

/** Returns the SKU of a new line. Throws 400 if it has none. */
export function requireSku({ sku }: OrderItem): string {
  if (!sku) throw aggregate([required("sku")]);
  return sku;
}

/** Returns the columns of a payment in a request. The keys of its details are in the extension attributes of the order. */
export function paymentColumns({ payment, extension_attributes: more }: Order): PaymentRow | undefined {
  const details = more?.payment_additional_info?.map(({ key, value }) => [key ?? "", value ?? ""] as const);
  const list = payment?.additional_information?.map((value, at) => [String(at), value] as const);
  const entries = details?.length ? details : list;
  if (!payment && !details?.length) return undefined;
  return {
    ...givenColumns("salesOrderPayment", payment ?? {}),
    ...(entries ? { additional_information: Object.fromEntries(entries) } : {}),
  };
}

/** Returns the columns of a history entry in a request. */
export const commentColumns = (comment: object): CommentRow => givenColumns("salesOrderHistory", comment);

/** The parent of a line: a stored line by its id, or a line of the request by its index. */
export type Parent = { readonly id: number } | { readonly at: number } | undefined;

/** Whether a line of a request names its parent, by id or SKU. */
const isPart = ({ parent_item: named, parent_item_id: id }: OrderItem) => Boolean(id || named?.item_id || named?.sku);

/** Whether a line of a request has no parent. */
export const isVisible = (item: OrderItem): boolean => !isPart(item);

/**
 * Returns the parent of each line. It is found by the id of a stored line, by the id that a line has in the request, or by
 * its SKU: the nearest line before or, if there is none, the first one after. Throws 404 if there is none.
 */
export function matchParents(items: readonly OrderItem[], storedIds: ReadonlySet<number>): Parent[] {
  return items.map((item, at): Parent => {
    if (!isPart(item)) return undefined;
    const { parent_item: named, item_id: own } = item;
    const ids = [item.parent_item_id, named?.item_id].filter((id) => id != null && id !== 0 && id !== own);
    for (const id of ids) {
      const place = items.findIndex((other) => other.item_id === id && isVisible(other));
      if (place >= 0 && !storedIds.has(Number(id))) return { at: place };
      if (storedIds.has(Number(id))) return { id: Number(id) };
    }
    const place = indexOfSku(items, named?.sku, at);
    if (place !== undefined) return { at: place };
    throw noSuchEntity("parent_item_id", item.parent_item_id ?? named?.item_id ?? named?.sku ?? null);
  });
}

function indexOfSku(items: readonly OrderItem[], sku: string | null | undefined, at: number): number | undefined {
  const key = sku?.toLowerCase();
  if (!key) return undefined;
  const places = items.flatMap((item, index) => (isVisible(item) && item.sku?.toLowerCase() === key ? [index] : []));
  return places.filter((place) => place < at).at(-1) ?? places[0];
}
