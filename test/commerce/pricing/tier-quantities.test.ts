import { beforeAll, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";
import { addOneOfEachType, storedTierPrices } from "./support.js";

const { app } = useApp({ PORTICO_CONSUMER: "on" });
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Portico_Prices::files"]);
  await addOneOfEachType(app.db);
});

async function importRows(...rows: readonly string[]): Promise<void> {
  const body = ["kind,sku,customer_group,quantity,price", ...rows].join("\n");
  const headers = { "Content-Type": "text/csv" };
  const sent = await admin.request("/rest/V1/price-imports", { method: "POST", body, headers });
  expect([sent.status, sent.text]).toEqual([202, sent.text]);
  await eventually(
    async () => (await admin.get(`/V1/price-imports/${String(sent.body.bulk_uuid)}`)).body.state as string,
  ).toBe("complete");
}

it.each([
  ["2", "2.00001"],
  ["2.00001", "2"],
])("keeps the last row of a file for a tier price whose quantities are stored alike: %s and %s", async (one, other) => {
  await importRows(`tier,simple,General,${one},9`, `tier,simple,General,${other},DELETE`);
  expect(await storedTierPrices(app, "simple")).toEqual([]);
  await importRows(`tier,simple,General,${one},DELETE`, `tier,simple,General,${other},8`);
  expect(await storedTierPrices(app, "simple")).toMatchObject([{ qty: "2.0000", value: "8.000000" }]);
  await importRows(`tier,simple,General,2,DELETE`);
});
