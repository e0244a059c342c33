import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { deliver, returnToStock, ship } from "../../../src/commerce/inventory/published.js";
import { release, reserve, type StockEvent } from "../../../src/commerce/inventory/published.reservations.js";
import { asQuantity, zeroQuantity } from "../../../src/platform/money/amount.js";
import { placedEvent } from "../../../scripts/stock-rush.js";
import { useApp } from "../../support/app.js";
import { addProduct, addStock, setSourceItems, withStockSetting } from "./support.js";
import { History, type Operation } from "./stock-history.js";

const { app, admin } = useApp();
let europe: number;
let orders = 0;

beforeAll(async () => {
  europe = await addStock(admin, "Europe", "berlin", "paris");
});

const of = (sku: string, quantity: number) => ({ sku, quantity: asQuantity(String(quantity)) });
const some = (sku: string, quantity: number, stockId = europe) => ({ stockId, items: [of(sku, quantity)] });
const newOrder = () => placedEvent((orders += 1));
const event = (order: StockEvent, type: StockEvent["type"], documentId: number): StockEvent => ({
  ...order,
  type,
  documentId,
});
async function addStocked(sku: string, quantities: Readonly<Record<string, number>>, stock_item: object = {}) {
  await addProduct(admin, sku, { stock_item });
  for (const [source, quantity] of Object.entries(quantities)) await setSourceItems(app.db, { sku, source, quantity });
}
async function heldAt(sku: string, source: string) {
  const key = { sku_key: sku.toLowerCase(), source_code: source };
  const row = await app.db.models.inventorySourceItem.findUnique({ where: { sku_key_source_code: key } });
  return row && Number(row.quantity);
}
async function reserved(sku: string, stockId = europe) {
  const key = { sku_key: sku.toLowerCase(), stock_id: stockId };
  const row = await app.db.models.inventoryReservedQuantity.findUnique({ where: { sku_key_stock_id: key } });
  return Number(row?.quantity ?? 0);
}
const state = async (sku: string) => [await heldAt(sku, "berlin"), await reserved(sku)];

describe("an order that is shipped and refunded", () => {
  /** 100 at the source; 10 are ordered and 6 of them shipped. */
  async function shipSix(sku: string) {
    await addStocked(sku, { berlin: 100 });
    const order = newOrder();
    await reserve(app.db, order, some(sku, 10));
    expect(await state(sku)).toEqual([100, -10]);
    const shipment = event(order, "shipment_created", orders);
    expect(await ship(app.db, shipment, { ...some(sku.toUpperCase(), 6), source: "BERLIN" })).toBe("BERLIN");
    expect(await state(sku)).toEqual([94, -4]);
    return order;
  }
  const refund = (sku: string, isReturned: boolean, reserved = 4) => ({
    stockId: europe,
    items: [
      {
        ...of(sku, 7),
        isReturned,
        reserved: asQuantity(reserved),
        unshipped: asQuantity(4),
        shipped: [{ source: "berlin", quantity: asQuantity(6) }],
      },
    ],
  });

  it("releases unshipped units first, and returns the rest to the source that they left", async () => {
    const order = await shipSix("returned");
    const memo = event(order, "creditmemo_created", 1);
    await returnToStock(app.db, memo, refund("returned", true));
    expect(await state("returned")).toEqual([97, 0]);
    await returnToStock(app.db, memo, refund("returned", true));
    expect(await state("returned")).toEqual([97, 0]);
  });

  it("leaves the reservations of other lines with the same SKU", async () => {
    const order = await shipSix("shared");
    await returnToStock(app.db, event(order, "creditmemo_created", 1), refund("shared", false, 1));
    expect(await state("shared")).toEqual([93, -3]);
  });

  it("loses units that were neither shipped nor returned to stock", async () => {
    const order = await shipSix("lost");
    await returnToStock(app.db, event(order, "creditmemo_created", 1), refund("lost", false));
    expect(await state("lost")).toEqual([90, 0]);
  });

  it("is shipped by several shipments, each of which is subtracted once", async () => {
    const order = await shipSix("twice");
    const second = event(order, "shipment_created", orders + 1000);
    await ship(app.db, second, { ...some("twice", 4), source: "berlin" });
    await ship(app.db, second, { ...some("twice", 4), source: "berlin" });
    expect(await state("twice")).toEqual([90, 0]);
  });

  it("ends no reservations if it has none, like an imported order", async () => {
    await addStocked("imported", { berlin: 10 });
    await ship(app.db, event(newOrder(), "shipment_created", 1), { ...some("imported", 3), source: "berlin" });
    expect(await state("imported")).toEqual([7, 0]);
  });

  it("sets the SKU in stock at the source that it returns to, unless the settings forbid it", async () => {
    await addStocked("back", { berlin: 0 });
    const memo = (quantity: number) => ({
      stockId: europe,
      items: [
        {
          ...of("back", quantity),
          isReturned: true,
          reserved: zeroQuantity,
          unshipped: zeroQuantity,
          shipped: [{ source: "berlin", quantity: asQuantity(quantity) }],
        },
      ],
    });
    const status = async () => {
      const key = { sku_key: "back", source_code: "berlin" };
      const row = await app.db.models.inventorySourceItem.findUnique({ where: { sku_key_source_code: key } });
      return [Number(row?.quantity), row?.status];
    };
    await setSourceItems(app.db, { sku: "back", source: "berlin", quantity: 0, status: 0 });
    await withStockSetting(app.db, ["options/can_back_in_stock", "0"], async () => {
      await returnToStock(app.db, event(newOrder(), "creditmemo_created", 1), memo(1));
    });
    expect(await status()).toEqual([1, 0]);
    await returnToStock(app.db, event(newOrder(), "creditmemo_created", 1), memo(2));
    expect(await status()).toEqual([3, 1]);
  });
});

describe("a shipment", () => {
  it("is taken from the default source if the stock has it, or else from its first source, unless it names one", async () => {
    const single = await addStock(admin, "Single", "oslo");
    await addStocked("nordic", { oslo: 5 });
    const stock = some("nordic", 2, single);
    expect(await ship(app.db, event(newOrder(), "shipment_created", 1), stock)).toBe("oslo");
    expect(await heldAt("nordic", "oslo")).toBe(3);
    await expect(ship(app.db, event(newOrder(), "shipment_created", 1), some("nordic", 1))).rejects.toMatchObject({
      status: 400,
      message: "Source item not found by source code: berlin and sku: nordic.",
    });
  });

  it("is rejected, and changes nothing, if the source has too little, even with backorders", async () => {
    await addStocked("few", { berlin: 2, paris: 9 }, { use_config_backorders: false, backorders: 1 });
    const order = newOrder();
    await reserve(app.db, order, some("few", 3));
    const shipment = event(order, "shipment_created", 1);
    await expect(ship(app.db, shipment, { ...some("few", 3), source: "berlin" })).rejects.toMatchObject({
      status: 400,
      message: "Not all of your products are available in the requested quantity.",
    });
    expect(await state("few")).toEqual([2, -3]);
    await ship(app.db, shipment, { ...some("few", 3), source: "paris" });
    expect([await heldAt("few", "paris"), await reserved("few")]).toEqual([6, 0]);
  });

  it("takes nothing from stock that is not managed", async () => {
    await addStocked("endless", { berlin: 5 }, { use_config_manage_stock: false, manage_stock: false });
    await ship(app.db, event(newOrder(), "shipment_created", 1), { ...some("endless", 50), source: "berlin" });
    expect(await heldAt("endless", "berlin")).toBe(5);
  });

  it("is taken from the stock item too if it is taken from the default source, and can make the item run out", async () => {
    await addProduct(admin, "local", { stock_item: { qty: 5, is_in_stock: true } });
    const order = newOrder();
    await reserve(app.db, order, some("local", 5, 1));
    const item = async () => {
      const { body } = await admin.get("/V1/stockItems/local");
      return [body.qty, body.is_in_stock] as unknown[];
    };
    expect(await item()).toEqual([5, true]);
    await ship(app.db, event(order, "shipment_created", 1), some("local", 3, 1));
    expect(await item()).toEqual([2, true]);
    await ship(app.db, event(order, "shipment_created", 2), some("local", 2, 1));
    expect([await item(), await heldAt("local", "default"), await reserved("local", 1)]).toEqual([[0, false], 0, 0]);
    await returnToStock(app.db, event(order, "creditmemo_created", 1), {
      stockId: 1,
      items: [
        {
          ...of("local", 1),
          isReturned: true,
          reserved: zeroQuantity,
          unshipped: zeroQuantity,
          shipped: [{ source: "default", quantity: asQuantity(5) }],
        },
      ],
    });
    expect(await item()).toEqual([1, true]);
  });
});

describe("an invoice of products that are not shipped", () => {
  it("takes the units from the sources by priority", async () => {
    await addStocked("e-book", { berlin: 3, paris: 9 });
    const order = newOrder();
    await reserve(app.db, order, some("e-book", 5));
    const invoice = event(order, "invoice_created", 1);
    expect(await deliver(app.db, invoice, some("e-book", 5))).toEqual([
      { source: "berlin", sku: "e-book", quantity: "3" },
      { source: "paris", sku: "e-book", quantity: "2" },
    ]);
    await deliver(app.db, invoice, some("e-book", 5));
    expect([await heldAt("e-book", "berlin"), await heldAt("e-book", "paris"), await reserved("e-book")]).toEqual([
      0, 7, 0,
    ]);
  });

  it("takes backordered units from the first source", async () => {
    await addStocked("pre-order", { berlin: 1, paris: 1 }, { use_config_backorders: false, backorders: 1 });
    const order = newOrder();
    await reserve(app.db, order, some("pre-order", 5));
    await deliver(app.db, event(order, "invoice_created", 1), some("pre-order", 5));
    expect([await heldAt("pre-order", "berlin"), await heldAt("pre-order", "paris")]).toEqual([-3, 0]);
    expect(await reserved("pre-order")).toBe(0);
  });
});

describe("any history of operations", () => {
  const operation: fc.Arbitrary<Operation> = fc.record({
    kind: fc.constantFrom("receive", "order", "order", "cancel", "ship", "invoice", "return", "lose"),
    sku: fc.nat(1),
    quantity: fc.integer({ min: 1, max: 8 }),
    order: fc.nat(5),
    source: fc.constantFrom("berlin", "paris"),
  });

  it(
    "keeps the sum of quantities and reservations equal to received less sold units",
    { timeout: 120_000 },
    async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
          run += 1;
          const skus = [`history-${run}-a`, `history-${run}-b`];
          for (const sku of skus) await addStocked(sku, { berlin: 0, paris: 0 });
          const history = new History({ db: app.db, stockId: europe, skus, firstOrder: 1_000_000 + run * 1000 });
          for (const one of operations) {
            await history.run(one);
            expect(await history.found()).toEqual(history.expected());
          }
        }),
        { numRuns: app.db.kind === "embedded" ? 5 : 15 },
      );
    },
  );
});

describe("reservations", () => {
  it("follow a product that gets another SKU", async () => {
    await addStocked("former", { berlin: 10 });
    const order = newOrder();
    await reserve(app.db, order, some("former", 4));
    const { id } = (await admin.get("/V1/products/former")).body as { readonly id: number };
    expect((await admin.post("/V1/products", { product: { id, sku: "later" } })).status).toBe(200);
    expect([await reserved("former"), await reserved("later")]).toEqual([0, -4]);
    await release(app.db, { ...order, type: "order_canceled" }, some("later", 4));
    expect(await reserved("later")).toBe(0);
  });
});
