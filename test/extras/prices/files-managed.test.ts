import { beforeAll, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";
import { addManyProducts } from "../../commerce/pricing/support.js";

const { app } = useApp();
let admin: Client;
let skus: readonly string[];

beforeAll(async () => {
  admin = await app.asAdmin(["Portico_Prices::files", "Magento_Logging::system_magento_logging_bulk_operations"]);
  skus = await addManyProducts(app.db, "part-", 6000);
});

/** Accepts an import of costs, which no consumer runs yet. */
async function accept(cost: number) {
  const sent = await admin.request("/rest/V1/price-imports", {
    method: "POST",
    body: `kind,sku,price\n${skus.map((sku) => `cost,${sku},${cost}`).join("\n")}\n`,
    headers: { "Content-Type": "text/csv" },
  });
  const { bulk_uuid: uuid, request_items: parts } = sent.body as { bulk_uuid: string; request_items: unknown[] };
  return {
    uuid,
    parts: parts.length,
    state: async () => (await admin.get(`/V1/price-imports/${uuid}`)).body,
    retry: async (body = {}) => (await admin.post(`/V1/bulk/${uuid}/retry`, body)).body as number,
  };
}

const costsOf = async (cost: number) =>
  (await app.db.one<{ count: number }>("select count(*)::int from product_price where cost = $1", [cost]))?.count;

/** Runs a consumer on the same database until the work is done. */
async function consuming(work: () => Promise<void>): Promise<void> {
  await using _consumer = await startApp({ PORTICO_CONSUMER: "on" }, () =>
    Promise.resolve({ database: app.db, settings: {}, [Symbol.asyncDispose]: () => Promise.resolve() }),
  );
  await work();
}

it("a waiting import is canceled as a whole and stays canceled", async () => {
  const { uuid, parts, state, retry } = await accept(7);
  expect(parts).toBeGreaterThan(1);
  expect(await state()).toMatchObject({ state: "running", open: 6000, written: 0 });
  expect((await admin.delete(`/V1/bulk/${uuid}`)).body).toBe(parts);
  expect(await retry({ includeFailed: true })).toBe(0);
  await consuming(async () => {
    expect(await state()).toMatchObject({ state: "canceled", rows: 6000, written: 0, open: 0, skipped: 6000 });
  });
  expect(await costsOf(7)).toBe(0);
});

it("an import fails if its sender lost the permission, and applies all rows when retried with the permission", async () => {
  const { parts, state, retry } = await accept(8);
  const setResources = (resources: string) =>
    app.db.execute(
      "update admin_role set resources = $1::text[] where 'Magento_Logging::system_magento_logging_bulk_operations' = any(resources)",
      [resources],
    );
  await setResources("{Magento_Logging::system_magento_logging_bulk_operations}");
  await consuming(async () => {
    await eventually(async () => (await app.db.query("select 1 from bulk_queue")).length).toBe(0);
    expect(await costsOf(8)).toBe(0);
    await setResources("{Portico_Prices::files,Magento_Logging::system_magento_logging_bulk_operations}");
    expect(await state()).toMatchObject({ state: "failed", written: 0 });
    expect(await retry({ includeFailed: true })).toBe(parts);
    await eventually(async () => (await state()).state).toBe("complete");
  });
  expect(await state()).toMatchObject({ written: 6000, failed: 0, skipped: 0, open: 0 });
  expect(await costsOf(8)).toBe(6000);
});
