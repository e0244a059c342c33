import { randomBytes } from "node:crypto";
import type { Context } from "../../../../api/call/context.js";
import type { Db } from "../../../../platform/db/database.js";
import { drawNumber } from "../../documents/document-numbers.sql.js";
import { requireFreeNumber, requireStoreName } from "../../documents/validation.js";
import { addressColumns, checkOrderAddress } from "../addresses/address-rows.js";
import {
  commentColumns,
  givenShipping,
  countLeaves,
  isVisible,
  importedItemColumns,
  itemColumns,
  matchParents,
  newItemColumns,
  orderColumns,
  paymentColumns,
  requireBillingAndItems,
  requirePayment,
  requireSku,
} from "./given-parts.js";
import { checkGiftAllowed } from "../commerce/order-gifts.js";
import { checkPickupLocation } from "./given-pickup.js";
import { drawOrderIds, insertRows, type OrderIds } from "./new-order.sql.js";
import type { OrderAddress } from "../addresses/order-addresses.types.js";
import { defaultStatusOf, finishedState } from "../states/order-states.js";
import type { AddressRow, ItemRow, StoredOrder } from "../stored-order.js";
import type { Order } from "../orders.types.js";
import { mergeTaxes, type TaxToWrite } from "../taxes/given-taxes.js";

type Ids = OrderIds & { readonly incrementId: string };

/**
 * Imports an order as sent, and returns the stored order. Amounts are neither computed nor compared, and neither stock nor
 * coupons are used. Throws 400 for values that do not fit or are missing and for a gift message that the settings do not
 * allow, and 404 for an unknown store view or pickup location.
 */
export async function importOrder({ db, scope, isImport = false }: Context, given: Order): Promise<StoredOrder> {
  const store_id = given.store_id ?? scope.storeId;
  const items = given.items ?? [];
  requirePayment(given);
  requireBillingAndItems(given.billing_address, items.filter(isVisible).length);
  for (const item of items) requireSku(item);
  const store_name = await requireStoreName(db, store_id);
  if (!isImport) await Promise.all([checkGiftAllowed(db, given, store_id), checkPickupLocation(db, given)]);
  const shippingAddress = givenShipping(given)?.address;
  const customer_email = given.customer_email || (shippingAddress?.email ?? null);
  const columns = {
    ...orderColumns(given),
    status: given.status ?? defaultStatusOf(given.state) ?? null,
    customer_email,
    store_id,
    store_name,
    total_item_count: countLeaves(items),
    protect_code: randomBytes(16).toString("hex"),
  };
  const addresses = await newAddresses(db, [given.billing_address, shippingAddress], customer_email);
  // Places of the lines stand for their ids, which are drawn afterwards.
  const taxes = mergeTaxes({ order: given, itemIds: items.map((_, at) => at) }, { taxes: [], tax_items: [] });
  const ids = await drawIds(db, given, { storeId: store_id, addresses: addresses.length, taxes });
  const { increment_id: _given, ...others } = columns;
  const order = assemble(given, ids, { columns: others, addresses, taxes, isImport });
  await write(db, order);
  return order;
}

/**
 * Returns the columns of the billing address and, if there is one, of the shipping address. Both have the email address of
 * the order.
 */
function newAddresses(db: Db, given: readonly (OrderAddress | null | undefined)[], email: string | null) {
  const whole = given.flatMap((address, at) =>
    address ? [{ ...address, email: email ?? "", parent_id: 0, address_type: at === 0 ? "billing" : "shipping" }] : [],
  );
  return Promise.all(
    whole.map(async (address) => {
      await checkOrderAddress(db, address);
      return addressColumns(db, address);
    }),
  );
}

interface Counts {
  readonly storeId: number;
  readonly addresses: number;
  readonly taxes: readonly TaxToWrite[];
}

async function drawIds(db: Db, given: Order, { storeId, addresses, taxes }: Counts): Promise<Ids> {
  const { increment_id: number, items, status_histories: history } = given;
  if (number) await requireFreeNumber(db, "order", { storeId, number });
  const counts = {
    addresses,
    items: items?.length ?? 0,
    payments: paymentColumns(given) ? 1 : 0,
    comments: history?.length ?? 0,
    taxes: taxes.length,
    taxItems: taxes.flatMap(({ entries }) => entries).length,
  };
  const [ids, incrementId] = await Promise.all([drawOrderIds(db, counts), number || drawNumber(db, "order", storeId)]);
  return { ...ids, incrementId };
}

interface Prepared {
  readonly columns: Omit<
    StoredOrder,
    "entity_id" | "increment_id" | "items" | "addresses" | "payment" | "history" | "taxes" | "tax_items"
  >;
  readonly addresses: readonly Omit<AddressRow, "entity_id">[];
  readonly taxes: readonly TaxToWrite[];
  /** Whether the order comes from another shop, whose lines were read there. */
  readonly isImport: boolean;
}

function assemble(given: Order, ids: Ids, { columns, addresses, taxes, isImport }: Prepared): StoredOrder {
  const { order_id: entity_id, incrementId: increment_id, time } = ids;
  const [billing_address_id = null, shipping_address_id = null] = ids.addresses;
  const payment = paymentColumns(given);
  const order: StoredOrder = {
    created_at: time,
    ...columns,
    ...{ entity_id, increment_id, billing_address_id, shipping_address_id, updated_at: time },
    items: newItems(given, ids, isImport ? importedItemColumns : itemColumns),
    addresses: addresses.map((address, at) => ({
      street: [],
      ...address,
      entity_id: ids.addresses[at] ?? 0,
      parent_id: entity_id,
    })),
    payment: payment
      ? { additional_information: {}, ...payment, entity_id: ids.payments[0] ?? 0, parent_id: entity_id }
      : null,
    history: (given.status_histories ?? []).map((comment, at) => ({
      created_at: time,
      ...(isImport ? {} : { entity_name: "order" }),
      ...commentColumns(comment),
      entity_id: ids.comments[at] ?? 0,
      parent_id: entity_id,
    })),
    ...taxRows(taxes, ids),
  };
  return { ...order, ...finishedState(order, { hasOpenInvoice: false }) };
}

/** Returns the rows of the lines. Ids in the request only identify the parents of lines. */
function newItems(given: Order, ids: Ids, columnsOf: typeof itemColumns): ItemRow[] {
  const items = given.items ?? [];
  const parents = matchParents(items, new Set());
  return items.map((item, at) => {
    const parent = parents[at];
    return {
      ...newItemColumns,
      created_at: ids.time,
      ...columnsOf(item),
      sku: item.sku ?? "",
      item_id: ids.items[at] ?? 0,
      order_id: ids.order_id,
      updated_at: ids.time,
      parent_item_id: parent && "at" in parent ? (ids.items[parent.at] ?? null) : null,
    };
  });
}

/** Returns the rows of the taxes. Entries refer to the places of lines until then. */
function taxRows(taxes: readonly TaxToWrite[], ids: Ids): Pick<StoredOrder, "taxes" | "tax_items"> {
  const { order_id } = ids;
  const lineId = (at: number | null | undefined) => (at == null ? null : (ids.items[at] ?? null));
  const entries = taxes.flatMap(({ entries: own }, at) =>
    own.map((entry) => ({ ...entry, tax_id: ids.taxes[at] ?? 0 })),
  );
  return {
    taxes: taxes.map(({ tax }, at) => ({ ...tax, tax_id: ids.taxes[at] ?? 0, order_id })),
    tax_items: entries.map((entry, at) => ({
      ...entry,
      item_id: lineId(entry.item_id),
      associated_item_id: lineId(entry.associated_item_id),
      tax_item_id: ids.taxItems[at] ?? 0,
      order_id,
    })),
  };
}

function write(db: Db, order: StoredOrder): Promise<void> {
  const { items, addresses, payment, history, taxes, tax_items: taxItems, ...columns } = order;
  return insertRows(db, [
    { model: "salesOrder", rows: [columns] },
    { model: "salesOrderItem", rows: sameColumns(items) },
    { model: "salesOrderAddress", rows: sameColumns(addresses) },
    { model: "salesOrderPayment", rows: payment ? [payment] : [] },
    { model: "salesOrderHistory", rows: sameColumns(history) },
    { model: "salesOrderTax", rows: sameColumns(taxes) },
    { model: "salesOrderTaxItem", rows: sameColumns(taxItems) },
  ]);
}

/** Returns rows with the same columns. Missing values are null. */
export function sameColumns<Given extends object>(rows: readonly Given[]): Given[] {
  const empty = Object.fromEntries(rows.flatMap(Object.keys).map((name) => [name, null]));
  return rows.map((row) => ({ ...empty, ...row }));
}
