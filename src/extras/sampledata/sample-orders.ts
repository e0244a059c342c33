import pino from "pino";
import { UserType } from "../../api/auth/actor.js";
import { createContext, type Context } from "../../api/call/context.js";
import type { Db } from "../../platform/db/database.js";
import { lockStock, reserve } from "../../commerce/inventory/published.reservations.js";
import { type Amount, asAmount, asQuantity, type Quantity, zero } from "../../platform/money/amount.js";
import { add, multiply, sum } from "../../platform/money/arithmetic.js";
import {
  createInvoice,
  DocumentEvents,
  type DocumentListener,
  refundOrder,
  shipOrder,
} from "../../commerce/sales/published.js";
import { createOrder, drawOrder, type NewOrder } from "../../commerce/sales/published.orders.js";
import type { CreatedProduct } from "./sample-prices.js";

/** Numbers of the ordered products, which are simple products with one price. */
const ordered: readonly number[] = [14, 17];

const currency = "USD";
const shippingOfPiece = asAmount(5);
/** The first website with its stock. */
const [storeId, websiteId, stockId] = [1, 1, 1];

const address = {
  ...{ firstname: "Ada", lastname: "Byron", street: ["1 Main Street"], city: "Los Angeles", postcode: "90210" },
  ...{ region: "California", region_id: 12, region_code: "CA", country_id: "US", telephone: "555-0100" },
  email: "ada@example.com",
};

interface Line {
  readonly product: CreatedProduct;
  readonly qty: Quantity;
}

/** A step that follows the placement of an order. */
type Step = (ctx: Context & { readonly listener: DocumentListener }, orderId: number) => Promise<unknown>;

const invoice: Step = (ctx, id) => createInvoice(ctx, id, {});
const tracks = [{ carrier_code: "ups", title: "UPS", track_number: "1Z999AA10123456784" }];
const shipAll: Step = (ctx, id) => shipOrder(ctx, id, { tracks });
const refundGoods: Step = (ctx, id) => refundOrder(ctx, id, { creation: { shipping_amount: "0" } });

/** The orders: pieces of each product, and the steps that follow. */
const orders: readonly { readonly pieces: readonly number[]; readonly steps: readonly Step[] }[] = [
  { pieces: [1, 0], steps: [] },
  { pieces: [2, 1], steps: [invoice] },
  { pieces: [1, 1], steps: [invoice, shipAll] },
  { pieces: [0, 2], steps: [invoice, shipAll, refundGoods] },
];

/**
 * Places four orders of guests: a new one, one that is invoiced, one that is also shipped, and one whose goods are
 * refunded. Does nothing unless the ordered products were just created. Sends no emails.
 */
export async function placeSampleOrders(db: Db, created: readonly CreatedProduct[]): Promise<void> {
  const products = created.filter(({ number }) => ordered.includes(number));
  if (products.length < ordered.length) return;
  const ctx = { ...contextOf(db), listener: new SampleDocuments() };
  for (const { pieces, steps } of orders) {
    const lines = products
      .map((product, at) => ({ product, qty: asQuantity(pieces[at] ?? 0) }))
      .filter(({ qty }) => Number(qty) > 0);
    const id = await place(db, lines);
    for (const step of steps) await step(ctx, id);
  }
}

/** Adds documents to the event feed. Gives no points, because the orders are those of guests. */
class SampleDocuments extends DocumentEvents implements DocumentListener {
  orderChanged(): Promise<void> {
    return Promise.resolve();
  }
}

const contextOf = (db: Db): Context =>
  createContext(
    {
      actor: { type: UserType.administrator, id: null, resources: new Set() },
      scope: { storeId, websiteId, code: "default", given: "none" },
      requestId: "sampledata:deploy",
    },
    { db, log: pino({ level: "silent" }) },
  );

/** Places an order with its stock reservation, like a cart. */
async function place(db: Db, lines: readonly Line[]): Promise<number> {
  const stocked = { stockId, items: lines.map(({ product: { sku }, qty }) => ({ sku, quantity: qty })) };
  const locked = await lockStock(db, stocked);
  const order = newOrder(lines);
  const { orderId, incrementId } = await createOrder(db, order, await drawOrder(db, order));
  await reserve(db, { type: "order_placed", orderId, orderIncrementId: incrementId }, { ...stocked, locked });
  return orderId;
}

function newOrder(lines: readonly Line[]): NewOrder {
  const units = sum(lines.map(({ qty }) => qty));
  const subtotal = sum(lines.map(({ product, qty }) => multiply(priceOf(product), qty)));
  const shipping = multiply(shippingOfPiece, units);
  const grandTotal = add(subtotal, shipping);
  return {
    columns: {
      ...bothCurrencies({ subtotal, subtotal_incl_tax: subtotal, grand_total: grandTotal, discount_amount: zero }),
      ...bothCurrencies({ shipping_amount: shipping, shipping_incl_tax: shipping, shipping_tax_amount: zero }),
      ...bothCurrencies({ tax_amount: zero, shipping_discount_amount: zero, discount_tax_compensation_amount: zero }),
      ...{ store_id: storeId, state: "new", status: "pending", is_virtual: 0 },
      ...{ customer_is_guest: 1, customer_group_id: 0, customer_email: address.email },
      ...{ customer_firstname: address.firstname, customer_lastname: address.lastname },
      ...{ shipping_method: "flatrate_flatrate", shipping_description: "Flat Rate - Fixed" },
      ...{ total_qty_ordered: units, total_item_count: lines.length },
      ...{ base_currency_code: currency, global_currency_code: currency },
      ...{ store_currency_code: currency, order_currency_code: currency },
      ...{ base_to_global_rate: "1", base_to_order_rate: "1" },
    },
    items: lines.map((line) => ({ columns: itemColumns(line) })),
    billingAddress: address,
    shippingAddress: address,
    payment: {
      ...bothCurrencies({ amount_ordered: grandTotal, shipping_amount: shipping }),
      method: "checkmo",
      additional_information: { method_title: "Check / Money order" },
    },
  };
}

function itemColumns({ product, qty }: Line): NewOrder["items"][number]["columns"] {
  const price = priceOf(product);
  const row = multiply(price, qty);
  return {
    ...bothCurrencies({ price, original_price: price, price_incl_tax: price, row_total: row, row_total_incl_tax: row }),
    ...bothCurrencies({ discount_amount: zero, tax_amount: zero, discount_tax_compensation_amount: zero }),
    ...bothCurrencies({ row_invoiced: zero, discount_invoiced: zero, tax_invoiced: zero }),
    ...{ sku: product.sku, name: product.name, product_id: product.id, product_type: product.typeId },
    ...{ store_id: storeId, is_virtual: 0, is_qty_decimal: 0, weight: "1", row_weight: qty, tax_percent: "0" },
    ...{ qty_ordered: qty, qty_invoiced: "0", qty_shipped: "0", qty_refunded: "0", qty_canceled: "0" },
  };
}

const priceOf = ({ price }: CreatedProduct): Amount => price ?? zero;

/** Returns amounts in the order currency, and the same amounts in the base currency. */
const bothCurrencies = <Name extends string>(columns: Readonly<Record<Name, Amount>>) =>
  Object.fromEntries(
    Object.entries<Amount>(columns).flatMap(([name, amount]) => [
      [name, amount],
      [`base_${name}`, amount],
    ]),
  ) as Record<Name | `base_${Name}`, Amount>;
