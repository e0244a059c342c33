import { beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../support/client.js";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp();

let jane: Client;
beforeAll(async () => {
  const customer = { email: "jane@example.com", firstname: "Jane", lastname: "Doe" };
  expect((await admin.post("/V1/customers", { customer })).status).toBe(200);
  jane = await app.asCustomer("jane@example.com");
  const custom_attributes = [
    { attribute_code: "description", value: "Soft" },
    { attribute_code: "meta_title", value: "Shirt" },
  ];
  const product = { sku: "shirt", name: "Shirt", price: 1, attribute_set_id: 4, type_id: "simple", custom_attributes };
  expect((await admin.post("/V1/products", { product })).status).toBe(200);
});

describe("the parameter fields", () => {
  it("chooses whole attributes by their codes", async () => {
    const { body } = await admin.get("/V1/products/shirt?fields=sku,custom_attributes[description,meta_title]");
    const { custom_attributes: chosen, ...others } = body as { custom_attributes: { attribute_code: string }[] };
    expect(others).toEqual({ sku: "shirt" });
    expect(chosen.toSorted((a, b) => (a.attribute_code < b.attribute_code ? -1 : 1))).toEqual([
      { attribute_code: "description", value: "Soft" },
      { attribute_code: "meta_title", value: "Shirt" },
    ]);
  });

  it("chooses the keys of all attributes by their names", async () => {
    const { body } = await admin.get("/V1/products/shirt?fields=custom_attributes[attribute_code]");
    expect(body.custom_attributes).toContainEqual({ attribute_code: "description" });
  });

  it("makes an empty list null if it chooses keys of its items", async () => {
    const search = "/V1/products?searchCriteria[filter_groups][0][filters][0][field]=sku&fields=items";
    expect((await admin.get(`${search}[sku],total_count`)).body).toEqual({ items: null, total_count: 0 });
    expect((await admin.get(search)).body).toEqual({ items: [] });
  });

  it("counts once, with its last value, and selects nothing if it is a list", async () => {
    expect((await admin.get("/V1/products/shirt?fields=sku,name&fields=price")).body).toEqual({ price: 1 });
    expect((await admin.get("/V1/products/shirt?fields[]=price")).body).toEqual([]);
  });
});

describe("an answer without an object", () => {
  it("is an empty list in JSON, and an empty element in XML", async () => {
    expect((await jane.get("/V1/customers/me/billingAddress")).body).toEqual([]);
    const xml = await jane.get("/V1/customers/me/billingAddress", { headers: { Accept: "application/xml" } });
    expect(xml.text).toContain("<response/>");
  });
});
