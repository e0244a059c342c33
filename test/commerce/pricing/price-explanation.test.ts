import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { guest } from "../../../src/api/auth/actor.js";
import { asAmount, asPercent, asQuantity } from "../../../src/platform/money/amount.js";
import {
  type PriceWrite,
  type TierPriceWrite,
  writePrices,
  writeTierPrices,
} from "../../../src/commerce/pricing/published.js";
import { deleteTierPrices } from "../../../src/commerce/pricing/tier-prices/tier-price-writes.sql.js";
import { createProductInStock, Shopper } from "../cart/cart-tests.js";
import { useApp } from "../../support/app.js";
import { addProducts, addStores, databaseTime, inSeconds } from "./support.js";

/** Cases of the comparison with carts: `PORTICO_FUZZ_PRICES=10000` for a long run. */
const cases = Number(process.env["PORTICO_FUZZ_PRICES"] ?? 0) || 1000;
const productCount = 50;
/** Explanations in one GraphQL document. */
const explainedAtOnce = 25;

const { app, admin } = useApp({ PORTICO_PRICE_SCOPE: "website" });
const products: { readonly id: number; readonly sku: string }[] = [];
const stores = new Map([
  [1, "default"],
  [11, "second_a"],
]);

beforeAll(async () => {
  await addStores(app.db);
  for (let number = 1; number <= productCount; number += 1) {
    const more = { stock_item: { qty: 1000 }, extension_attributes: { website_ids: [1, 2] } };
    products.push({ id: (await createProductInStock(admin, `pen-${number}`, more)).id, sku: `pen-${number}` });
  }
  await createProductInStock(admin, "last", { price: 1, extension_attributes: { website_ids: [1, 2] } });
  await addProducts(app.db, [{ sku: "set", type: "configurable" }]);
}, 600_000);

const origin = { actor: guest, call: "test", requestId: "test" };
const cents = fc.integer({ min: 1, max: 3000 }).map((value) => asAmount((value / 100).toFixed(2)));
const moment = fc.constantFrom(-200_000, -90_000, 90_000, 200_000, undefined);
const priced = fc.record({
  qty: fc.integer({ min: 1, max: 5 }),
  base: cents,
  ofView: fc.record({ storeId: fc.constantFrom(1, 11), price: fc.option(cents) }),
  specials: fc.uniqueArray(
    fc.record({ storeId: fc.constantFrom(0, 1, 11), price: fc.option(cents), from: moment, to: moment }),
    { selector: ({ storeId }) => storeId, maxLength: 2 },
  ),
  tiers: fc.uniqueArray(
    fc.record({
      websiteId: fc.constantFrom(0, 0, 1, 2),
      group: fc.constantFrom(0, 1, undefined),
      quantity: fc.integer({ min: 1, max: 5 }),
      value: fc.oneof(cents, fc.integer({ min: 0, max: 100 })),
    }),
    { selector: ({ websiteId, group, quantity }) => [websiteId, group, quantity].join(" "), maxLength: 5 },
  ),
});
type Priced = typeof priced extends fc.Arbitrary<infer Value> ? Value : never;

const pricesOf = ({ id, sku }: { id: number; sku: string }, { base, ofView, specials }: Priced): PriceWrite[] => {
  const scope = (storeId: number) => ({ productId: id, sku, storeId });
  const none = { specialPrice: null, specialFrom: null, specialTo: null };
  return [
    ...[0, 1, 11].map((storeId) => ({ ...scope(storeId), price: storeId === 0 ? base : null, ...none })),
    { ...scope(ofView.storeId), price: ofView.price },
    ...specials.map(({ storeId, price, from, to }) => ({
      ...{ ...scope(storeId), specialPrice: price },
      specialFrom: from === undefined ? null : inSeconds(from),
      specialTo: to === undefined ? null : inSeconds(to),
    })),
  ];
};

const tiersOf = ({ id, sku }: { id: number; sku: string }, { tiers }: Priced): TierPriceWrite[] =>
  tiers.map(({ websiteId, group, quantity, value }) => ({
    ...{ productId: id, sku, websiteId, allGroups: group === undefined, customerGroupId: group ?? 0 },
    quantity: asQuantity(quantity),
    ...(typeof value === "number" ? { value: null, percentage: asPercent(value) } : { value, percentage: null }),
  }));

interface Explained {
  readonly price: number;
  readonly steps: readonly { readonly outcome: string; readonly [field: string]: unknown }[];
}

async function explain(sku: string, query = "", store = "default"): Promise<Explained> {
  const { status, body } = await admin.get(`/V1/products/${sku}/price-explanation?${query}`, { store });
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}

/** Store views with customer groups. */
const shoppers = [
  [1, 0],
  [1, 1],
  [11, 0],
  [11, 1],
] as const;

/** Explains the price of each product for a quantity. */
async function explainAll(
  quantities: readonly number[],
  { storeId, groupId }: { readonly storeId: number; readonly groupId: number },
): Promise<(Explained & { readonly sku: string })[]> {
  const explained: (Explained & { readonly sku: string })[] = [];
  for (let from = 0; from < products.length; from += explainedAtOnce) {
    const fields = products.slice(from, from + explainedAtOnce).map(
      ({ sku }, place) =>
        `p${place}: priceExplanation(sku: "${sku}", customerGroupId: ${groupId}, quantity: ${quantities[from + place] ?? 1}) {
            sku price steps { outcome amount change_id } }`,
    );
    const { body } = await admin.graphql(`{ ${fields.join("\n")} }`, {}, { Store: stores.get(storeId) ?? "" });
    expect(body.errors).toBeUndefined();
    explained.push(...Object.values(body.data as Readonly<Record<string, Explained & { readonly sku: string }>>));
  }
  return explained;
}

/** The price of a unit of each product in a new cart. */
async function charged(quantities: readonly number[], storeId: number, groupId: number): Promise<Map<string, number>> {
  const shopper = await Shopper.withCart(app, { store_id: storeId, customer_group_id: groupId });
  const line = { cart_id: shopper.cartId, product_type: "simple", price: "10", options_key: "" };
  await app.db.models.cartItem.createMany({
    data: products.map(({ id, sku }, index) => ({
      ...{ ...line, product_id: id, sku, name: sku, qty: String(quantities[index] ?? 1) },
    })),
  });
  expect((await shopper.add("last", 1)).status).toBe(200);
  const lines = (await shopper.items()).body as { item_id: number; sku: string }[];
  const totals = (await shopper.totals()).body.items as { item_id: number; base_price: number }[];
  const prices = new Map(totals.map(({ item_id, base_price }) => [item_id, base_price]));
  return new Map(lines.map(({ item_id, sku }) => [sku, prices.get(item_id) ?? Number.NaN]));
}

describe("the explanation of a price", () => {
  it(`has the price that a cart charges in ${cases} random cases, and still has it for that time later`, async () => {
    let stored: TierPriceWrite[] = [];
    const seen: { readonly path: readonly [sku: string, query: string, store: string]; readonly price: number }[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(priced, { minLength: productCount, maxLength: productCount }), async (given) => {
        await deleteTierPrices(app.db, stored, origin);
        stored = given.flatMap((one, index) => tiersOf(products[index] ?? { id: 0, sku: "" }, one));
        await writeTierPrices(app.db, stored, origin);
        const writes = given.flatMap((one, index) => pricesOf(products[index] ?? { id: 0, sku: "" }, one));
        await writePrices(app.db, writes, origin);
        for (const [place, [storeId, groupId]] of shoppers.entries()) {
          const quantities = given.map(({ qty }) => ((qty + place) % 5) + 1);
          const prices = await charged(quantities, storeId, groupId);
          const explained = await explainAll(quantities, { storeId, groupId });
          expect(explained.map(({ sku, price }) => [sku, price])).toEqual(
            products.map(({ sku }) => [sku, prices.get(sku)]),
          );
          for (const { price, steps } of explained) {
            const winners = steps.filter(({ outcome }) => outcome === "wins");
            expect(winners).toHaveLength(1);
            expect(Number(winners[0]?.["amount"])).toBeCloseTo(price, 1);
            expect(winners[0]?.["change_id"]).not.toBeNull();
          }
          const { sku = "" } = products[place] ?? {};
          const query = `customerGroupId=${groupId}&quantity=${quantities[place] ?? 1}&at=${await databaseTime(app)}`;
          seen.push({ path: [sku, query, stores.get(storeId) ?? ""], price: prices.get(sku) ?? Number.NaN });
        }
      }),
      { numRuns: Math.ceil(cases / (productCount * shoppers.length)), endOnFailure: true },
    );
    for (const { path, price } of seen) expect((await explain(...path)).price).toBe(price);
  }, 1_800_000);

  it("says why each price wins or not, and which change set it", async () => {
    const { id } = await createProductInStock(admin, "told", { price: 20 });
    const scope = { productId: id, sku: "told" };
    await writePrices(app.db, [{ ...scope, storeId: 0, specialPrice: asAmount(9), specialFrom: inSeconds(200_000) }], {
      ...origin,
      requestId: "set-special",
    });
    const tier = { ...scope, value: asAmount(15), percentage: null, quantity: asQuantity(1) };
    await writeTierPrices(
      app.db,
      [
        { ...tier, allGroups: true, customerGroupId: 0, websiteId: 0 },
        { ...tier, allGroups: true, customerGroupId: 0, websiteId: 1, value: asAmount(18) },
        { ...tier, allGroups: false, customerGroupId: 1, websiteId: 0, value: asAmount(16) },
        { ...tier, allGroups: false, customerGroupId: 1, websiteId: 0, quantity: asQuantity(3) },
        { ...tier, allGroups: false, customerGroupId: 2, websiteId: 2 },
        { ...tier, allGroups: false, customerGroupId: 2, websiteId: 0, quantity: asQuantity(4) },
      ],
      origin,
    );
    const outcomes = ({ steps }: Explained) =>
      steps.map(({ kind, website_id, customer_group_id, quantity, outcome }) =>
        kind === "tier" ? [website_id, customer_group_id, quantity, outcome] : [kind, outcome],
      );
    expect(outcomes(await explain("TOLD", "customerGroupId=1&quantity=2"))).toEqual([
      ["base", "not_lowest"],
      ["special", "inactive"],
      [0, 32_000, 1, "replaced"],
      [0, 1, 1, "wins"],
      [0, 1, 3, "quantity"],
      [0, 2, 4, "other_group"],
      [1, 32_000, 1, "not_lowest"],
      [2, 2, 1, "other_website"],
    ]);
    const later = await explain("told", `at=${new Date(Date.now() + 300_000_000).toISOString()}`);
    expect(later).toMatchObject({ price: 9 });
    const special = later.steps.find(({ kind }) => kind === "special");
    const { items } = (await admin.get("/V1/products/told/price-changes")).body;
    expect(special).toMatchObject({
      outcome: "wins",
      change_id: items.find((c: { kind: string }) => c.kind === "special").id,
    });
  });

  it("has no change for a price that is older than the history", async () => {
    await addProducts(app.db, [{ sku: "old" }]);
    await app.db.execute(
      "insert into product_price (product_id, store_id, price) select id, 0, 7 from product where sku = 'old'",
    );
    expect(await explain("old")).toMatchObject({ price: 7, steps: [{ outcome: "wins", change_id: null }] });
  });

  it("is available over GraphQL, like the prices as of a time and the lowest prices", async () => {
    const { body } = await admin.graphql(
      '{ priceExplanation(sku: "LAST", quantity: 2) { price steps { kind outcome } } lowestPrice(sku: "last", websiteId: 1, customerGroupId: 0) { lowest_price } }',
    );
    const steps = [{ kind: "BASE", outcome: "wins" }];
    expect(body.data).toEqual({ priceExplanation: { price: 1, steps }, lowestPrice: [{ lowest_price: 1 }] });
    const of = (field: string) => `{ ${field} }`;
    const asOf = `readPricesAsOf(skus: ["last"], at: "${await databaseTime(app)}") { sku base_prices { price } }`;
    expect((await admin.graphql(of(asOf))).body.data.readPricesAsOf).toEqual([
      { sku: "last", base_prices: [{ price: 1 }] },
    ]);
  });

  it("is rejected for other product types, invalid groups, quantities and times, and without the permission", async () => {
    const status = async (path: string, client = admin) => (await client.get(`/V1/products/${path}`)).status;
    expect(await status("set/price-explanation")).toBe(400);
    expect(await status("never/price-explanation")).toBe(404);
    expect(await status("last/price-explanation?customerGroupId=99")).toBe(404);
    expect(await status("last/price-explanation?quantity=0")).toBe(400);
    expect(await status("last/price-explanation?at=yesterday")).toBe(400);
    expect(await status("last/price-explanation", await app.asAdmin(["Magento_Catalog::catalog"]))).toBe(401);
  });
});
