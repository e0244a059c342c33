import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Entity } from "../../../src/extras/magento-import/entity.js";
import {
  type ImportOptions,
  importShop,
  type Summary,
  runDryImport,
} from "../../../src/extras/magento-import/import-shop.js";
import type { Source } from "../../../src/extras/magento-import/kind.js";
import type { LocalProcess } from "../../../src/extras/magento-import/shops/local-shop.js";
import { createServices, type Services } from "../../../src/services.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { processOf } from "./local-process.js";

const skus = ["one", "two", "three", "four", "five"];
const listener = { onProgress: () => undefined, onKindEnd: () => undefined };

let app: TestApp;
let client: Client;
let services: Services;
let local: LocalProcess;
/** Cached answers by path, because a dry run uses the database exclusively. */
const answers = new Map<string, Promise<unknown>>();
const lines: Readonly<Record<string, unknown>>[] = [];

beforeAll(async () => {
  app = await startApp({ PORTICO_PRICE_SCOPE: "website" });
  const log = pino(
    { level: "info" },
    { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
  );
  services = createServices(app.config, app.db, log);
  local = await processOf(app, services);
  client = await app.asAdmin();
  for (const sku of skus)
    await client.post("/V1/products", {
      product: { sku, name: sku, price: 9, type_id: "simple", attribute_set_id: 4 },
    });
  await imported(sourceWith({}), ["stores", "prices"]);
});
afterAll(async () => {
  await services.media.stop();
  await app[Symbol.asyncDispose]();
});

/** Rows of a source, by the path that reads them. */
type Rows = Readonly<Record<string, readonly Entity[]>>;

/** Returns a source with the stores and products of the application, and with the given rows. */
function sourceWith(rows: Rows): Source {
  return {
    get(path) {
      const [address = ""] = path.split("?");
      const items = rows[address];
      if (items) return Promise.resolve({ items, total_count: items.length });
      const known = answers.get(path) ?? client.get(`/V1${path}`, { store: "all" }).then(({ body }) => body as unknown);
      answers.set(path, known);
      return known;
    },
    ask: (path) => Promise.resolve(rows[path] ?? []),
    file: () => Promise.reject(new Error("There are no files.")),
  };
}

const options = (source: Source, only: readonly string[]): ImportOptions => ({
  ...{ url: "https://shop.example.com", source, only, isRestart: false, withImages: false, pageSize: 100 },
});

const imported = (source: Source, only: readonly string[]) => importShop(local, options(source, only), listener);
const tried = (source: Source, only: readonly string[]) => runDryImport(local, options(source, only), listener);

/** Returns the summary of an import and the contracts it called, in order. */
async function called(work: () => Promise<Summary>): Promise<Summary & { readonly calls: readonly string[] }> {
  const found = vi.spyOn(local.kernel.resolvers, "get");
  try {
    const summary = await work();
    return { ...summary, calls: found.mock.calls.map(([contract]) => (contract as { readonly name: string }).name) };
  } finally {
    found.mockRestore();
  }
}

/** Returns item, severity and reason of the problems. */
const reported = ({ problems }: Summary) => problems.map(({ item, severity, reason }) => [item, severity, reason]);

const tierRow = (sku: string, more: Entity = {}): Entity => ({
  ...{ sku, price: 5, price_type: "fixed", website_id: 0, customer_group: "ALL GROUPS", quantity: 10 },
  ...more,
});
const viewRow = (sku: string, more: Entity): Entity => ({ sku, store_id: 1, ...more });

interface PriceRows {
  readonly tier?: readonly Entity[];
  readonly base?: readonly Entity[];
  readonly special?: readonly Entity[];
}

const pricesOf = (rows: PriceRows): Rows => ({
  "/products/special-price-information": rows.special ?? [],
  "/products/tier-prices-information": rows.tier ?? [],
  "/products/base-prices-information": rows.base ?? [],
});

const storedTiers = async () => {
  const found = await client.post("/V1/products/tier-prices-information", { skus });
  return (found.body as { sku: string; price: number }[]).map(({ sku, price }) => `${sku} ${price}`).sort();
};

const clearTiers = () => app.db.execute("delete from product_tier_price");

describe("an import of prices", () => {
  beforeEach(clearTiers);

  it("writes all prices of a page with one call for each price storage, even in a dry run", async () => {
    const source = sourceWith(
      pricesOf({
        tier: skus.flatMap((sku) => [tierRow(sku), tierRow(sku, { quantity: 20, price: 4 })]),
        base: skus.map((sku) => viewRow(sku, { price: 8 })),
      }),
    );
    const dryRun = await called(() => tried(source, ["prices"]));
    expect(dryRun).toMatchObject({ calls: ["BasePriceStorage", "TierPriceStorage"], problems: [] });
    expect(await storedTiers()).toEqual([]);
    const { calls, kinds, problems } = await called(() => imported(source, ["prices"]));
    expect(calls).toEqual(["BasePriceStorage", "TierPriceStorage"]);
    expect([kinds, problems]).toMatchObject([[{ kind: "prices", written: 5, failed: 0 }], []]);
    expect(await storedTiers()).toEqual(skus.flatMap((sku) => [`${sku} 4`, `${sku} 5`]).sort());
  });

  it("imports special prices of a store view that have already started, which calls may not set", async () => {
    const special = viewRow("one", { price: 7, price_from: "2020-01-01 00:00:00", price_to: "2099-01-01 00:00:00" });
    const refused = await client.post("/V1/products/special-price", { prices: [special] });
    expect(refused.body).toMatchObject([{ message: expect.stringContaining("Price From") as string }]);
    const { problems } = await imported(sourceWith(pricesOf({ special: [special] })), ["prices"]);
    expect(problems).toEqual([]);
    const { body } = await client.post("/V1/products/special-price-information", { skus: ["one"] });
    expect(body).toEqual([special]);
  });

  it("notes each failed row for its own product, even if the reason does not name it", async () => {
    const source = sourceWith(
      pricesOf({
        tier: [
          ...[tierRow("one"), tierRow("two", { customer_group: "Nobody" }), tierRow("three", { website_id: 7 })],
          ...[
            tierRow("four", { loyalty: 1 }),
            tierRow("FIVE", { price: 3 }),
            tierRow("five", { price: -1, quantity: 20 }),
          ],
        ],
        base: [viewRow("three", { price: -1 }), viewRow("four", { price: 8 })],
      }),
    );
    const rowOf = (sku: string, group: string, quantity: number) =>
      `Row ID: SKU = ${sku}, Website ID: 0, Customer Group: ${group}, Quantity: ${quantity}.`;
    const expected = [
      ["two", `without a tier price: No such entity with Customer Group = Nobody. ${rowOf("two", "Nobody", 10)}`],
      ["three", "without a base price: Invalid attribute Price = -1."],
      ["three", "without a tier price of website 7, which was not imported"],
      ["four", "without the field loyalty, which Portico does not have"],
      ["five", `without a tier price: Invalid attribute Price = -1. ${rowOf("five", "ALL GROUPS", 20)}`],
    ].map(([item, reason]) => [item, "partly", reason]);
    const dryRun = await tried(source, ["prices"]);
    const summary = await imported(source, ["prices"]);
    expect(reported(summary)).toEqual(expected);
    expect(reported(dryRun)).toEqual(expected);
    expect(summary.kinds).toMatchObject([{ written: 5, failed: 0 }]);
    expect(await storedTiers()).toEqual(["five 3", "four 5", "one 5"]);
  });

  it("leaves out only the product whose row makes the whole call fail", async () => {
    const base = [viewRow("three", { price: "much" }), viewRow("four", { price: 8 })];
    const source = sourceWith(pricesOf({ tier: skus.map((sku) => tierRow(sku)), base }));
    const since = lines.length;
    for (const summary of [await tried(source, ["prices"]), await imported(source, ["prices"])]) {
      expect(reported(summary)).toEqual([["three", "failed", expect.stringContaining('The "much" value')]]);
      expect(summary.kinds).toMatchObject([{ written: 4, failed: 1 }]);
    }
    const retry = {
      ...{ level: 30, kind: "prices", msg: "retrying an import page one item at a time" },
      reason: expect.stringContaining('The "much" value') as string,
    };
    expect(lines.slice(since)).toMatchObject([retry, retry]);
    expect(await storedTiers()).toEqual(["five 5", "four 5", "one 5", "two 5"]);
  });
});

describe("an import of quantities", () => {
  const itemsOf = (quantities: Readonly<Record<string, number>>, more: Entity = {}): Rows => ({
    "/inventory/source-items": Object.entries(quantities).map(([sku, quantity]) => ({
      ...{ sku, source_code: "default", quantity, status: 1 },
      ...more,
    })),
  });
  const stored = async () => {
    const { body } = await client.get("/V1/inventory/source-items?searchCriteria&fields=items[sku,quantity]");
    return Object.fromEntries(
      (body as { items: { sku: string; quantity: number }[] }).items.map(({ sku, quantity }) => [sku, quantity]),
    );
  };

  it("writes all quantities of a page with one call", async () => {
    const quantities = { one: 1, two: 2, three: 3, four: 4, five: 5 };
    const { calls, problems } = await called(() => imported(sourceWith(itemsOf(quantities)), ["quantities"]));
    // The first call reads the existing quantities.
    expect([calls, problems]).toEqual([["SourceItems", "SourceItems"], []]);
    expect(await stored()).toEqual(quantities);
  });

  it("leaves out only the product whose quantity makes the whole call fail", async () => {
    const rows = itemsOf({ one: 11, two: 12 })["/inventory/source-items"] ?? [];
    const odd = { sku: "three", source_code: "default", quantity: 13, status: 9 };
    const source = sourceWith({ "/inventory/source-items": [odd, ...rows] });
    const { problems } = await imported(source, ["quantities"]);
    expect(problems).toMatchObject([{ item: "three", severity: "failed", reason: '"status" should a known status.' }]);
    expect(await stored()).toMatchObject({ one: 11, two: 12, three: 3 });
  });
});
