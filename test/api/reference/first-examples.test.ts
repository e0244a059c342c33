import { expect, it } from "vitest";
import { readExamples } from "../../conformance/write-examples.js";
import { startApp, useApp } from "../../support/app.js";
import { Client } from "../../support/client.js";

const { app, admin } = useApp({});

const examples = readExamples();

/** Calls that people try first, in an order in which each finds what it needs in a new shop. */
const stories = {
  catalog: [
    "POST /V1/products",
    "PUT /V1/products/:sku",
    "GET /V1/products/:sku",
    "POST /V1/categories",
    "POST /V1/customers",
    "POST /V1/products/attributes",
    "POST /V1/salesRules",
    "POST /V1/coupons",
    "POST /V1/inventory/source-items",
  ],
  guest: [
    "POST /V1/guest-carts",
    "POST /V1/guest-carts/:cartId/items",
    "POST /V1/guest-carts/:cartId/estimate-shipping-methods",
    "POST /V1/guest-carts/:cartId/shipping-information",
    "GET /V1/guest-carts/:cartId/totals",
    "POST /V1/guest-carts/:cartId/payment-information",
  ],
  order: [
    "GET /V1/orders/:id",
    "POST /V1/order/:orderId/invoice",
    "POST /V1/order/:orderId/ship",
    "GET /V1/stockItems/:productSku",
    "GET /V1/customers/search",
    "GET /V1/inventory/source-items",
  ],
  customer: ["GET /V1/customers/me", "POST /V1/carts/mine", "POST /V1/carts/mine/items", "GET /V1/carts/mine/totals"],
} as const;

/** Returns the kind of each value, by which answers of different shops can be compared. */
const kindsOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? "list"
    : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kindsOf(inner)]))
      : typeof value;

/** Sends the example of a route. `values` replace those in its path. Returns the answer, which must be like the example's. */
async function send(client: Client, line: string, values: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { body, path = {}, answer } = examples[line] ?? {};
  const [method = "", template = ""] = line.split(" ");
  const address = template.replace(/:(\w+)/g, (_, name: string) => values[name] ?? path[name] ?? "");
  // A search needs criteria, and the example of an answer shows the first records.
  const isSearch = method === "GET" && typeof answer === "object" && answer !== null && "search_criteria" in answer;
  const calls = {
    GET: () => client.get(isSearch ? `${address}?searchCriteria[pageSize]=2` : address),
    POST: () => client.post(address, body ?? {}),
    PUT: () => client.put(address, body),
  };
  const reply = await calls[method as keyof typeof calls]();
  expect([line, reply.status, reply.body]).toEqual([line, 200, reply.body]);
  expect([line, kindsOf(reply.body)]).toEqual([line, kindsOf(answer)]);
  return reply.body;
}

it("the examples of calls that people try first succeed one after the other in a new shop, and answer as they show", async () => {
  for (const line of stories.catalog) await send(admin, line);
  const guest = app.asGuest();
  let cartId = "";
  for (const line of stories.guest) {
    const answer = await send(guest, line, { cartId });
    if (line === "POST /V1/guest-carts") cartId = String(answer);
  }
  for (const line of stories.order) await send(admin, line);
  const token = await send(guest, "POST /V1/integration/customer/token");
  for (const line of stories.customer) await send(new Client(app.url, String(token)), line);
});

it("the examples of prices of all kinds succeed for the products of the other examples", async () => {
  const kinds = ["base-prices", "special-price", "tier-prices", "cost"];
  const lines = kinds.flatMap((kind) => [
    `POST /V1/products/${kind}`,
    ...(kind === "tier-prices" ? [`PUT /V1/products/${kind}`] : []),
    `POST /V1/products/${kind}-information`,
    ...(kind === "base-prices" ? [] : [`POST /V1/products/${kind}-delete`]),
  ]);
  await using shop = await startApp({ PORTICO_PRICE_SCOPE: "website" });
  const merchant = await shop.asAdmin();
  const { body } = examples["POST /V1/products"] ?? {};
  const { product } = body as { readonly product: object };
  for (const [sku, name] of [
    ["24-MB01", "Joust Duffle Bag"],
    ["24-MB04", "Strive Shoulder Pack"],
  ]) {
    expect((await merchant.post("/V1/products", { product: { ...product, sku, name } })).status).toBe(200);
  }
  for (const line of lines) await send(merchant, line);
  expect(lines.length).toBe(12);
});
