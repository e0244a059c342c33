import { WebapiError } from "../../../src/api/call/errors.js";
import type { Db } from "../../../src/platform/db/database.js";
import { deliver, returnToStock, ship } from "../../../src/commerce/inventory/published.js";
import { release, reserve, type StockEvent } from "../../../src/commerce/inventory/published.reservations.js";
import { asQuantity } from "../../../src/platform/money/amount.js";
import { placedEvent } from "../../../scripts/stock-rush.js";

/** A step of a history: an event and the products and order it concerns. */
export interface Operation {
  readonly kind: "receive" | "order" | "cancel" | "ship" | "invoice" | "return" | "lose";
  readonly sku: number;
  readonly quantity: number;
  readonly order: number;
  readonly source: string;
}

interface Order {
  readonly event: StockEvent;
  readonly sku: number;
  /** Ordered units, less the canceled, shipped, invoiced and refunded ones. */
  open: number;
  isCanceled: boolean;
  /** Shipped and unreturned units, by source. */
  shipped: { source: string; quantity: number }[];
}

interface Setting {
  readonly db: Db;
  readonly stockId: number;
  readonly skus: readonly string[];
  readonly firstOrder: number;
}

/** Runs operations on the database and computes their expected result. Every event is reported twice and counts once. */
export class History {
  private readonly orders: Order[] = [];
  private readonly received = [0, 0];
  private readonly sold = [0, 0];
  private documents = 0;

  constructor(private readonly setting: Setting) {}

  /** Per SKU: units received less units sold, and units reserved by orders. */
  expected = () =>
    this.setting.skus.map((_, sku) => ({
      sum: (this.received[sku] ?? 0) - (this.sold[sku] ?? 0),
      reserved: -this.orders.filter((order) => order.sku === sku).reduce((sum, { open }) => sum + open, 0),
      kept: true,
    }));

  /** The same as the database has it, and whether the kept sums are those of the reservations. */
  async found() {
    const { db, stockId, skus } = this.setting;
    const rows = await db.query<{ key: string; at: string; reserved: string; kept: string }>(
      `select key, (select coalesce(sum(quantity), 0) from inventory_source_item where sku_key = key) as at,
        (select coalesce(sum(quantity), 0) from inventory_reservation where sku_key = key and stock_id = $2) as reserved,
        coalesce((select quantity from inventory_reserved_quantity where sku_key = key and stock_id = $2), 0) as kept
      from unnest($1::text[]) with ordinality as given (key, place) order by place`,
      [skus, stockId],
    );
    return rows.map(({ at, reserved, kept }) => ({
      sum: Number(at) + Number(reserved),
      // No negative zero, which differs from zero in comparisons of tests.
      reserved: Number(reserved) === 0 ? -0 : Number(reserved),
      kept: Number(reserved) === Number(kept),
    }));
  }

  async run(operation: Operation): Promise<void> {
    if (operation.kind === "receive") return this.receive(operation);
    if (operation.kind === "order") return this.place(operation);
    const order = this.orders[operation.order % Math.max(this.orders.length, 1)];
    if (!order) return;
    if (operation.kind === "cancel") return this.cancel(order, operation);
    if (operation.kind === "ship") return this.ship(order, operation);
    if (operation.kind === "invoice") return this.invoice(order, operation);
    return this.refund(order, operation);
  }

  private async receive({ sku, quantity, source }: Operation): Promise<void> {
    await this.setting.db.execute(
      "update inventory_source_item set quantity = quantity + $3 where sku_key = $1 and source_code = $2",
      [this.setting.skus[sku], source, quantity],
    );
    this.received[sku] = (this.received[sku] ?? 0) + quantity;
  }

  private async place({ sku, quantity }: Operation): Promise<void> {
    const event = placedEvent(this.setting.firstOrder + this.orders.length);
    const isPlaced = await this.reportTwice(() => reserve(this.setting.db, event, this.change(sku, quantity)));
    if (!isPlaced) return;
    this.orders.push({ event, sku, open: quantity, isCanceled: false, shipped: [] });
    this.sold[sku] = (this.sold[sku] ?? 0) + quantity;
  }

  private async cancel(order: Order, { quantity }: Operation): Promise<void> {
    const event: StockEvent = { ...order.event, type: "order_canceled" };
    await this.reportTwice(() => release(this.setting.db, event, this.change(order.sku, quantity)));
    if (order.isCanceled) return;
    const canceled = Math.min(order.open, quantity);
    order.isCanceled = true;
    order.open -= canceled;
    this.sold[order.sku] = (this.sold[order.sku] ?? 0) - canceled;
  }

  private async ship(order: Order, operation: Operation): Promise<void> {
    const quantity = Math.min(order.open, operation.quantity);
    if (quantity === 0) return;
    const event = this.document(order, "shipment_created");
    const { source } = operation;
    const isShipped = await this.reportTwice(() =>
      ship(this.setting.db, event, { ...this.change(order.sku, quantity), source }),
    );
    if (!isShipped) return;
    order.open -= quantity;
    order.shipped.push({ source, quantity });
  }

  private async invoice(order: Order, operation: Operation): Promise<void> {
    const quantity = Math.min(order.open, operation.quantity);
    if (quantity === 0) return;
    const event = this.document(order, "invoice_created");
    const change = this.change(order.sku, quantity);
    const taken = await deliver(this.setting.db, event, change);
    expectNothing(await deliver(this.setting.db, event, change));
    order.open -= quantity;
    order.shipped.push(...taken.map((one) => ({ source: one.source, quantity: Number(one.quantity) })));
  }

  private async refund(order: Order, operation: Operation): Promise<void> {
    const left = order.shipped.reduce((sum, one) => sum + one.quantity, 0);
    const quantity = Math.min(order.open + left, operation.quantity);
    if (quantity === 0) return;
    const isReturned = operation.kind === "return";
    const shipped = order.shipped.map((one) => ({ source: one.source, quantity: asQuantity(one.quantity) }));
    const [item] = this.change(order.sku, quantity).items;
    if (!item) return;
    const event = this.document(order, "creditmemo_created");
    const change = {
      stockId: this.setting.stockId,
      items: [{ ...item, isReturned, reserved: asQuantity(order.open), unshipped: asQuantity(order.open), shipped }],
    };
    await this.reportTwice(() => returnToStock(this.setting.db, event, change));
    const unshipped = Math.min(order.open, quantity);
    order.open -= unshipped;
    order.shipped = without(order.shipped, quantity - unshipped);
    if (isReturned) this.sold[order.sku] = (this.sold[order.sku] ?? 0) - quantity;
  }

  private document(order: Order, type: StockEvent["type"]): StockEvent {
    return { ...order.event, type, documentId: (this.documents += 1) };
  }

  private change(sku: number, quantity: number) {
    return {
      stockId: this.setting.stockId,
      items: [{ sku: this.setting.skus[sku] ?? "", quantity: asQuantity(quantity) }],
    };
  }

  /** Reports an event twice. Returns false where there is too little for it. */
  private async reportTwice(report: () => Promise<unknown>): Promise<boolean> {
    try {
      await report();
    } catch (error) {
      if (error instanceof WebapiError && error.status === 400) return false;
      throw error;
    }
    await report();
    return true;
  }
}

function expectNothing(taken: readonly unknown[]): void {
  if (taken.length > 0) throw new Error("An event that had counted took from the sources again.");
}

/** Returns the quantities that remain after taking so many units, from the first on. */
function without(quantities: Order["shipped"], taken: number): Order["shipped"] {
  let left = taken;
  return quantities.flatMap((one) => {
    const part = Math.min(one.quantity, left);
    left -= part;
    return one.quantity > part ? [{ ...one, quantity: one.quantity - part }] : [];
  });
}
