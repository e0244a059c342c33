import { readFileSync } from "node:fs";
import { isEnumType } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { buildSurface } from "../../../src/schema.js";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp({});

beforeAll(async () => {
  const product = { sku: "one", name: "One", price: 10, attribute_set_id: 4, type_id: "simple" };
  expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
});

const fields = "{ path code field row sku message }";

describe("the errors of writes in GraphQL", () => {
  it("are returned next to the results of successful mutations, and not in `errors`", async () => {
    const { body } = await admin.graphql(`mutation {
      gone: deleteProduct(sku: "nowhere")
      saveCustomerGroup(group: {code: "", tax_class_id: 3}) { id }
      taken: saveCustomerGroup(group: {code: "Wholesale", tax_class_id: 3}) { id }
      saved: saveCustomerGroup(group: {code: "Friends", tax_class_id: 3}) { code }
      user_errors ${fields}
    }`);
    expect(body).toEqual({
      data: {
        ...{ gone: null, saveCustomerGroup: null, taken: null, saved: { code: "Friends" } },
        user_errors: [
          expect.objectContaining({ path: ["gone"], code: "NO_SUCH_ENTITY", row: null }),
          {
            ...{ path: ["saveCustomerGroup"], code: "BAD_REQUEST", field: "code", row: null, sku: null },
            message: '"code" is required. Enter and try again.',
          },
          expect.objectContaining({ path: ["taken"], message: "Customer Group already exists." }),
        ],
      },
    });
  });

  it("stay in `errors` for documents that do not select them, without affecting other mutations", async () => {
    const { body } = await admin.graphql(`mutation {
      gone: deleteProduct(sku: "nowhere")
      saved: saveCustomerGroup(group: {code: "Guests of honour", tax_class_id: 3}) { code }
    }`);
    expect(body).toEqual({
      data: { gone: null, saved: { code: "Guests of honour" } },
      errors: [expect.objectContaining({ path: ["gone"] })],
    });
    expect((await admin.graphql('{ product(sku: "nowhere") { sku } one: product(sku: "one") { sku } }')).body).toEqual({
      data: { product: null, one: { sku: "one" } },
      errors: [expect.objectContaining({ path: ["product"] })],
    });
  });

  it("name row, SKU and field of failed prices, with the rendered message", async () => {
    const prices = [
      { sku: "one", price: 11, store_id: 0 },
      { sku: "nowhere", price: 11, store_id: 0 },
      { sku: "one", price: -1, store_id: 99 },
    ];
    const { body } = await admin.graphql(
      `mutation ($prices: [BasePriceInput!]!, $tiers: [TierPriceInput!]!) {
        updateBasePrices(prices: $prices) { message row sku code rendered_message }
        tiers: updateTierPrices(prices: $tiers) { row }
        user_errors ${fields}
      }`,
      {
        prices,
        tiers: [{ sku: "one", price: 9, price_type: "FIXED", website_id: 0, customer_group: "Nobody", quantity: 2 }],
      },
    );
    const failed = { path: ["updateBasePrices"], row: 2, sku: "one" };
    expect(body.errors).toBeUndefined();
    expect(body.data.user_errors).toEqual([
      {
        ...{ path: ["updateBasePrices"], code: "UNKNOWN_SKU", field: "sku", row: 1, sku: "nowhere" },
        message: "Invalid attribute SKU = nowhere.",
      },
      { ...failed, code: "INVALID_PRICE", field: "price", message: "Invalid attribute Price = -1." },
      {
        ...{ ...failed, code: "UNKNOWN_STORE", field: "store_id" },
        message: "Requested store is not found. Row ID: SKU = one, Store ID: 99.",
      },
      {
        ...{ path: ["tiers"], code: "UNKNOWN_CUSTOMER_GROUP", field: "customer_group", row: 0, sku: "one" },
        message: expect.stringMatching(/^No such entity with Customer Group = Nobody\./) as string,
      },
    ]);
    expect(body.data.updateBasePrices[0]).toEqual({
      ...{ message: "Invalid attribute %fieldName = %fieldValue.", row: 1, sku: "nowhere", code: "UNKNOWN_SKU" },
      rendered_message: "Invalid attribute SKU = nowhere.",
    });
    expect((await admin.post("/V1/products/base-prices", { prices: prices.slice(1, 2) })).body).toEqual([
      { message: "Invalid attribute %fieldName = %fieldValue.", parameters: ["SKU", "nowhere"] },
    ]);
  });

  it("name the rows that a guard-rail stops", async () => {
    const rail = "{kind: BASE, max_rise_percent: 50, website_id: 0}";
    const made = await admin.graphql(
      `mutation { createPriceGuardRail(guardRail: ${rail}) { id } user_errors ${fields} }`,
    );
    expect(made.body.data.user_errors).toEqual([]);
    const prices = [
      { sku: "nowhere", price: 11, store_id: 0 },
      { sku: "one", price: 900, store_id: 0 },
    ];
    const { body } = await admin.graphql(
      `mutation ($prices: [BasePriceInput!]!) { updateBasePrices(prices: $prices) { row } user_errors { row sku code } }`,
      { prices },
    );
    expect(body.data.user_errors).toEqual([
      { row: 0, sku: "nowhere", code: "UNKNOWN_SKU" },
      { row: 1, sku: "one", code: "PRICE_RISE" },
    ]);
  });

  it("do not include a missing permission", async () => {
    const { body } = await app.asGuest().graphql(`mutation { deleteProduct(sku: "one") user_errors ${fields} }`);
    expect(body).toMatchObject({
      data: { deleteProduct: null, user_errors: [] },
      errors: [{ path: ["deleteProduct"], extensions: { code: "NOT_AUTHORIZED" } }],
    });
  });

  it("must come last: a document with a mutation after them changes nothing", async () => {
    const { body } = await admin.graphql(`mutation {
      first: deleteProduct(sku: "one") user_errors ${fields} second: deleteProduct(sku: "one")
    }`);
    expect(body).toMatchObject({
      data: null,
      errors: [{ path: ["first"], message: "Select user_errors after all mutations." }, { path: ["user_errors"] }],
    });
    expect((await admin.get("/V1/products/one")).status).toBe(200);
  });

  it("are separate for the documents of a batch, and not lost if they are skipped", async () => {
    const document = `mutation ($sku: String!) { deleteProduct(sku: $sku) user_errors { message } }`;
    const { body } = await admin.request("/graphql", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(["a", "b"].map((sku) => ({ query: document, variables: { sku } }))),
    });
    expect((body as { data: { user_errors: unknown[] } }[]).map(({ data }) => data.user_errors.length)).toEqual([1, 1]);
    const skipped = await admin.graphql(
      `mutation ($want: Boolean!) { deleteProduct(sku: "a") user_errors @include(if: $want) { message } }`,
      { want: false },
    );
    expect(skipped.body).toEqual({ data: { deleteProduct: null }, errors: [expect.anything()] });
  });

  it("have codes that the documentation lists", () => {
    const codes = buildSurface().graph().getType("UserErrorCode");
    const text = readFileSync("docs/graphql.md", "utf8");
    const names = isEnumType(codes) ? codes.getValues().map(({ name }) => name) : [];
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
