import { beforeAll, describe, expect, it } from "vitest";
import type { PartRow } from "../../../src/commerce/catalog/render/product-render.sql.js";
import { localTime } from "../../../src/api/contract/dates.js";
import { pricesOf, type Priced } from "../../../src/commerce/catalog/render/render-prices.js";
import { asAmount, asPercent, asQuantity } from "../../../src/platform/money/amount.js";
import { formatFixed } from "../../../src/platform/money/format.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { pixel, simple } from "./support.js";

const product = (more: Partial<Priced> = {}): Priced => ({
  type_id: "simple",
  has_fixed_price: false,
  price: asAmount(100),
  special_price: null,
  special_from: null,
  special_to: null,
  tier_value: null,
  tier_percentage: null,
  ...more,
});

const part = (more: Partial<PartRow>): PartRow => ({
  ...product(),
  parent_id: 1,
  option_id: 1,
  required: true,
  is_many: false,
  qty: asQuantity(1),
  selection_price: asAmount(0),
  selection_price_type: 0,
  ...more,
});

const prices = (of: Priced, parts: readonly PartRow[] = []) =>
  pricesOf(of, parts, { now: "2024-06-01 12:00:00", format: (amount) => formatFixed(amount, 2) });

describe("storefront prices", () => {
  it("include a special price from its first second to its last", () => {
    const special = (special_from: string | null, special_to: string | null) =>
      prices(product({ special_price: asAmount(80), special_from, special_to })).final_price;
    expect(special(null, null)).toBe("80");
    expect(special("2024-06-01 12:00:00", "2024-06-01 12:00:00")).toBe("80");
    expect(special("2024-06-01 12:00:01", null)).toBe("100");
    expect(special(null, "2024-06-01 11:59:59")).toBe("100");
  });

  it("use the lowest of special and tier price, at most the base price", () => {
    expect(prices(product({ tier_value: asAmount(90), tier_percentage: asPercent(15) })).final_price).toBe("85");
    expect(prices(product({ special_price: asAmount(120) })).final_price).toBe("100");
  });

  it("range over the variations of a configurable product", () => {
    const parts = [
      part({ option_id: null, price: asAmount(10) }),
      part({ option_id: null, price: asAmount(30), special_price: asAmount(5) }),
    ];
    expect(prices(product({ type_id: "configurable", price: null }), parts)).toMatchObject({
      minimal_price: "5",
      max_price: "10",
      minimal_regular_price: "10",
      max_regular_price: "30",
    });
  });

  it("range from the required choices of a bundle to all possible choices", () => {
    const parts = [
      part({ option_id: 1, price: asAmount(10), qty: asQuantity(2) }),
      part({ option_id: 1, price: asAmount(15) }),
      part({ option_id: 2, required: false, is_many: true, price: asAmount(3) }),
      part({ option_id: 2, required: false, is_many: true, price: asAmount(4) }),
    ];
    expect(prices(product({ type_id: "bundle", price: null }), parts)).toMatchObject({
      minimal_price: "15",
      max_price: "27",
    });
  });

  it("add amounts and percentages to the fixed price of a bundle", () => {
    const fixed = product({ type_id: "bundle", has_fixed_price: true, special_price: asAmount(50) });
    const parts = [
      part({ selection_price: asAmount(10), selection_price_type: 1 }),
      part({ selection_price: asAmount(20) }),
    ];
    expect(prices(fixed, parts)).toMatchObject({ minimal_price: "55", max_price: "60", special_price: "50" });
  });

  it("discount the choices of a bundle without a price of its own by its special or its tier price", () => {
    const parts = [
      part({ price: asAmount(10), qty: asQuantity(2) }),
      part({ price: asAmount(40), special_price: asAmount(30) }),
    ];
    const discounted = (more: Partial<Priced>) => prices(product({ type_id: "bundle", price: null, ...more }), parts);
    expect(discounted({ special_price: asAmount(80) })).toMatchObject({
      minimal_price: "16",
      max_price: "24",
      minimal_regular_price: "20",
      max_regular_price: "40",
    });
    expect(discounted({ special_price: asAmount(80), tier_percentage: asPercent(50) }).max_price).toBe("15");
    expect(discounted({ special_price: asAmount(80), special_from: "2024-06-02 00:00:00" }).max_price).toBe("30");
  });

  it("use the time in the store's time zone", () => {
    expect(localTime(new Date("2024-01-01T03:00:00Z"), "America/Los_Angeles")).toBe("2023-12-31 19:00:00");
  });
});

describe("storefront products", () => {
  const { app, admin } = useApp();

  beforeAll(async () => {
    const media_gallery_entries = [
      { media_type: "image", label: "F", position: 1, disabled: false, types: ["small_image"], content: pixel },
    ];
    const inStock = { stock_item: { qty: 1, is_in_stock: true } };
    const create = (sku: string, more: object, extension_attributes: object = inStock) =>
      admin.post("/V1/products", { product: simple(sku, { ...more, extension_attributes }) });
    await create("r-1", { media_gallery_entries });
    await create("r-off", { status: 2 });
    await create("r-hidden", { visibility: 1 });
    await create("r-elsewhere", {}, { ...inStock, website_ids: [] });
    await create("r-sold-out", {}, { stock_item: { qty: 0, is_in_stock: false } });
  });

  const ask = (query: string) => app.asGuest().get(`/V1/products-render-info?${query}`);

  it("are those in stock that a guest can see, with prices in the store's currency", async () => {
    const { status, body } = await ask(`${search([["sku", "r-%", "like"]])}&storeId=1&currencyCode=USD`);
    expect(status).toBe(200);
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({
      name: "Product r-1",
      type: "simple",
      store_id: 1,
      currency_code: "USD",
      price_info: {
        final_price: 10.5,
        special_price: null,
        formatted_prices: { final_price: '<span class="price">$10.50</span>' },
      },
    });
    expect(body.items[0].url).toMatch(/^http.*\/product-r-1\.html$/);
    expect(body.items[0].images[0].url).toMatch(/\/media\/catalog\/product\/w\/b\/wb01\.png$/);
  });

  it("require an existing store view and a currency with a rate", async () => {
    expect((await ask("searchCriteria&storeId=99&currencyCode=USD")).status).toBe(404);
    expect((await ask("searchCriteria&storeId=1&currencyCode=XYZ")).body).toEqual({
      message: 'Undefined rate from "%1-%2".',
      parameters: ["USD", "XYZ"],
    });
  });
});
