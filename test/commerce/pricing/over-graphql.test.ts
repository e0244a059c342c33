import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { addProducts } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addProducts(app.db, [{ sku: "a" }, { sku: "b" }]);
});

const setBasePrices = `mutation ($prices: [BasePriceInput!]!) {
  updateBasePrices(prices: $prices) { message parameters }
}`;

describe("the price API over GraphQL", () => {
  it("sets and reads prices as over REST", async () => {
    const prices = [
      { sku: "a", store_id: 0, price: 12.5 },
      { sku: "nowhere", store_id: 0, price: 1 },
    ];
    const set = await admin.graphql(setBasePrices, { prices });
    expect(set.body.data.updateBasePrices).toEqual([
      { message: "Invalid attribute %fieldName = %fieldValue.", parameters: ["SKU", "nowhere"] },
    ]);
    const read = await admin.graphql('{ readBasePrices(skus: ["a", "b"]) { sku price } }');
    expect(read.body.data.readBasePrices).toEqual([{ sku: "a", price: 12.5 }]);
  });

  it("adds and lists group prices", async () => {
    const add = 'mutation { addGroupPrice(sku: "b", customerGroupId: "all", price: 7, qty: 2) }';
    expect((await admin.graphql(add)).body.data).toEqual({ addGroupPrice: true });
    const list = await admin.graphql(
      '{ groupPrices(sku: "b", customerGroupId: "all") { customer_group_id qty value extension_attributes { website_id } } }',
    );
    expect(list.body.data.groupPrices).toEqual([
      { customer_group_id: 32000, qty: 2, value: 7, extension_attributes: { website_id: null } },
    ]);
  });

  it("requires the catalog permission", async () => {
    const reply = await app.asGuest().graphql(setBasePrices, { prices: [] });
    expect(reply.body.errors[0].extensions.code).toBe("NOT_AUTHORIZED");
  });
});
