import { afterAll, beforeAll, expect, it } from "vitest";
import { documented, generatedDocument, resolveSchema } from "../../conformance/document.js";
import type { TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { startShop } from "./support.js";

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  ({ app, admin } = await startShop());
});
afterAll(() => app[Symbol.asyncDispose]());

const special = { sku: "simple", store_id: 0, price: 9, price_from: "2099-01-01 00:00:00", price_to: null };
const tier = {
  ...{ sku: "simple", website_id: 0, customer_group: "all groups" },
  ...{ quantity: 4, price: 8, price_type: "fixed" },
};
const rows = [
  ["POST", "base-prices", { sku: "simple", store_id: 0, price: 12 }],
  ["POST", "cost", { sku: "simple", store_id: 0, cost: 5 }],
  ["POST", "special-price", special],
  ["POST", "special-price-delete", special],
  ["PUT", "tier-prices", tier],
  ["POST", "tier-prices-delete", tier],
] as const;

/** Returns the fields of the rows of a route, and those that its description requires. */
function describedRow(method: "POST" | "PUT", path: string) {
  const document = generatedDocument();
  const body = documented(document, { method, path }).requestBody?.content["application/json"].schema;
  const { schema } = resolveSchema(document, body?.properties?.["prices"]?.items ?? {});
  return { fields: Object.keys(schema.properties ?? {}), required: schema.required ?? [] };
}

it.each(rows)("%s %s requires exactly the fields without which a row fails", async (method, name, row) => {
  const path = `/V1/products/${name}`;
  const { fields, required } = describedRow(method, path);
  expect(fields.sort()).toEqual(Object.keys(row).sort());
  const send = async (sent: object) =>
    (await (method === "PUT" ? admin.put : admin.post)(path, { prices: [sent] })).body as readonly unknown[];
  expect(await send(row)).toEqual([]);
  const refused: string[] = [];
  for (const field of fields) {
    const rest = Object.fromEntries(Object.entries(row).filter(([key]) => key !== field));
    if ((await send(rest)).length > 0) refused.push(field);
  }
  expect([...required].sort()).toEqual(refused.sort());
});
