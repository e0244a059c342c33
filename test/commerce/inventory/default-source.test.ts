import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { simple } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import type { Reply } from "../../support/client.js";
import { addSources, stockMismatches, item, rowsOf, stockOf } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addSources(admin, "elsewhere", "berlin", "Paris");
});

/** Creates a product that is in stock if it has a quantity above 0. */
const create = (sku: string, given?: Readonly<Record<string, unknown>>) => {
  const stock_item = given?.["qty"] === undefined ? given : { is_in_stock: Number(given["qty"]) > 0, ...given };
  return admin.post("/V1/products", { product: simple(sku, { extension_attributes: { stock_item } }) });
};
const save = (...sourceItems: object[]) => admin.post("/V1/inventory/source-items", { sourceItems });
const remove = (...sourceItems: object[]) => admin.post("/V1/inventory/source-items-delete", { sourceItems });

describe("the default source and the stock item", () => {
  it("agree when a row is saved, whose status applies until it runs out", async () => {
    await create("mirrored", { qty: 3 });
    await save(item("mirrored", "default", 12.5, 1));
    expect(await stockOf(admin, "mirrored")).toEqual([12.5, true]);
    await save(item("mirrored", "default", 12.5, 0));
    expect(await stockOf(admin, "mirrored")).toEqual([12.5, false]);
    await save(item("mirrored", "default", 0, 1));
    expect(await stockOf(admin, "mirrored")).toEqual([0, false]);
    expect(await rowsOf(admin, "mirrored")).toEqual({ default: [0, 1] });
    await save(item("mirrored", "berlin", 40, 1));
    expect(await stockOf(admin, "mirrored")).toEqual([0, false]);
  });

  it("agree when the stock item is saved, by its own route and with the product", async () => {
    await create("legacy", { qty: 3 });
    expect(await rowsOf(admin, "legacy")).toEqual({ default: [3, 1] });
    await admin.put("/V1/products/legacy/stockItems/1", { stockItem: { qty: 0 } });
    expect(await rowsOf(admin, "legacy")).toEqual({ default: [0, 0] });
    await admin.put("/V1/products/legacy", { product: { extension_attributes: { stock_item: { qty: 9 } } } });
    expect(await rowsOf(admin, "legacy")).toEqual({ default: [9, 1] });
    await admin.put("/V1/products/legacy", {
      product: { extension_attributes: { stock_item: { is_in_stock: false } } },
    });
    expect(await rowsOf(admin, "legacy")).toEqual({ default: [9, 0] });
  });

  it("agree when stock that has run out is no longer counted", async () => {
    await create("uncounted", { qty: 3 });
    await save(item("uncounted", "default", 0, 1));
    const stockItem = { use_config_manage_stock: false, manage_stock: false };
    await admin.put("/V1/products/uncounted/stockItems/1", { stockItem });
    expect(await stockMismatches(app.db)).toEqual([]);
  });

  it("agree without a row until a product gets stock data, even without a quantity", async () => {
    await create("bare");
    await create("none", { qty: 0 });
    await create("promised", { is_in_stock: true });
    expect(await rowsOf(admin, "bare")).toEqual({});
    expect(await rowsOf(admin, "none")).toEqual({ default: [0, 0] });
    expect(await rowsOf(admin, "promised")).toEqual({ default: [0, 1] });
    await admin.put("/V1/products/bare/stockItems/1", { stockItem: { qty: 0 } });
    expect(await rowsOf(admin, "bare")).toEqual({ default: [0, 0] });
    await admin.put("/V1/products/bare/stockItems/1", { stockItem: { qty: 2, is_in_stock: true } });
    expect(await rowsOf(admin, "bare")).toEqual({ default: [2, 1] });
  });

  it("agree if a row was saved before its product, unless the product has its own stock data", async () => {
    await save(item("Early-1", "default", 6, 1), item("early-2", "default", 6, 1), item("early-2", "berlin", 1, 1));
    await create("early-1", { min_sale_qty: 2, use_config_min_sale_qty: 0 });
    expect(await stockOf(admin, "early-1")).toEqual([6, true]);
    await create("early-2", { qty: 0 });
    expect(await stockOf(admin, "early-2")).toEqual([0, false]);
    expect(await rowsOf(admin, "early-2")).toEqual({ default: [0, 0], berlin: [1, 1] });
  });

  it("agree if a row was saved before its product, whose stock is not counted", async () => {
    await save(item("early-3", "default", 0, 1));
    await create("early-3", { use_config_manage_stock: false, manage_stock: false });
    expect(await stockOf(admin, "early-3")).toEqual([0, true]);
  });

  it("agree if a row that waits for its product is removed while that is created", async () => {
    const waiting = Array.from({ length: 12 }, (_, at) => `waiting-${at}`);
    await save(...waiting.map((sku) => item(sku, "default", 5, 1)));
    const unassign = (sku: string) =>
      admin.post("/V1/inventory/bulk-product-source-unassign", { skus: [sku], sourceCodes: ["default"] });
    const replies = await Promise.all(waiting.flatMap((sku) => [create(sku), unassign(sku)]));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await stockMismatches(app.db)).toEqual([]);
  });

  it("are both without stock once the row is removed", async () => {
    await create("removed", { qty: 3 });
    await remove({ sku: "REMOVED", source_code: "Default" });
    expect(await stockOf(admin, "removed")).toEqual([0, false]);
    await admin.put("/V1/products/removed/stockItems/1", { stockItem: { qty: 4 } });
    expect(await rowsOf(admin, "removed")).toEqual({ default: [4, 1] });
  });

  it("are removed with their product, as are the rows at other sources", async () => {
    await create("deleted", { qty: 3, notify_stock_qty: 2, use_config_notify_stock_qty: false });
    await save(item("deleted", "berlin", 4, 1));
    await admin.delete("/V1/products/deleted");
    expect(await rowsOf(admin, "deleted")).toEqual({});
    expect(await app.db.models.inventoryLowStockNotification.count({ where: { sku_key: "deleted" } })).toBe(0);
  });

  it("follow a product to another SKU, and take over rows saved for that SKU at other sources", async () => {
    const { id } = (await create("named", { qty: 3 })).body;
    await save(item("named", "berlin", 4, 1));
    await save(item("renamed", "default", 50, 1), item("renamed", "Paris", 60, 1));
    expect((await admin.put("/V1/products/renamed", { product: { id, sku: "renamed" } })).status).toBe(200);
    expect(await rowsOf(admin, "named")).toEqual({});
    expect(await rowsOf(admin, "renamed")).toEqual({ default: [3, 1], berlin: [4, 1], Paris: [60, 1] });
    expect(await stockOf(admin, "renamed")).toEqual([3, true]);
  });

  it("give no quantity to a renamed product without one", async () => {
    const { id } = (await create("unquantified")).body;
    await admin.put("/V1/products/renamed-empty", { product: { id, sku: "renamed-empty" } });
    expect(await stockOf(admin, "renamed-empty")).toEqual([null, false]);
  });

  it("stay with a product whose SKU is sent in another case, and take its spelling", async () => {
    await create("cased", { qty: 3 });
    await save(item("cased", "berlin", 4, 1));
    const { body } = await admin.put("/V1/products/CASED", { product: { name: "Shouted" } });
    expect(body).toMatchObject({ sku: "CASED", name: "Shouted" });
    expect(await rowsOf(admin, "CASED")).toEqual({ default: [3, 1], berlin: [4, 1] });
    expect(await stockOf(admin, "cased")).toEqual([3, true]);
    const again = await admin.post("/V1/products", { product: simple("Cased") });
    expect(again.body).toMatchObject({ id: body.id, sku: "Cased" });
    expect(await rowsOf(admin, "Cased")).toEqual({ default: [3, 1], berlin: [4, 1] });
  });

  it("use the row saved for the new SKU of a product without one", async () => {
    const { id } = (await create("poor")).body;
    await save(item("rich", "default", 50, 1));
    await admin.put("/V1/products/rich", { product: { id, sku: "rich" } });
    expect(await stockOf(admin, "rich")).toEqual([50, true]);
  });

  it("end when a product becomes composite, and begin again when it no longer is", async () => {
    await create("shifting", { qty: 3 });
    await save(item("shifting", "berlin", 4, 1));
    await admin.put("/V1/products/shifting", { product: { type_id: "grouped" } });
    expect(await rowsOf(admin, "shifting")).toEqual({});
    await save(item("shifting", "default", 8, 1));
    expect((await stockOf(admin, "shifting"))[0]).toBe(0);
    await admin.put("/V1/products/shifting", { product: { type_id: "simple" } });
    expect(await stockOf(admin, "shifting")).toEqual([8, true]);
  });

  it("agree when both are written concurrently", async () => {
    await create("contested", { qty: 1 });
    const made = Array.from({ length: 8 }, (_, at) => `raced-${at}`);
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, (_, at) => [
        save(item("contested", "default", at, 1)),
        admin.put("/V1/products/contested/stockItems/1", { stockItem: { qty: 100 + at } }),
      ]).flat(),
      ...made.flatMap((sku) => [create(sku), save(item(sku, "default", 5, 1))]),
    ]);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await stockMismatches(app.db)).toEqual([]);
    for (const sku of made) expect(await stockOf(admin, sku)).toEqual([5, true]);
  });
});

/** A call to the API; SKUs are numbers below `skuCount`, of which each history has its own. */
type Operation = (sku: (at: number) => string) => Promise<Reply>;

const skuCount = 3;
const skus = fc.nat({ max: skuCount - 1 });
const quantity = fc.constantFrom(0, 0, 1, 2.5, 7, -1);
const source = fc.constantFrom("default", "Default", "elsewhere");
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const stockItem = fc.record(
  {
    qty: quantity,
    is_in_stock: fc.boolean(),
    use_config_min_qty: fc.constant(false),
    min_qty: fc.constantFrom(0, 2),
    use_config_backorders: fc.constant(false),
    backorders: fc.constantFrom(0, 1),
    use_config_manage_stock: fc.constant(false),
    manage_stock: fc.boolean(),
  },
  { requiredKeys: [] },
);

const idOf = async (sku: string) => (await admin.get(`/V1/products/${sku}?fields=id`)).body.id as number | undefined;

const operations: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(skus, maybe(stockItem)).map(
    ([at, stock_item]): Operation =>
      (sku) =>
        admin.post("/V1/products", { product: simple(sku(at), { extension_attributes: { stock_item } }) }),
  ),
  fc.tuple(skus, stockItem).map(
    ([at, given]): Operation =>
      (sku) =>
        admin.put(`/V1/products/${sku(at)}/stockItems/1`, { stockItem: given }),
  ),
  fc.tuple(skus, fc.constantFrom(0, 1)).map(
    ([at, value]): Operation =>
      (sku) =>
        admin.put(`/V1/products/${sku(at)}`, {
          product: { extension_attributes: { stock_item: { is_in_stock: value === 1 } } },
        }),
  ),
  skus.map(
    (at): Operation =>
      (sku) =>
        admin.delete(`/V1/products/${sku(at)}`),
  ),
  fc.tuple(skus, skus).map(([from, to]): Operation => async (sku) => {
    const id = await idOf(sku(from));
    return admin.put(`/V1/products/${sku(to)}`, { product: { id, sku: sku(to) } });
  }),
  fc.tuple(skus, fc.constantFrom("simple", "virtual", "grouped")).map(
    ([at, type_id]): Operation =>
      (sku) =>
        admin.put(`/V1/products/${sku(at)}`, { product: { type_id } }),
  ),
  fc.array(fc.tuple(skus, source, quantity, fc.constantFrom(0, 1)), { minLength: 1, maxLength: 3 }).map(
    (rows): Operation =>
      (sku) =>
        admin.post("/V1/inventory/source-items", {
          sourceItems: rows.map(([at, ...rest]) => item(sku(at), ...rest)),
        }),
  ),
  fc.tuple(skus, source).map(
    ([at, source_code]): Operation =>
      (sku) =>
        admin.post("/V1/inventory/source-items-delete", { sourceItems: [{ sku: sku(at), source_code }] }),
  ),
  fc.tuple(fc.constantFrom("assign", "unassign"), fc.array(skus), source).map(
    ([what, chosen, code]): Operation =>
      (sku) =>
        admin.post(`/V1/inventory/bulk-product-source-${what}`, { skus: chosen.map(sku), sourceCodes: [code] }),
  ),
  fc.tuple(fc.array(skus), fc.boolean(), fc.boolean()).map(
    ([chosen, isBack, unassignFromOrigin]): Operation =>
      (sku) =>
        admin.post("/V1/inventory/bulk-product-source-transfer", {
          skus: chosen.map(sku),
          originSource: isBack ? "elsewhere" : "default",
          destinationSource: isBack ? "default" : "elsewhere",
          unassignFromOrigin,
        }),
  ),
);

let histories = 0;

it("the stock item and the row at the default source agree after every operation of any history", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operations, { minLength: 3, maxLength: 16 }), async (history) => {
      const name = `history-${(histories += 1)}`;
      for (const operation of history) {
        const { status, text } = await operation((at) => `${name}-${at}`);
        expect([200, 400, 404], text).toContain(status);
        expect(await stockMismatches(app.db)).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);

it("the stock item and the row at the default source agree after histories that run at the same time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(operations, { maxLength: 6 }), { minLength: 3, maxLength: 4 }), async (all) => {
      const name = `history-${(histories += 1)}`;
      const run = async (history: readonly Operation[]) => {
        for (const operation of history) {
          const { status, text } = await operation((at) => `${name}-${at}`);
          expect([200, 400, 404], text).toContain(status);
        }
      };
      await Promise.all(all.map(run));
      expect(await stockMismatches(app.db)).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 120_000);

it("the quantities at all sources add up to the received ones if products are only transferred", async () => {
  await admin.post("/V1/products", {
    product: simple("moved", { extension_attributes: { stock_item: { qty: 10, is_in_stock: true } } }),
  });
  await admin.post("/V1/inventory/source-items", { sourceItems: [item("moved", "elsewhere", 5, 1)] });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.boolean(), async (isBack, unassignFromOrigin) => {
      await admin.post("/V1/inventory/bulk-product-source-transfer", {
        skus: ["moved"],
        originSource: isBack ? "elsewhere" : "default",
        destinationSource: isBack ? "default" : "elsewhere",
        unassignFromOrigin,
      });
      const quantities = Object.values(await rowsOf(admin, "moved")).map(([held = 0]) => held);
      expect(quantities.reduce((sum, held) => sum + held, 0)).toBe(15);
    }),
    { numRuns: 20 },
  );
});
