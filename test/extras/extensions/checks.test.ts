import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { simple } from "../../commerce/catalog/support.js";
import { createProductsInStock, guestWith, shipByFlatRate } from "../../commerce/checkout/support.js";
import { useApp } from "../../support/app.js";

const depotPath = join(import.meta.dirname, "fixtures/depot/index.mjs");
const { app, admin } = useApp({ PORTICO_EXTENSIONS: depotPath });

interface Control {
  failure: "throw" | "hang" | undefined;
  seen: (readonly [kind: string, value: unknown])[];
}
function depot(): Control {
  const { depot: control } = globalThis as { depot?: Control };
  if (!control) throw new Error("the extension is not loaded");
  return control;
}

beforeAll(() => createProductsInStock(app, { cup: {}, plate: {} }));
beforeEach(() => Object.assign(depot(), { failure: undefined, seen: [] }));

const priceOf = async (sku: string) => (await admin.get(`/V1/products/${sku}`)).body.price as number;
const setPrices = (...prices: (readonly [sku: string, price: number])[]) =>
  admin.post("/V1/products/base-prices", {
    prices: prices.map(([sku, price]) => ({ sku, price, store_id: 0 })),
  });

describe("a check of prices", () => {
  it("refuses a row with its message and parameters, and lets the others be written", async () => {
    const { body } = await setPrices(["cup", 13], ["plate", 14], ["none", 15]);
    expect(body).toHaveLength(2);
    expect(body).toContainEqual({ message: "The price %price of %sku is unlucky.", parameters: ["13", "cup"] });
    expect(await Promise.all([priceOf("cup"), priceOf("plate")])).toEqual([10, 14]);
    expect(depot().seen).toContainEqual([
      "prices",
      expect.arrayContaining([expect.objectContaining({ sku: "plate", storeId: 0, price: "14" })]),
    ]);
  });

  it("refuses tier prices, and the prices of a product that is saved", async () => {
    const tier = { sku: "cup", price: 9, price_type: "fixed", website_id: 0, customer_group: "all groups" };
    const { body } = await admin.post("/V1/products/tier-prices", {
      prices: [
        { ...tier, quantity: 13 },
        { ...tier, quantity: 14 },
      ],
    });
    expect(body).toEqual([{ message: "%sku is not sold by the dozen.", parameters: ["cup"] }]);
    const saved = await admin.put("/V1/products/cup", { product: { price: 13 } });
    expect([saved.status, saved.body]).toEqual([
      400,
      { message: "The price %price of %sku is unlucky.", parameters: { price: 13, sku: "cup" } },
    ]);
    expect(await priceOf("cup")).toBe(10);
  });

  it.each(["throw", "hang"] as const)("stops the call if it fails (%s), and nothing is written", async (failure) => {
    depot().failure = failure;
    const { status, body } = await setPrices(["cup", 20]);
    expect([status, body.message]).toEqual([503, "A check of the extension %extension failed. Try again later."]);
    depot().failure = undefined;
    expect(await priceOf("cup")).toBe(10);
    expect((await setPrices(["cup", 10])).body).toEqual([]);
  });
});

describe("a check of products", () => {
  it("refuses a product, and changes fields of another one as if they had been sent", async () => {
    const refused = await admin.post("/V1/products", { product: { ...simple("ghost"), name: "Nameless" } });
    expect([refused.status, refused.body.message]).toEqual([400, "A product needs a name."]);
    expect((await admin.get("/V1/products/ghost")).status).toBe(404);
    const changed = await admin.post("/V1/products", { product: { ...simple("mug"), name: "mug" } });
    expect(changed.body).toMatchObject({ sku: "mug", name: "Mug", extension_attributes: { depot_pieces: 6 } });
  });
});

describe("a check of orders", () => {
  async function place(qty: number) {
    const shopper = await guestWith(app, ["plate", qty]);
    await shipByFlatRate(shopper);
    const payment = { paymentMethod: { method: "checkmo" }, email: "ada@example.com" };
    return shopper.client.post(`${shopper.cart}/payment-information`, payment);
  }

  it("refuses an order before its payment, and knows its lines and amounts", async () => {
    const refused = await place(13);
    expect([refused.status, refused.body]).toEqual([400, { message: "The depot does not ship 13 pieces." }]);
    const placed = await place(2);
    expect(placed.status).toBe(200);
    const { body: order } = await admin.get(`/V1/orders/${placed.body}`);
    const [, seen] = depot().seen.at(-1) ?? [];
    expect(seen).toMatchObject({
      customerId: null,
      email: "ada@example.com",
      paymentMethod: "checkmo",
      shippingMethod: "flatrate_flatrate",
      shippingCountryId: "US",
      currency: "USD",
    });
    const { lines, grandTotal } = seen as { lines: { sku: string; qty: string }[]; grandTotal: string };
    expect([lines.length, lines[0]?.sku, Number(lines[0]?.qty)]).toEqual([1, "plate", 2]);
    expect(Number(grandTotal)).toBe(order.grand_total);
  });
});

describe("a page of the console", () => {
  it("is served with the policy of the console, and only files of its folder", async () => {
    const get = (path: string) => fetch(`${app.url}/console/extensions/depot/shelves/${path}`);
    const page = await get("");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect((await get("shelves.js")).status).toBe(200);
    expect((await get(encodeURIComponent("../../index.mjs"))).status).toBe(404);
    expect((await fetch(`${app.url}/console/extensions/depot/index.mjs`)).status).toBe(404);
  });
});
