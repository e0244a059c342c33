import fc from "fast-check";

/** The products whose prices change. */
export const pricedSkus = ["one", "two", "three"] as const;

const sku = fc.constantFrom(...pricedSkus);
const price = fc.integer({ min: 1, max: 4 });
const store = fc.constantFrom(0, 1, 11);
const scoped = fc.record({ sku, store_id: store, price });
const tier = fc.record({
  sku,
  price,
  price_type: fc.constantFrom("fixed", "discount"),
  website_id: fc.constantFrom(0, 1),
  customer_group: fc.constantFrom("ALL GROUPS", "General"),
  quantity: fc.integer({ min: 1, max: 3 }),
});
const rows = <Row>(row: fc.Arbitrary<Row>) => fc.array(row, { minLength: 1, maxLength: 6 });
const of = <Body>(method: "post" | "put", path: string, body: fc.Arbitrary<Body>) =>
  body.map((given) => ({ method, path: `/V1/products${path}`, body: given }));

/** A call that changes prices of these products, or tries to. */
export const priceCall = fc.oneof(
  of("post", "/base-prices", fc.record({ prices: rows(scoped) })),
  of(
    "post",
    "/special-price",
    fc.record({
      prices: rows(
        fc.record({ sku, store_id: store, price, price_to: fc.constantFrom("2031-01-01 00:00:00", undefined) }),
      ),
    }),
  ),
  of("post", "/special-price-delete", fc.record({ prices: rows(scoped) })),
  of("post", "/cost", fc.record({ prices: rows(fc.record({ sku, store_id: store, cost: price })) })),
  of("post", "/cost-delete", fc.record({ skus: fc.array(sku, { minLength: 1, maxLength: 2 }) })),
  of("post", "/tier-prices", fc.record({ prices: rows(tier) })),
  of("put", "/tier-prices", fc.record({ prices: rows(tier) })),
  of("post", "/tier-prices-delete", fc.record({ prices: rows(tier) })),
  sku.chain((one) => of("put", `/${one}`, fc.record({ product: fc.record({ price }) }))),
);
