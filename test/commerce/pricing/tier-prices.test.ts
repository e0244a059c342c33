import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { addProducts, addStores, startShop, storedTierPrices, updatedAt } from "./support.js";

const path = "/V1/products/tier-prices";

/** Returns a failed row. As in Magento, the client fills in the template. */
const failure = (reason: string, parameters: readonly (string | null)[]) => ({
  message: `${reason} Row ID: SKU = %SKU, Website ID: %websiteId, Customer Group: %customerGroup, Quantity: %qty.`,
  parameters,
});
const badSku = (...row: (string | null)[]) => failure("Invalid attribute SKU = %SKU.", row);
const badPrice = (...row: (string | null)[]) => failure("Invalid attribute Price = %price.", row);
const badType = (...row: (string | null)[]) => failure("Invalid attribute Price Type = %priceType.", row);
const badQuantity = (...row: (string | null)[]) => failure("Invalid attribute Quantity = %qty.", row);
const badWebsite = (...row: (string | null)[]) => failure("Invalid attribute Website ID = %websiteId.", row);
const noGroup = (...row: (string | null)[]) => failure("No such entity with Customer Group = %customerGroup.", row);
const duplicate = (...row: (string | null)[]) =>
  failure(
    "We found a duplicate website, tier price, customer group and quantity: Customer Group = %customerGroup, Website ID = %websiteId, Quantity = %qty.",
    row,
  );

const standard = { price: 5, price_type: "fixed", website_id: 0, customer_group: "General", quantity: 2 };
const row = (sku: unknown, changes: object = {}) => ({ sku, ...standard, ...changes });

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  ({ app, admin } = await startShop());
});

afterAll(() => app[Symbol.asyncDispose]());

const post = async (rows: readonly object[], client = admin) =>
  (await client.post(path, { prices: rows })).body as unknown;
const put = async (rows: readonly object[], client = admin) =>
  (await client.put(path, { prices: rows })).body as unknown;
const remove = async (rows: readonly object[], client = admin) =>
  (await client.post(`${path}-delete`, { prices: rows })).body as unknown;
const read = async (skus: readonly string[], client = admin) =>
  (await client.post(`${path}-information`, { skus })).body as unknown;

/** Adds a product and returns its SKU. */
const fresh = async (sku: string, type?: "downloadable" | "bundle") => {
  await addProducts(app.db, [type ? { sku, type } : { sku }]);
  return sku;
};

describe("the API of tier prices", () => {
  it("sets amounts and discounts for group names regardless of case, and lists them with the stored group names", async () => {
    const sku = await fresh("Ranges");
    const reply = await admin.post(path, {
      prices: [
        row("RANGES", { customer_group: "ALL Groups", quantity: 3, price: 9.5 }),
        row("ranges", { customer_group: "not logged in" }),
        row("ranges", { customer_group: "WHOLESALE", price: 12.5, price_type: "discount", quantity: 2.5 }),
      ],
    });
    expect([reply.status, reply.body]).toEqual([200, []]);
    expect(await read([sku, "nowhere"])).toEqual([
      { price: 9.5, price_type: "fixed", website_id: 0, sku: "Ranges", customer_group: "all groups", quantity: 3 },
      { price: 5, price_type: "fixed", website_id: 0, sku: "Ranges", customer_group: "NOT LOGGED IN", quantity: 2 },
      { price: 12.5, price_type: "discount", website_id: 0, sku: "Ranges", customer_group: "Wholesale", quantity: 2.5 },
    ]);
    expect(await storedTierPrices(app, sku)).toEqual([
      {
        all_groups: false,
        customer_group_id: 0,
        qty: "2.0000",
        website_id: 0,
        value: "5.000000",
        percentage_value: null,
      },
      { all_groups: false, customer_group_id: 2, qty: "2.5000", website_id: 0, value: null, percentage_value: "12.50" },
      {
        all_groups: true,
        customer_group_id: 0,
        qty: "3.0000",
        website_id: 0,
        value: "9.500000",
        percentage_value: null,
      },
    ]);
  });

  it("overwrites a price with the same product, group, quantity and website, even with a discount", async () => {
    const sku = await fresh("overwritten");
    await post([row(sku), row(sku, { quantity: 3 })]);
    expect(await post([row(sku, { price: 10, price_type: "discount", customer_group: "general" })])).toEqual([]);
    expect(await read([sku])).toEqual([
      { ...row(sku), price: 10, price_type: "discount" },
      { ...row(sku), quantity: 3 },
    ]);
  });

  it("sets and deletes a price of 0", async () => {
    const sku = await fresh("free");
    const rows = [row(sku, { price: 0 }), row(sku, { price: 0, price_type: "discount", quantity: 3 })];
    expect(await post(rows)).toEqual([]);
    expect(await read([sku])).toEqual(rows);
    expect(await remove(rows)).toEqual([]);
    expect(await read([sku])).toEqual([]);
  });

  it("leaves the product's updated_at unchanged", async () => {
    const sku = await fresh("calm");
    await post([row(sku)]);
    expect(await updatedAt(app, sku)).toMatch(/^2001/);
  });

  it("accepts an empty list and changes nothing", async () => {
    expect([await post([]), await put([]), await remove([]), await read([])]).toEqual([[], [], [], []]);
  });
});

const cases: readonly (readonly [string, object, readonly object[]])[] = [
  ["an unknown SKU", row("nowhere"), [badSku("nowhere", "0", "General", "2")]],
  ["no SKU", row(undefined), [badSku(null, "0", "General", "2")]],
  ["a null SKU", row(null), [badSku(null, "0", "General", "2")]],
  ["a configurable product", row("configurable"), [badSku("configurable", "0", "General", "2")]],
  ["no price", row("simple", { price: undefined }), [badPrice(null, "simple", "0", "General", "2")]],
  ["a null price", row("simple", { price: null }), [badPrice(null, "simple", "0", "General", "2")]],
  ["a negative price", row("simple", { price: -1.5 }), [badPrice("-1.5", "simple", "0", "General", "2")]],
  ["a price beyond the column", row("simple", { price: 1e15 }), [badPrice("1.0E+15", "simple", "0", "General", "2")]],
  [
    "a discount above 100",
    row("simple", { price: 100.5, price_type: "discount" }),
    [badPrice("100.5", "simple", "0", "General", "2")],
  ],
  ["an unknown price type", row("simple", { price_type: "Fixed" }), [badType("Fixed", "simple", "0", "General", "2")]],
  ["no price type", row("simple", { price_type: null }), [badType(null, "simple", "0", "General", "2")]],
  ["a fixed price of a bundle", row("bundle"), [badType("fixed", "bundle", "0", "General", "2")]],
  ["a fixed price of a fixed bundle", row("fixed-bundle"), [badType("fixed", "fixed-bundle", "0", "General", "2")]],
  ["a quantity of 0", row("simple", { quantity: 0 }), [badQuantity("simple", "0", "General", "0")]],
  ["a negative quantity", row("simple", { quantity: -2 }), [badQuantity("simple", "0", "General", "-2")]],
  ["no quantity", row("simple", { quantity: undefined }), [badQuantity("simple", "0", "General", null)]],
  [
    "a quantity beyond the column",
    row("simple", { quantity: 1e8 }),
    [badQuantity("simple", "0", "General", "100000000")],
  ],
  ["half a download", row("downloadable", { quantity: 0.5 }), [badQuantity("downloadable", "0", "General", "0.5")]],
  ["an unknown website", row("simple", { website_id: 9 }), [badWebsite("simple", "9", "General", "2")]],
  ["no website", row("simple", { website_id: undefined }), [badWebsite("simple", null, "General", "2")]],
  ["an unknown group", row("simple", { customer_group: "Nobody" }), [noGroup("simple", "0", "Nobody", "2")]],
  ["no group", row("simple", { customer_group: null }), [noGroup("simple", "0", null, "2")]],
  [
    "everything wrong, in Magento's order",
    row("configurable", { price: -1, price_type: "half", quantity: 0, website_id: 9, customer_group: "x" }),
    [
      badSku("configurable", "9", "x", "0"),
      badPrice("-1", "configurable", "9", "x", "0"),
      badType("half", "configurable", "9", "x", "0"),
      badQuantity("configurable", "9", "x", "0"),
      badWebsite("configurable", "9", "x", "0"),
      noGroup("configurable", "9", "x", "0"),
    ],
  ],
];

describe.each([
  ["POST", post],
  ["PUT", put],
  ["delete", remove],
] as const)("invalid tier prices, with %s", (way, send) => {
  it.each(cases)("are reported as failed for %s, while the other rows are applied", async (name, bad, failures) => {
    const good = await fresh(`${way} ${name}`.slice(0, 60));
    if (way === "delete") await post([row(good)]);
    expect(await send([bad, row(good)])).toEqual(failures);
    expect(await read([good])).toHaveLength(way === "delete" ? 0 : 1);
  });

  it("are reported for two conflicting rows, each with the values of the other", async () => {
    const sku = await fresh(`${way} double`);
    if (way === "delete") await post([row(sku)]);
    const rows = [row(sku, { customer_group: "GENERAL" }), row(sku, { quantity: "2.0" }), row("simple")];
    expect(await send(rows)).toEqual([duplicate(sku, "0", "General", "2"), duplicate(sku, "0", "GENERAL", "2")]);
    expect(await read([sku])).toHaveLength(way === "delete" ? 1 : 0);
  });
});

describe("a tier price whose product id equals an unknown SKU in the same call", () => {
  it("is set", async () => {
    const sku = await fresh("numbered");
    const [found] = await app.db.query<{ id: number }>("select id from product where sku = $1", [sku]);
    const unknown = String(found?.id);
    expect(await post([row(sku), row(unknown)])).toEqual([badSku(unknown, "0", "General", "2")]);
    expect(await read([sku])).toEqual([row(sku)]);
  });
});

describe("tier prices with fractional quantities", () => {
  it("apply only to products that are sold in fractions", async () => {
    expect(await post([row("simple", { quantity: 0.25 }), row("virtual", { quantity: 0.25 })])).toEqual([]);
  });
});

describe("replacing tier prices", () => {
  it("deletes every other tier price of the named products, and of no others", async () => {
    const [one, two] = [await fresh("replaced"), await fresh("bystander")];
    await post([row(one), row(one, { quantity: 3 }), row(one, { customer_group: "all groups" }), row(two)]);
    expect(await put([row(one, { quantity: 7, price: 1 })])).toEqual([]);
    expect(await read([one, two])).toEqual([row(one, { quantity: 7, price: 1 }), row(two)]);
  });

  it("keeps the prices of a product without a valid row, and applies the valid rows of others", async () => {
    const [one, two] = [await fresh("spared"), await fresh("partly")];
    await post([row(one), row(two)]);
    const failures = [badPrice("-1", one, "0", "General", "9"), badPrice("-1", two, "0", "General", "9")];
    const bad = { price: -1, quantity: 9 };
    expect(await put([row(one, bad), row(two, bad), row(two, { quantity: 8 })])).toEqual(failures);
    expect(await read([one, two])).toEqual([row(one), row(two, { quantity: 8 })]);
  });
});

describe("deleting tier prices", () => {
  it.each([
    ["price", { price: 6 }],
    ["price type", { price_type: "discount" }],
    ["customer group", { customer_group: "Retailer" }],
    ["quantity", { quantity: 3 }],
  ])("ignores a row whose %s differs", async (_, changes) => {
    const sku = await fresh(`other ${_}`);
    await post([row(sku)]);
    expect(await remove([row(sku, changes)])).toEqual([]);
    expect(await read([sku])).toEqual([row(sku)]);
  });

  it("deletes a row that equals the given one", async () => {
    const sku = await fresh("in full");
    await post([row(sku), row(sku, { quantity: 3 })]);
    expect(await remove([row(sku.toUpperCase(), { price: "5.000", customer_group: "general" })])).toEqual([]);
    expect(await read([sku])).toEqual([row(sku, { quantity: 3 })]);
  });
});

describe("a tier price of one website with global prices", () => {
  it("is stored, listed and deleted, and conflicts with the stored price of all websites", async () => {
    const sku = await fresh("one website");
    const ofWebsite = row(sku, { website_id: 1 });
    expect(await post([ofWebsite])).toEqual([]);
    expect(await read([sku])).toEqual([ofWebsite]);
    expect(await post([row(sku)])).toEqual([duplicate(sku, "1", "General", "2.0000")]);
    expect(await remove([row(sku)])).toEqual([]);
    expect(await read([sku])).toEqual([ofWebsite]);
    expect(await remove([ofWebsite])).toEqual([]);
    expect(await read([sku])).toEqual([]);
  });

  it("is not listed by its product, and survives a save of the tier prices of its product", async () => {
    const sku = await fresh("hidden website");
    await post([row(sku, { website_id: 1 })]);
    const path = `/V1/products/${encodeURIComponent(sku)}`;
    const tier_prices = [{ customer_group_id: 1, qty: 3, value: 4 }];
    const { body } = await admin.put(path, { product: { tier_prices } });
    expect(body.tier_prices).toEqual([{ ...tier_prices[0], extension_attributes: { website_id: 0 } }]);
    expect(await read([sku])).toHaveLength(2);
  });
});

describe("the API of tier prices in the website price scope", () => {
  const { app: scoped, admin: client } = useApp({ PORTICO_PRICE_SCOPE: "website" });

  beforeAll(async () => {
    await addStores(scoped.db);
    await scoped.db.execute(
      "insert into config_value (scope, scope_id, path, value) values ('websites', 2, 'currency/options/base', 'EUR')",
    );
    await addProducts(
      scoped.db,
      ["a", "b", "c", "d", "e", "f", "g"].map((sku) => ({ sku })),
    );
  });

  it("sets, lists and deletes a price by website", async () => {
    const rows = [row("a", { website_id: 1, price: 1 }), row("a", { website_id: 2, price: 1 })];
    expect(await post(rows, client)).toEqual([]);
    expect(await read(["a"], client)).toEqual(rows);
    expect(await remove(rows.slice(1), client)).toEqual([]);
    expect(await read(["a"], client)).toEqual(rows.slice(0, 1));
  });

  it("reports no conflict between one website and all websites in one call", async () => {
    const rows = [row("b"), row("b", { website_id: 1 }), row("b", { website_id: 2 })];
    expect(await post(rows, client)).toEqual([]);
    expect(await read(["b"], client)).toEqual(rows);
  });

  it("reports a conflict with a stored price of one or all websites, and shows the stored quantity", async () => {
    await post([row("c"), row("d", { website_id: 1, quantity: 3, customer_group: "all groups" })], client);
    const rows = [
      row("C", { website_id: 2 }),
      row("d", { quantity: 3, customer_group: "ALL GROUPS" }),
      row("c", { price: 4 }),
      row("d", { quantity: 4, customer_group: "all groups" }),
    ];
    expect(await post(rows, client)).toEqual([
      duplicate("c", "0", "General", "2.0000"),
      duplicate("d", "1", "all groups", "3.0000"),
    ]);
    expect(await read(["c", "d"], client)).toEqual([
      row("c", { price: 4 }),
      row("d", { website_id: 1, quantity: 3, customer_group: "all groups" }),
      row("d", { quantity: 4, customer_group: "all groups" }),
    ]);
  });

  it("lists and replaces only the rows of its website and of all websites in the product of a store view", async () => {
    const tier = (qty: number, website_id?: number) => ({
      ...{ customer_group_id: 1, qty, value: 5 },
      ...(website_id === undefined ? {} : { extension_attributes: { website_id } }),
    });
    const inView = async (store: string) => (await client.get("/V1/products/g", { store })).body.tier_prices;
    await client.put("/V1/products/g", { product: { tier_prices: [tier(5, 1), tier(6, 2), tier(7, 0)] } });
    expect(await inView("default")).toEqual([tier(5, 1), tier(7, 1)]);
    expect(await inView("second_a")).toEqual([tier(6, 2), tier(7, 2)]);
    expect(await inView("all")).toEqual([tier(5, 1), tier(6, 2), tier(7, 0)]);
    await client.put("/V1/products/g", { product: { tier_prices: [tier(8)] } }, { store: "second_a" });
    expect(await inView("all")).toEqual([tier(5, 1), tier(8, 2)]);
    await client.put("/V1/products/g", { product: { tier_prices: [] } }, { store: "default" });
    expect(await inView("all")).toEqual([tier(8, 2)]);
  });

  it("rejects a row for one website and one for all websites in a product and as group prices", async () => {
    const message = "We found a duplicate website, tier price, customer group and quantity.";
    const tier = { customer_group_id: 2, qty: 3, value: 4 };
    const tier_prices = [tier, { ...tier, extension_attributes: { website_id: 1 } }];
    const saved = await client.put("/V1/products/g", { product: { tier_prices } }, { store: "all" });
    expect([saved.status, saved.body.message]).toEqual([400, message]);
    const path = "/V1/products/g/group-prices/2/tiers/3/price/4";
    expect((await client.post(path)).body).toBe(true);
    const again = await client.post(path, undefined, { store: "all" });
    expect([again.status, again.body.message]).toEqual([400, message]);
  });

  it("ignores stored prices that are being replaced", async () => {
    await post([row("e")], client);
    expect(await put([row("e", { website_id: 1 })], client)).toEqual([]);
    expect(await read(["e"], client)).toEqual([row("e", { website_id: 1 })]);
  });

  it("names two others for each of three equal rows", async () => {
    const names = ["General", "GENERAL", "general"].map((group) => duplicate("f", "1", group, "2"));
    const rows = ["General", "GENERAL", "general"].map((customer_group) => row("f", { website_id: 1, customer_group }));
    const [one, two, three] = names;
    expect(await post(rows, client)).toEqual([two, three, one, three, one, two]);
  });
});
