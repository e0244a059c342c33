import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../src/platform/db/open.js";
import { readSalability } from "../../../src/commerce/inventory/published.salability.js";
import { release, reserve, type StockEvent } from "../../../src/commerce/inventory/published.reservations.js";
import { asQuantity } from "../../../src/platform/money/amount.js";
import { useApp } from "../../support/app.js";
import { placedEvent, placeConcurrentOrders } from "../../../scripts/stock-rush.js";
import { addProduct, addStock, setSourceItems, withStockSetting } from "./support.js";

const { app, admin } = useApp();
let europe: number;
let orders = 0;

beforeAll(async () => {
  europe = await addStock(admin, "Europe", "berlin", "paris");
});

async function addStocked(sku: string, quantity: number, stock_item: object = {}) {
  await addProduct(admin, sku, { stock_item });
  await setSourceItems(app.db, { sku, source: "berlin", quantity });
}
const newOrder = () => placedEvent((orders += 1));
const some = (...items: readonly (readonly [sku: string, quantity: number])[]) => ({
  stockId: europe,
  items: items.map(([sku, quantity]) => ({ sku, quantity: asQuantity(String(quantity)) })),
});
const canceled = (order: StockEvent): StockEvent => ({ ...order, type: "order_canceled" });
const left = async (sku: string) =>
  Number((await readSalability(app.db, europe, [sku])).get(sku.toLowerCase())?.quantity);
const rowsOf = (sku: string) =>
  app.db.models.inventoryReservation.findMany({
    where: { sku_key: sku.toLowerCase() },
    orderBy: { reservation_id: "asc" },
  });

describe("a reservation", () => {
  it("is appended with its event and order, and immediately changes the salable quantity", async () => {
    await addStocked("Plain", 10);
    const order = newOrder();
    await reserve(app.db, order, some(["plain", 3], ["PLAIN", 1]));
    expect(await left("plain")).toBe(6);
    expect(await rowsOf("plain")).toEqual([
      {
        reservation_id: expect.any(Number) as number,
        stock_id: europe,
        sku: "Plain",
        sku_key: "plain",
        quantity: "-4.0000",
        event_type: "order_placed",
        object_type: "order",
        object_id: String(order.orderId),
        object_increment_id: order.orderIncrementId,
      },
    ]);
    expect((await admin.get(`/V1/inventory/get-product-salable-quantity/plain/${europe}`)).body).toBe(6);
  });

  it("is made once, however often the event is reported, even concurrently", async () => {
    await addStocked("once", 10);
    const order = newOrder();
    await Promise.all([1, 2, 3, 4].map(() => reserve(app.db, order, some(["once", 2]))));
    await reserve(app.db, order, some(["once", 2]));
    expect(await left("once")).toBe(8);
    await Promise.all([1, 2, 3].map(() => release(app.db, canceled(order), some(["once", 1]))));
    expect(await left("once")).toBe(9);
  });

  it("is rejected with the last reason, the SKU and the remaining quantity, and nothing of the order is reserved", async () => {
    await addStocked("enough", 10);
    await addStocked("scarce", 2);
    const order = newOrder();
    await expect(reserve(app.db, order, some(["enough", 1], ["SCARCE", 3]))).rejects.toMatchObject({
      status: 400,
      message: "The requested qty is not available",
      details: { parameters: { sku: "scarce", salable_quantity: "2" } },
    });
    expect([await left("enough"), await left("scarce")]).toEqual([10, 2]);
    expect(await rowsOf("enough")).toEqual([]);
    await reserve(app.db, order, some(["enough", 1], ["scarce", 2]));
    expect([await left("enough"), await left("scarce")]).toEqual([9, 0]);
  });

  it("is rejected for unknown and composite products", async () => {
    await addProduct(admin, "group", { type_id: "grouped" });
    await expect(reserve(app.db, newOrder(), some(["nobody", 1]))).rejects.toMatchObject({ status: 404 });
    await expect(reserve(app.db, newOrder(), some(["group", 1]))).rejects.toMatchObject({ status: 400 });
  });

  it("is not made for stock that is not managed, or if orders do not subtract stock", async () => {
    await addStocked("endless", 1, { use_config_manage_stock: false, manage_stock: false });
    await reserve(app.db, newOrder(), some(["endless", 50]));
    await addStocked("kept", 5);
    await withStockSetting(app.db, ["options/can_subtract", "0"], async () => {
      await reserve(app.db, newOrder(), some(["kept", 5]));
    });
    expect([await rowsOf("endless"), await rowsOf("kept")]).toEqual([[], []]);
  });

  it("is rolled back with its transaction, and its event can then be reported again", async () => {
    await addStocked("rolled-back", 5);
    const order = newOrder();
    const failing = app.db.transaction(async (db) => {
      await reserve(db, order, some(["rolled-back", 5]));
      throw new Error("payment failed");
    });
    await expect(failing).rejects.toThrow("payment failed");
    expect(await left("rolled-back")).toBe(5);
    await reserve(app.db, order, some(["rolled-back", 5]));
    expect(await left("rolled-back")).toBe(0);
  });

  it("is released at most up to the quantity that the order has reserved", async () => {
    await addStocked("returned", 10);
    const order = newOrder();
    await reserve(app.db, order, some(["returned", 4]));
    await release(app.db, canceled(order), some(["returned", 9]));
    expect(await left("returned")).toBe(10);
    const imported = newOrder();
    await release(app.db, canceled(imported), some(["returned", 9]));
    expect(await left("returned")).toBe(10);
    expect((await rowsOf("returned")).map(({ quantity }) => quantity)).toEqual(["-4.0000", "4.0000"]);
  });

  it("takes the same few statements for many SKUs", async () => {
    const skus = Array.from({ length: 20 }, (_, number) => `many-${number}`);
    for (const sku of skus) await addStocked(sku, 5);
    const items = skus.map((sku): readonly [string, number] => [sku, 1]);
    const statements = await app.statementsOf(() => reserve(app.db, newOrder(), some(...items)));
    expect(statements.filter((text) => !/^(begin|commit)/i.test(text))).toHaveLength(3);
  });
});

describe("concurrent buyers", () => {
  it("never get more units of two products than are in stock, over two pools, round after round", async () => {
    // The embedded database runs one transaction after the other, so that fewer buyers and rounds say as much.
    const isEmbedded = app.db.kind === "embedded";
    const buyers = isEmbedded ? 60 : 200;
    const other = isEmbedded ? app.db : await openDatabase(app.config);
    try {
      for (let round = 1; round <= (isEmbedded ? 1 : 5); round += 1) {
        const skus = [`rush-${round}-a`, `rush-${round}-b`];
        for (const sku of skus) await addStocked(sku, 50);
        const firstOrder = orders + 1;
        orders += buyers;
        const sold = await placeConcurrentOrders({
          databases: [app.db, other],
          stockId: europe,
          skus,
          buyers,
          firstOrder,
        });
        expect(sold).toBe(50);
        expect([await left(skus[0] ?? ""), await left(skus[1] ?? "")]).toEqual([0, 0]);
      }
    } finally {
      if (!isEmbedded) await other.close();
    }
  });
});
