import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { removeOld } from "../../../src/api/bulk/queue/retention.js";
import { deleteOldImports } from "../../../src/extras/prices/files/imports.rows.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { addManyProducts } from "../../commerce/pricing/support.js";
import { priceFileCalls } from "./price-file-calls.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
const calls = priceFileCalls(admin);
let second: Client;

beforeAll(async () => {
  second = await app.asAdmin(["Portico_Prices::approve"]);
});

afterEach(async () => {
  await app.db.models.priceGuardRail.deleteMany();
  // The process remembers the guard-rails until it reads them again.
  await admin.post("/V1/products/base-prices", { prices: [] });
});

/** Adds products with the price 10 and then a guard-rail. */
async function guarded(prefix: string, count: number, rail: object = {}): Promise<string[]> {
  const skus = await addManyProducts(app.db, prefix, count);
  await calls.importFile(`sku,price\n${skus.map((sku) => `${sku},10`).join("\n")}\n`);
  const guardRail = { kind: "base", max_rise_percent: 50, action: "hold", ...rail };
  expect((await admin.post("/V1/price-guard-rails", { guardRail })).status).toBe(200);
  return skus;
}

const propose = (uuid: string, body: object = {}) => admin.post(`/V1/price-imports/${uuid}/proposals`, body);

const pricesOf = async (skus: readonly string[]) =>
  (await admin.post("/V1/products/base-prices-information", { skus })).body.map(
    ({ price }: { price: number }) => price,
  );

describe("failed rows of a price file that a guard-rail holds", () => {
  it("wait for approval as one proposal, and are set when it is approved", async () => {
    const [one = "", two = "", three = ""] = await guarded("held-", 3);
    const file = `sku,price\n${one},99\n${two},12\n"gone",1\n${three},88\n`;
    const { bulk_uuid: uuid, failed } = await calls.importFile(file);
    expect(failed).toBe(3);
    const proposed = await propose(uuid);
    expect(proposed).toMatchObject({ status: 200, body: { group_id: expect.any(Number), rows: 2 } });
    const group = proposed.body.group_id as number;
    const rows = await second.get(`/V1/price-proposal-groups/${group}/rows?searchCriteria=`);
    expect(
      rows.body.items.map(({ change }: { change: { sku: string; new: object } }) => [change.sku, change.new]),
    ).toEqual([
      [one, { price: 99 }],
      [three, { price: 88 }],
    ]);
    expect(await pricesOf([one, two, three])).toEqual([10, 12, 10]);
    expect(await propose(uuid)).toMatchObject({ status: 400, body: { message: expect.stringContaining("were sent") } });
    const decided = await second.post(`/V1/price-proposal-groups/${group}/approve`, {});
    expect(decided.body).toEqual({ decided: 1, failed: [] });
    expect(await pricesOf([one, two, three])).toEqual([99, 12, 88]);
  });

  it("are one group also if they are many, and can be sent again after a rejection", async () => {
    const skus = await guarded("many-", 1100);
    const { bulk_uuid: uuid } = await calls.importFile(`sku,price\n${skus.map((sku) => `${sku},50`).join("\n")}\n`);
    const { body } = await propose(uuid);
    expect(body.rows).toBe(1100);
    const groups = await second.get("/V1/price-proposal-groups?searchCriteria[sortOrders][0][field]=id");
    const found = groups.body.items.filter(({ bulk_uuid }: { bulk_uuid: string }) => bulk_uuid === uuid);
    expect(found).toMatchObject([{ id: body.group_id, row_count: 1100, proposal_count: 3 }]);
    expect((await second.post(`/V1/price-proposal-groups/${body.group_id}/reject`, {})).body.decided).toBe(3);
    expect((await propose(uuid, { rows: [1, 2] })).body.rows).toBe(2);
    expect(await pricesOf(skus.slice(0, 2))).toEqual([10, 10]);
  });

  it("stay open if one of them can no longer be set", async () => {
    const [one = "", two = ""] = await guarded("stale-", 2);
    const { bulk_uuid: uuid } = await calls.importFile(`sku,price\n${one},99\n${two},88\n`);
    const { group_id: group } = (await propose(uuid)).body;
    await app.db.execute("delete from product where sku = $1", [two]);
    const decided = await second.post(`/V1/price-proposal-groups/${group}/approve`, {});
    expect(decided.body).toMatchObject({ decided: 0, failed: [{ message: expect.stringContaining(two) }] });
    expect(await pricesOf([one])).toEqual([10]);
  });

  it("can be approved after the bulk was removed, with which an import without open proposals goes", async () => {
    const [one = ""] = await guarded("kept-", 1);
    const { bulk_uuid: uuid } = await calls.importFile(`sku,price\n${one},99\n`);
    const { group_id: group } = (await propose(uuid)).body;
    const old = [
      { table: "bulk", column: "finished_at", key: "uuid" },
      { table: "price_import", column: "created_at", key: "bulk_uuid" },
    ];
    for (const { table, column, key } of old)
      await app.db.execute(`update ${table} set ${column} = now() - interval '61 days' where ${key} = $1::uuid`, [
        uuid,
      ]);
    await removeOld(app.db, { days: 60 });
    expect((await admin.get(`/V1/bulk/${uuid}/status`)).status).toBe(404);
    await deleteOldImports(app.db);
    const decided = await second.post(`/V1/price-proposal-groups/${group}/approve`, {});
    expect(decided.body).toEqual({ decided: 1, failed: [] });
    expect(await pricesOf([one])).toEqual([99]);
    await deleteOldImports(app.db);
    expect((await admin.get(`/V1/price-imports/${uuid}`)).status).toBe(404);
  });

  it("are not sent if the guard-rail refuses them, nor if the import was rejected or is unknown", async () => {
    const [one = ""] = await guarded("refused-", 1, { action: "refuse" });
    const { bulk_uuid: refused } = await calls.importFile(`sku,price\n${one},99\n`);
    expect(await propose(refused)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("No failed row") },
    });
    const rejected = await calls.importFile(`sku,price\n${one},99\n`, { query: "?policy=all-or-nothing" });
    expect(await propose(rejected.bulk_uuid)).toMatchObject({
      status: 400,
      body: { parameters: { state: "rejected" } },
    });
    expect((await propose("00000000-0000-4000-8000-000000000000")).status).toBe(404);
    expect((await propose(refused, { rows: [7] })).status).toBe(400);
  });
});
