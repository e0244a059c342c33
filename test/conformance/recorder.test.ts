import { expect, it } from "vitest";
import { unexercised } from "./exercised.js";
import { type Exchange, record } from "./recorder.js";

const exchange = (more: Partial<Exchange>): Exchange => ({
  method: "POST",
  path: "/rest/default/V1/products/special-price-information",
  status: 200,
  contentType: "application/json; charset=utf-8",
  body: [],
  ...more,
});
const price = { price: 5, store_id: 0, sku: "a", price_from: "2030-01-01 00:00:00", price_to: null };

it("the recorder accepts responses that match the schema", () => {
  record(exchange({ body: [price] }));
  record(exchange({ status: 400, body: { message: "%1", parameters: ["a", 1] } }));
  record(exchange({ status: 401, body: { message: "%resources", parameters: { resources: "self" } } }));
});

it("the recorder fails for an undeclared field and for one with another type", () => {
  expect(() => record(exchange({ body: [{ ...price, colour: "red" }] }))).toThrow(/special-price-information.*colour/);
  expect(() => record(exchange({ body: [{ ...price, price: "5" }] }))).toThrow("/0/price must be number");
  expect(() => record(exchange({ status: 400, body: { text: "no message" } }))).toThrow("message");
});

it("the recorder fails for an undeclared status", () => {
  expect(() => record(exchange({ status: 403, body: { message: "no" } }))).toThrow("status 403 is not documented");
});

it("the recorder accepts partial responses to fields=, but nothing undeclared", () => {
  const path = "/rest/V1/products/types?fields=name";
  const body = [{ name: "simple" }];
  expect(() => record(exchange({ method: "GET", path: "/rest/V1/products/types", body }))).toThrow("label");
  record(exchange({ method: "GET", path, body }));
  expect(() => record(exchange({ method: "GET", path, body: [{ colour: 1 }] }))).toThrow("colour");
});

it("the recorder fails for asynchronous and bulk responses that do not match their schemas", () => {
  const accepted = { bulk_uuid: "8e03978e-40d5-43dd-bc93-6894a57f9324", request_items: [], errors: false };
  const later = (more: Partial<Exchange>) => exchange({ method: "PUT", status: 202, body: accepted, ...more });
  for (const path of ["/rest/async/V1/products/a", "/rest/default/async/bulk/V1/products/bySku"]) {
    record(later({ path }));
    expect(() => record(later({ path, status: 200 }))).toThrow("status 200 is not documented");
    expect(() => record(later({ path, body: { ...accepted, errors: "none" } }))).toThrow("/errors must be boolean");
  }
});

it("the recorder ignores paths that are not routes", () => {
  record(exchange({ method: "GET", path: "/rest/default/async/V1/products/types", status: 599 }));
  record(exchange({ path: "/health/live", status: 599 }));
});

it("the recorder names the routes that lack a success or a failure", () => {
  const declared = ["declared GET /V1/a", "declared GET /V1/b", "declared GET /V1/c"];
  expect(unexercised([...declared, "success GET /V1/a", "failure GET /V1/a", "success GET /V1/b"])).toEqual([
    "GET /V1/b: no failure",
    "GET /V1/c: no success, no failure",
  ]);
});
