import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { simple } from "../catalog/support.js";
import { startApp, type TestApp } from "../support/app.js";
import type { Client, Reply } from "../support/client.js";
import { addSources, stockMismatches, item, rowsOf } from "./support.js";

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await app.asAdmin();
  await addSources(admin, "elsewhere");
});
afterAll(() => app[Symbol.asyncDispose]());

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
          product: { custom_attributes: [{ attribute_code: "quantity_and_stock_status", value }] },
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
  await admin.post("/V1/products", { product: simple("moved", { extension_attributes: { stock_item: { qty: 10 } } }) });
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
