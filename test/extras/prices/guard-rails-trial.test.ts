import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { addManyProducts, addProducts, addStores } from "../../commerce/pricing/support.js";
import { priceFileCalls } from "./price-file-calls.js";

const { app, admin } = useApp({ PORTICO_PRICE_SCOPE: "website", PORTICO_CONSUMER: "on" });
const path = "/V1/price-guard-rails";

beforeAll(() => addStores(app.db));

afterEach(async () => {
  await app.db.models.priceGuardRail.deleteMany();
  // The process remembers the guard-rails until it reads them again.
  await admin.post("/V1/products/base-prices", { prices: [] });
});

const attempt = async (guardRail: object, days?: number) => {
  const { status, body } = await admin.post(`${path}/trial`, { guardRail, ...(days !== undefined && { days }) });
  expect(status).toBe(200);
  return body;
};

const prices = async (kind: "base-prices" | "special-price" | "tier-prices" | "cost", rows: readonly object[]) => {
  const { status, body } = await admin.post(`/V1/products/${kind}`, { prices: rows });
  expect([status, body]).toEqual([200, []]);
};
const base = (sku: string, price: number, store_id = 0) => ({ sku, store_id, price });

/** Empties the history, so that the trials of a test examine only its own changes. */
const forget = () =>
  app.db.transaction(async (db) => {
    // Its trigger refuses this otherwise.
    await db.execute("set local session_replication_role = 'replica'");
    await db.execute("truncate price_change_block, price_change_set");
  });

interface Row {
  readonly change: { readonly sku: string; readonly store_id: number | null };
  readonly percent: number | null;
  readonly limit: string;
}
const rowsOf = ({ largest }: { readonly largest: readonly Row[] }) =>
  largest.map(({ change, percent, limit }) => [change.sku, percent, limit]);

describe("the trial of a guard-rail", () => {
  it("counts the recorded changes that it would have stopped, and lists the largest first", async () => {
    await addProducts(app.db, [{ sku: "up" }, { sku: "far-up" }, { sku: "down" }, { sku: "same" }]);
    await prices(
      "base-prices",
      ["up", "far-up", "down", "same"].map((sku) => base(sku, 10)),
    );
    await forget();
    await prices("base-prices", [base("up", 16), base("far-up", 90), base("down", 3), base("same", 15)]);
    const trial = await attempt({ kind: "base", max_rise_percent: 50, max_fall_percent: 60 });
    expect(trial).toMatchObject({ examined: 4, stopped: 3, calls: 1 });
    expect(rowsOf(trial)).toEqual([
      ["far-up", 800, "rise"],
      ["down", -70, "fall"],
      ["up", 60, "rise"],
    ]);
    expect(trial.largest[0].change).toMatchObject({
      old: { price: 10 },
      new: { price: 90 },
      actor_type: "administrator",
    });
    expect(Date.now() - Date.parse(trial.since)).toBeGreaterThan(29 * 86_400_000);
    expect(await app.db.models.priceGuardRail.count()).toBe(0);
  });

  it.each([
    {
      name: "a rise",
      kind: "base",
      limits: { max_rise_percent: 20 },
      rows: (sku: string) => [base(sku, 12.01)],
      broken: "rise",
    },
    {
      name: "a rise to the limit",
      kind: "base",
      limits: { max_rise_percent: 20 },
      rows: (sku: string) => [base(sku, 12)],
      broken: undefined,
    },
    {
      name: "a floor",
      kind: "base",
      limits: { floor_above_cost_percent: 50 },
      rows: (sku: string) => [base(sku, 5.99)],
      broken: "floor",
    },
    {
      name: "a ceiling",
      kind: "base",
      limits: { ceiling: 11 },
      rows: (sku: string) => [base(sku, 11.5)],
      broken: "ceiling",
    },
    {
      name: "a first special price",
      kind: "special",
      limits: { max_fall_percent: 30 },
      rows: (sku: string) => [base(sku, 6.9)],
      broken: "fall",
    },
    {
      name: "the first price of a website",
      kind: "base",
      limits: { max_rise_percent: 20 },
      rows: (sku: string) => [base(sku, 15, 11)],
      broken: "rise",
    },
  ] as const)("says the same about $name as the guard-rail itself", async ({ name, kind, limits, rows, broken }) => {
    const sku = name.replaceAll(" ", "-");
    const route = kind === "base" ? "base-prices" : "special-price";
    await addProducts(app.db, [{ sku }, { sku: `${sku}-guarded` }]);
    for (const each of [sku, `${sku}-guarded`]) {
      await prices("base-prices", [base(each, 10)]);
      await prices("cost", [{ sku: each, store_id: 0, cost: 4 }]);
    }
    await forget();
    await prices(route, rows(sku));
    expect(rowsOf(await attempt({ kind, ...limits })).map(([, , limit]) => limit)).toEqual(broken ? [broken] : []);
    await admin.post(path, { guardRail: { kind, ...limits } });
    const guarded = await admin.post(`/V1/products/${route}`, { prices: rows(`${sku}-guarded`) });
    expect(guarded.body).toHaveLength(broken ? 1 : 0);
  });

  it("compares discounts of tier prices as amounts", async () => {
    await addProducts(app.db, [{ sku: "tiered" }]);
    await prices("base-prices", [base("tiered", 10)]);
    await forget();
    const tier = { sku: "tiered", website_id: 0, customer_group: "ALL GROUPS", quantity: 2, price_type: "discount" };
    await prices("tier-prices", [{ ...tier, price: 60 }]);
    await prices("tier-prices", [{ ...tier, price: 20 }]);
    const trial = await attempt({ kind: "tier", max_fall_percent: 50, max_rise_percent: 90 });
    expect(rowsOf(trial)).toEqual([
      ["tiered", 100, "rise"],
      ["tiered", -60, "fall"],
    ]);
  });

  it("stops all changes of a call with too many, and takes a price file for one call", async () => {
    const skus = await addManyProducts(app.db, "many-", 3);
    await forget();
    await prices(
      "base-prices",
      skus.map((sku) => base(sku, 1)),
    );
    await prices("base-prices", [base("many-1", 2)]);
    const rail = { kind: "base", max_rows: 2 };
    expect(await attempt(rail)).toMatchObject({ examined: 4, stopped: 3, calls: 1 });
    const file = skus.map((sku) => JSON.stringify({ kind: "base", ...base(sku, 7) })).join("\n");
    await priceFileCalls(admin).importFile(file, { type: "application/x-ndjson" });
    expect(await attempt(rail)).toMatchObject({ examined: 7, stopped: 6, calls: 2 });
  });

  it("leaves out websites whose own guard-rail sets the limit, and counts copies for store views once", async () => {
    await addProducts(app.db, [{ sku: "sites" }]);
    await prices("base-prices", [base("sites", 10)]);
    await forget();
    await prices("base-prices", [base("sites", 30, 1)]);
    await prices("base-prices", [base("sites", 40, 11)]);
    const rail = { kind: "base", max_rise_percent: 50 };
    expect(await attempt(rail)).toMatchObject({ examined: 2, stopped: 2 });
    expect(rowsOf(await attempt({ ...rail, website_id: 2 }))).toEqual([["sites", 300, "rise"]]);
    await admin.post(path, { guardRail: { ...rail, website_id: 2, max_rise_percent: 500 } });
    expect(rowsOf(await attempt(rail))).toEqual([["sites", 200, "rise"]]);
  });

  it("examines only the given days", async () => {
    await addProducts(app.db, [{ sku: "aged" }]);
    await prices("base-prices", [base("aged", 10)]);
    await forget();
    await prices("base-prices", [base("aged", 30)]);
    const rail = { kind: "base", max_rise_percent: 50 };
    expect(await attempt(rail, 1)).toMatchObject({ stopped: 1 });
    for (const days of [0, 367])
      expect((await admin.post(`${path}/trial`, { guardRail: rail, days })).status).toBe(400);
  });

  it("rejects a guard-rail that could not be stored, and callers without the permission", async () => {
    const trial = (guardRail: object) => admin.post(`${path}/trial`, { guardRail });
    expect((await trial({ kind: "base" })).status).toBe(400);
    expect((await trial({ kind: "base", max_rise_percent: -1 })).status).toBe(400);
    expect((await trial({ kind: "base", max_rise_percent: 1, website_id: 99 })).status).toBe(404);
    const other = await app.asAdmin(["Portico_Prices::files"]);
    expect((await other.post(`${path}/trial`, { guardRail: { kind: "base", ceiling: 1 } })).status).toBe(401);
  });
});
