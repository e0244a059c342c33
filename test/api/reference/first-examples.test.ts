import { expect, it } from "vitest";
import { readExamples } from "../../conformance/write-examples.js";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp({});

/** Writes that people try first, in an order in which each finds what it needs in a new shop. */
const writes = [
  ["POST", "/V1/products"],
  ["PUT", "/V1/products/:sku"],
  ["POST", "/V1/categories"],
  ["POST", "/V1/customers"],
  ["POST", "/V1/products/attributes"],
  ["POST", "/V1/salesRules"],
  ["POST", "/V1/coupons"],
  ["POST", "/V1/inventory/source-items"],
] as const;

const examples = readExamples();

/** Returns the kind of each value, by which answers of different shops can be compared. */
const kindsOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? "list"
    : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kindsOf(inner)]))
      : typeof value;

it("the examples of writes that people try first succeed one after the other in a new shop, and answer as they show", async () => {
  for (const [method, path] of writes) {
    const { body, path: values = {}, answer } = examples[`${method} ${path}`] ?? {};
    const address = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? "");
    const reply = await (method === "POST" ? admin.post(address, body) : admin.put(address, body));
    expect([path, reply.status, reply.body]).toEqual([path, 200, reply.body]);
    expect([path, kindsOf(reply.body)]).toEqual([path, kindsOf(answer)]);
  }
});

it("the example of a guest's cart takes the product of the other examples", async () => {
  const id = (await app.asGuest().post("/V1/guest-carts", {})).body as string;
  const { body, answer } = examples["POST /V1/guest-carts/:cartId/items"] ?? {};
  const reply = await app.asGuest().post(`/V1/guest-carts/${id}/items`, body);
  expect(reply.status).toBe(200);
  expect(kindsOf(reply.body)).toEqual(kindsOf(answer));
  expect(reply.body).toMatchObject({ sku: "24-MB01", name: "Joust Duffle Bag", qty: 2 });
});
