import fc from "fast-check";
import { expect, test } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { simple } from "./support.js";

const { admin } = useApp();

const byGraphql = `query ($page: Int!) {
  products(searchCriteria: {
    pageSize: 2, currentPage: $page, filterGroups: [{ filters: [{ field: "price", value: "50", conditionType: GT }] }]
  }) { total_count items { sku } }
}`;

/** Read the total of the products above a price on one of their pages. */
const totals = [
  async (current_page: number) => {
    const page = search([["price", "50", "gt"]], { page_size: 2, current_page });
    const { body } = await admin.get(`/V1/products?${page}`);
    return (body as { total_count: number }).total_count;
  },
  async (page: number) => {
    const { body } = await admin.graphql(byGraphql, { page });
    return (body as { data: { products: { total_count: number } } }).data.products.total_count;
  },
];

test("each page of products has the total after the caller's last write, over REST and GraphQL", async () => {
  const prices = new Map<string, number>();
  const save = async (sku: string, price: number) => {
    expect((await admin.post("/V1/products", { product: simple(sku, { price }) })).status).toBe(200);
    prices.set(sku, price);
  };
  const remove = async (sku: string) => {
    await admin.delete(`/V1/products/${sku}`);
    prices.delete(sku);
  };
  const compare = async (total: (page: number) => Promise<number>, page: number) =>
    expect(await total(page)).toBe([...prices.values()].filter((price) => price > 50).length);
  const sku = fc.integer({ min: 1, max: 8 }).map((number) => `counted-${number}`);
  const write = fc.tuple(sku, fc.constantFrom(10, 100)).map(
    ([of, price]) =>
      () =>
        save(of, price),
  );
  const removal = sku.map((of) => () => remove(of));
  const read = fc.tuple(fc.constantFrom(...totals), fc.integer({ min: 1, max: 5 })).map(
    ([total, page]) =>
      () =>
        compare(total, page),
  );
  const steps = fc.array(fc.oneof(write, removal, { weight: 4, arbitrary: read }), { minLength: 5, maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      for (const step of all) await step();
    }),
    { numRuns: 25 },
  );
});
