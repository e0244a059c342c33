import { beforeAll, describe, expect, it } from "vitest";
import { placedEvent } from "../../../scripts/stock-rush.js";
import { reservationCleanup } from "../../../src/commerce/inventory/published.js";
import {
  createCompensations,
  findInconsistencies,
  type OpenOrders,
  parseCompensation,
  rawCompensation,
} from "../../../src/commerce/inventory/published.js";
import { release, reserve } from "../../../src/commerce/inventory/published.reservations.js";
import { asQuantity } from "../../../src/platform/money/amount.js";
import { useApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import pino from "pino";
import { addProduct, setSourceItems } from "./support.js";

const { app } = useApp();
beforeAll(async () => {
  const admin = await app.asAdmin();
  for (const sku of ["cup", "pot"]) {
    await addProduct(admin, sku, { stock_item: { qty: 100, is_in_stock: true } });
    await setSourceItems(app.db, { sku, source: "default", quantity: 100 });
  }
});

const some = (sku: string, quantity: number) => ({ stockId: 1, items: [{ sku, quantity: asQuantity(quantity) }] });
const noOrders: OpenOrders = { readOpen: () => Promise.resolve(new Map()) };
async function found(orders = noOrders, bunchSize = 2): Promise<string[]> {
  const lines: string[] = [];
  for await (const one of findInconsistencies(app.db, orders, { bunchSize })) lines.push(rawCompensation(one));
  return lines;
}
const compensation = (order: string, sku: string, quantity: number) => ({
  order,
  sku,
  quantity: asQuantity(quantity),
  stockId: 1,
});

describe("inconsistent reservations", () => {
  it("are found by comparison with the units that orders still need, in batches of orders", async () => {
    for (const order of [1, 2, 3]) await reserve(app.db, placedEvent(order), some("cup", order));
    await reserve(app.db, placedEvent(4), { stockId: 1, items: [...some("cup", 1).items, ...some("pot", 5).items] });
    const number = (order: number) => placedEvent(order).orderIncrementId;
    const orders: OpenOrders = {
      readOpen: (_db, asked) =>
        Promise.resolve(
          new Map<string, readonly ReturnType<typeof compensation>[]>(
            [
              [number(1), [compensation(number(1), "CUP", 1)]] as const,
              [number(2), []] as const,
              [number(4), [compensation(number(4), "cup", 3), compensation(number(4), "pot", 5)]] as const,
            ].filter(([order]) => asked.includes(order)),
          ),
        ),
    };
    expect(await found(orders)).toEqual([`${number(2)}:cup:+2.000000:1`, `${number(4)}:cup:-2.000000:1`]);
    // Without orders, reserved stock cannot be recognized as unneeded.
    expect(await found()).toEqual([]);
  });

  it("include those of unknown orders whose sum is above zero, and disappear when they are compensated", async () => {
    await createCompensations(app.db, [compensation("lost", "Cup", 3)]);
    expect(await found()).toEqual(["lost:Cup:-3.000000:1"]);
    const [line = ""] = await found();
    const parsed = parseCompensation(line);
    if (!parsed) throw new Error("It cannot be read.");
    await createCompensations(app.db, [parsed]);
    expect(await found()).toEqual([]);
    const key = { sku_key: "cup", stock_id: 1 };
    const kept = await app.db.models.inventoryReservedQuantity.findUnique({ where: { sku_key_stock_id: key } });
    expect(Number(kept?.quantity)).toBe(-7);
  });

  it("are not compensated at all if one stock is unknown", async () => {
    const count = () => app.db.models.inventoryReservation.count();
    const before = await count();
    const unknown = [compensation("x", "cup", 1), { ...compensation("x", "cup", 1), stockId: 999 }];
    await expect(createCompensations(app.db, unknown)).rejects.toThrow("Stock 999 does not exist.");
    expect(await count()).toBe(before);
  });

  it.each(["", "1:cup:2", "1:cup:many:1", ":cup:1:1", "1:cup:1:one", "1:cup:1e9:1"])(
    "are not parsed from %j",
    (text) => {
      expect(parseCompensation(text)).toBeUndefined();
    },
  );

  it("are parsed with SKUs that contain colons", () => {
    expect(parseCompensation("000000001:a:b:-2.5:3")).toEqual({
      order: "000000001",
      sku: "a:b",
      quantity: "-2.5",
      stockId: 3,
    });
  });
});

describe("the cleanup of reservations", () => {
  it("removes those of an order that sum to zero for a SKU and stock, and no others", async () => {
    const [first, second] = [placedEvent(501), placedEvent(502)];
    const both = { stockId: 1, items: [...some("cup", 2).items, ...some("pot", 2).items] };
    for (const order of [first, second]) await reserve(app.db, order, both);
    await release(app.db, { ...first, type: "order_canceled" }, both);
    await release(app.db, { ...second, type: "order_canceled" }, some("pot", 2));
    const left = async () =>
      (
        await app.db.models.inventoryReservation.findMany({
          where: { object_increment_id: { in: [first.orderIncrementId, second.orderIncrementId] } },
          orderBy: { reservation_id: "asc" },
        })
      ).map((row) => `${row.object_increment_id} ${row.sku} ${Number(row.quantity)}`);
    expect(await left()).toHaveLength(7);
    const cleanup = reservationCleanup({ db: app.db, log: pino({ level: "silent" }) });
    cleanup.start();
    try {
      await eventually(left).toEqual([`${second.orderIncrementId} cup -2`]);
    } finally {
      await cleanup.stop();
    }
    await release(app.db, { ...first, type: "order_canceled" }, both);
    expect(await left()).toHaveLength(1);
  });
});
