import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { simple } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  for (const index of [1, 2, 3]) await admin.post("/V1/products", { product: simple(`n-${index}`) });
});

/** Returns the statements about products, without those for the caller, the store and the transaction. */
async function statementsOf(work: () => Promise<{ readonly status: number }>): Promise<string[]> {
  const statements = await app.statementsOf(async () => expect((await work()).status).toBe(200));
  return statements.filter((text) => /\bproduct|\battribute/.test(text));
}

describe("the number of statements", () => {
  it("is one for a product", async () => {
    expect(await statementsOf(() => admin.get("/V1/products/n-1"))).toHaveLength(1);
  });

  it("is one for a list of any length, and one more to count if the page is full or empty", async () => {
    expect(await statementsOf(() => admin.get("/V1/products?searchCriteria"))).toHaveLength(1);
    const query = search([["status", "1"]], { page_size: 2 });
    expect(await statementsOf(() => admin.get(`/V1/products?${query}`))).toHaveLength(2);
  });

  it("includes one that counts a search by global prices, from the price table alone", async () => {
    const [, count] = await statementsOf(() =>
      admin.get(`/V1/products?${search([["price", "1", "gt"]], { page_size: 2 })}`),
    );
    expect(count).toMatch(/count\(\*\)/);
    expect(count).not.toMatch(/from product p/);
  });

  it("is one for a page and its total if an index finds the products", async () => {
    const query = search([["name", "Product n-2"]], { page_size: 1 });
    expect(await statementsOf(() => admin.get(`/V1/products?${query}`))).toHaveLength(1);
  });

  it("is one more for a search by a custom attribute", async () => {
    expect(await statementsOf(() => admin.get(`/V1/products?${search([["color", "5"]])}`))).toHaveLength(2);
  });

  it("is three for a price change: they lock the product, write the price and read the result", async () => {
    // The first save dates the low stock.
    await admin.put("/V1/products/n-1", { product: { price: 11 } });
    const statements = await statementsOf(() => admin.put("/V1/products/n-1", { product: { price: 12 } }));
    expect(statements).toHaveLength(3);
  });

  it("is nine for a creation: they look for the SKU, read the attributes, write the rows and read the result", async () => {
    const statements = await statementsOf(() => admin.post("/V1/products", { product: simple("n-4") }));
    expect(statements).toHaveLength(9);
  });

  it("is five for a name change: they read the product and the attribute, write the row and the value, and read the result", async () => {
    const statements = await statementsOf(() => admin.put("/V1/products/n-1", { product: { name: "Other" } }));
    expect(statements).toHaveLength(5);
  });
});
