import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../../src/api/call/context.js";
import type { Call } from "../../../src/api/call/invoke.js";
import type { Kernel } from "../../../src/api/call/kernel.js";
import { preview } from "../../../src/api/call/preview.js";
import { deferred } from "../../../src/platform/process/promises.js";
import { waitForBulk } from "../../support/bulk.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { priceCall } from "../../commerce/pricing/price-calls.js";
import { addProducts, addStores } from "../../commerce/pricing/support.js";

const isEmbedded = process.env["PORTICO_TEST_ENGINE"] !== "postgresql";

const { app, admin } = useApp({ PORTICO_PRICE_SCOPE: "website", PORTICO_CONSUMER: "true" });

const skus = ["one", "two", "three"];

beforeAll(async () => {
  await addStores(app.db);
  await addProducts(
    app.db,
    skus.map((sku) => ({ sku })),
  );
});

const dryRun = { headers: { Prefer: "dry-run" } };

/** Every stored price, in the shape of the history. */
const stored = async () => [
  await app.db.query(
    `select product_id, store_id, price, special_price, special_from, special_to, cost from product_price
    where coalesce(price, special_price, cost) is not null or special_from is not null or special_to is not null order by 1, 2`,
  ),
  await app.db.query(
    `select product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value from product_tier_price
    order by 1, 2, 3, 4, 5`,
  ),
];

interface Change {
  readonly sku: string;
  readonly kind: string;
  readonly old: object | null;
  readonly new: object | null;
}

const pick = ({ sku, kind, old, new: after }: Change) => JSON.stringify([sku, kind, old, after]);

/** Sends a call under a request id of its own, and returns the id. */
async function send({ method, path, body }: { method: "post" | "put"; path: string; body: unknown }): Promise<string> {
  const answered = await admin[method](path, body);
  return answered.headers.get("X-Request-Id") ?? "";
}

const changesOf = async (requestId: string): Promise<Change[]> => {
  const filter = `searchCriteria[filter_groups][0][filters][0][field]=request_id&searchCriteria[filter_groups][0][filters][0][value]=${requestId}`;
  return (await admin.get(`/V1/price-changes?${filter}`)).body.items;
};

describe("the preview of a price call", () => {
  it.skipIf(isEmbedded)("gives way to a call that has locked the products, for a bulk too", async () => {
    const released = deferred<undefined>();
    const locked = deferred<undefined>();
    const writer = app.db.transaction(async (tx) => {
      await tx.query("select id from product where sku = 'one' for update");
      locked.resolve(undefined);
      await released.promise;
    });
    await locked.promise;
    const body = { prices: [{ sku: "one", store_id: 0, price: 1 }] };
    expect((await admin.post("/V1/products/base-prices", body, dryRun)).status).toBe(503);
    const bulk = "/async/bulk/V1/products/base-prices";
    const others = { prices: [{ sku: "two", store_id: 0, price: 1 }] };
    expect((await admin.post(bulk, [others, body], dryRun)).status).toBe(503);
    expect((await admin.post(bulk, [others], dryRun)).status).toBe(200);
    released.resolve(undefined);
    await writer;
    expect((await admin.post(bulk, [others, body], dryRun)).status).toBe(200);
  });

  it("starts no more calls of a bulk when it has taken too long, and says how far it got", async () => {
    const call = {} as Call;
    const options = { calls: [call, call], ctx: { db: app.db } as unknown as Context, longest: 0 };
    const describe = () => Promise.reject(new Error("never reached"));
    const error = await preview({} as Kernel, { ...options, describe }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ details: { parameters: { seconds: 0, done: 0, calls: 2 } } });
  });

  it("returns the changes that the call then makes, and leaves no trace", async () => {
    const storages = priceCall.filter(({ method, path }) => method === "post" || path === "/V1/products/tier-prices");
    await fc.assert(
      fc.asyncProperty(storages, async (call) => {
        const before = await stored();
        const recorded = await app.db.query("select count(*) from price_change_set");
        const previewed = await admin[call.method](call.path, call.body, dryRun);
        expect([previewed.status, previewed.headers.get("Preference-Applied")]).toEqual([200, "dry-run"]);
        expect([await stored(), await app.db.query("select count(*) from price_change_set")]).toEqual([
          before,
          recorded,
        ]);
        const done = await admin[call.method](call.path, call.body);
        expect(previewed.body.failures).toEqual(Array.isArray(done.body) ? done.body : []);
        const real = await changesOf(done.headers.get("X-Request-Id") ?? "");
        expect(previewed.body.changes.map(pick).sort()).toEqual(real.map(pick).sort());
        expect(previewed.body.total_changes).toBe(real.length);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it("returns the change in percent, and the numbers of added and removed tier prices", async () => {
    await addProducts(app.db, [{ sku: "percent" }]);
    const tier = { sku: "percent", price_type: "fixed", website_id: 0, customer_group: "General" };
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "percent", store_id: 0, price: 3 }] });
    await admin.post("/V1/products/tier-prices", { prices: [{ ...tier, quantity: 2, price: 2 }] });
    const base = { prices: [{ sku: "percent", store_id: 0, price: 4 }] };
    expect((await admin.post("/V1/products/base-prices", base, dryRun)).body).toEqual({
      ...{ changes: [expect.objectContaining({ sku: "percent", old: { price: 3 }, new: { price: 4 } })] },
      ...{ total_changes: 1, tier_prices_added: 0, tier_prices_removed: 0, failures: [] },
    });
    expect((await admin.post("/V1/products/base-prices", base, dryRun)).body.changes[0].change_percent).toBe(33.33);
    const others = { prices: [3, 4].map((quantity) => ({ ...tier, quantity, price: 2 })) };
    const replaced = await admin.put("/V1/products/tier-prices", others, dryRun);
    expect(replaced.body).toMatchObject({ total_changes: 3, tier_prices_added: 2, tier_prices_removed: 1 });
  });

  it("covers a bulk: the combined changes of its operations, and the operations that fail", async () => {
    const price = (sku: string, amount: unknown) => ({ prices: [{ sku, store_id: 0, price: amount }] });
    const bulk = [price("one", 11), price("nothing", 5), price("one", 12)];
    const { status, body } = await admin.post("/async/bulk/V1/products/base-prices", bulk, dryRun);
    expect(status).toBe(200);
    expect(body.changes).toEqual([expect.objectContaining({ sku: "one", kind: "base", new: { price: 12 } })]);
    expect(body.failures).toEqual([expect.objectContaining({ parameters: ["SKU", "nothing"] })]);
    expect(await app.db.query("select 1 from bulk")).toEqual([]);
  });

  it("is rejected for a route without a preview, and nothing is changed", async () => {
    const { status, body } = await admin.post(
      "/V1/customerGroups",
      { group: { code: "New", tax_class_id: 3 } },
      dryRun,
    );
    expect([status, body.message]).toEqual([400, "This route has no preview. Nothing was changed."]);
    expect(await app.db.query("select 1 from customer_group where code = 'New'")).toEqual([]);
    const query = "mutation { updateCosts(prices: []) { message } }";
    expect((await admin.graphql(query, {}, { Prefer: "dry-run" })).status).toBe(400);
  });
});

describe("the undo of a price call", () => {
  it("restores every price, and can itself be undone", async () => {
    await fc.assert(
      fc.asyncProperty(priceCall, async (call) => {
        const before = await stored();
        const requestId = await send(call);
        const after = await stored();
        if (JSON.stringify(after) === JSON.stringify(before)) return;
        const undone = await admin.post("/V1/price-changes/undo", { requestId });
        expect([undone.status, undone.body.left]).toEqual([200, []]);
        expect(undone.body.restored).toBeGreaterThan(0);
        expect(await stored()).toEqual(before);
        await admin.post("/V1/price-changes/undo", { requestId: undone.headers.get("X-Request-Id") });
        expect(await stored()).toEqual(after);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it("does not restore a price that was changed since, or that of a deleted product", async () => {
    await addProducts(app.db, [{ sku: "kept" }, { sku: "later" }, { sku: "deleted" }]);
    const set = (names: readonly string[], price: number) =>
      send({
        method: "post",
        path: "/V1/products/base-prices",
        body: { prices: names.map((sku) => ({ sku, store_id: 0, price })) },
      });
    const requestId = await set(["kept", "later", "deleted"], 5);
    await set(["later"], 6);
    await admin.delete("/V1/products/deleted");
    const previewed = await admin.post("/V1/price-changes/undo", { requestId }, dryRun);
    const { body } = await admin.post("/V1/price-changes/undo", { requestId });
    expect(previewed.body).toMatchObject({ total_changes: 1, left: body.left });
    expect(body.restored).toBe(1);
    expect(body.left.map(({ sku, reason }: { sku: string; reason: string }) => [sku, reason])).toEqual([
      ["deleted", "The product was deleted."],
      ["later", "The price was changed since then."],
    ]);
  });

  it("does not restore prices that the caller's role cannot change, and adds the others to the event feed", async () => {
    await addProducts(app.db, [{ sku: "limited" }]);
    const requestId = await send({
      method: "put",
      path: "/V1/products/limited",
      body: { product: { price: 5, custom_attributes: [{ attribute_code: "cost", value: 3 }] } },
    });
    const limited = await app.asAdmin(["Portico_Prices::undo"]);
    await app.db.execute(
      `update admin_role set price_rights = '{cost:0}' where 'Portico_Prices::undo' = any(resources)
        and cardinality(resources) = 1`,
    );
    const { next } = (await admin.get("/V1/events?after=latest")).body;
    const { body } = await limited.post("/V1/price-changes/undo", { requestId });
    expect(body.left.map(({ kind, reason }: { kind: string; reason: string }) => [kind, reason])).toEqual(
      body.left.map(() => ["base", "Your role cannot change it."]),
    );
    expect(body.left.length).toBeGreaterThan(0);
    const { events } = (await admin.get(`/V1/events?after=${next}`)).body;
    expect(events.map(({ type, data }: { type: string; data: { kind: string } }) => [type, data.kind])).toEqual([
      ["price.changed", "cost"],
    ]);
  });

  it("is itself a bulk if it undoes a bulk", async () => {
    const before = await stored();
    const bulk = [1, 2].map((at) => ({ prices: [{ sku: skus[at], store_id: 0, cost: 70 + at }] }));
    const accepted = await admin.post("/async/bulk/V1/products/cost", bulk);
    await waitForBulk(admin, accepted);
    const path = `/V1/bulk/${accepted.body.bulk_uuid}/undo`;
    const previewed = await admin.post(path, {}, dryRun);
    expect([previewed.status, previewed.body.total_changes, previewed.body.left]).toEqual([200, 2, []]);
    expect(await stored()).not.toEqual(before);
    const undo = await admin.post(path, {});
    expect(undo.status).toBe(200);
    const { operations_list: operations } = await waitForBulk(admin, { ...undo, status: 202 });
    expect(operations).toMatchObject([{ status: 1, result_serialized_data: '{"restored":2,"left":[]}' }]);
    expect(await stored()).toEqual(before);
    const noted = await admin.get(`/V1/audit-log?${search([["event", "price changes undone"]])}`);
    expect(noted.body.items.at(-1)).toMatchObject({ subject_name: `bulk ${accepted.body.bulk_uuid}`, actor_type: 2 });
  });

  it("accepts single changes, and rejects calls that do not name changes", async () => {
    const [first] = await changesOf(
      await send({
        method: "post",
        path: "/V1/products/cost",
        body: { prices: [{ sku: "two", store_id: 0, cost: 99 }] },
      }),
    );
    const undo = (body: object) => admin.post("/V1/price-changes/undo", body);
    expect((await undo({ ids: [(first as unknown as { id: string }).id] })).body.restored).toBe(1);
    expect((await undo({})).status).toBe(400);
    expect((await undo({ requestId: "a", ids: ["1.1"] })).status).toBe(400);
    expect((await undo({ ids: ["x"] })).status).toBe(400);
    expect((await undo({ bulkUuid: "x" })).status).toBe(400);
    expect((await undo({ requestId: "never-sent" })).status).toBe(404);
    expect((await admin.post("/V1/bulk/00000000-0000-4000-8000-000000000000/undo", {})).status).toBe(404);
  });
});
