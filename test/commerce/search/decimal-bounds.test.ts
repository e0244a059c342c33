import { beforeAll, expect, it } from "vitest";
import { createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";

const { app } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { cheap: { price: 25, weight: 2 }, dear: { price: 310, weight: 3 } });
});

async function found(from: string) {
  const filters = [["price.from", from]] as const;
  const { body } = await app
    .asGuest()
    .get(`/V1/search?${search(filters)}&searchCriteria[requestName]=catalog_view_container`);
  return (body.items as unknown[]).length;
}

it.each(["40", "+40", "4e1", "040", "40.0000000"])("reads the bound %s of a search by price as 40", async (bound) => {
  expect(await found(bound)).toBe(1);
});

it.each(["1e14", "1e150", "40.0000001", "0x28"])("ignores the bound %s, which is not a price", async (bound) => {
  expect(await found(bound)).toBe(2);
});

it.each(["3", "3e0", "+3", "03.0", "3.0000000"])("finds products by the weight 3 given as %s", async (weight) => {
  const { body } = await (await app.asAdmin()).get(`/V1/products?${search([["weight", weight]])}`);
  expect(body.items).toMatchObject([{ sku: "dear" }]);
});
