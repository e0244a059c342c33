import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { simple } from "../../commerce/catalog/support.js";
import { createProductsInStock, guestWith, shipByFlatRate } from "../../commerce/checkout/support.js";
import { priceFileCalls } from "../prices/price-file-calls.js";
import { useApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";

const depotPath = join(import.meta.dirname, "fixtures/depot/index.mjs");
const { app, admin } = useApp({ PORTICO_EXTENSIONS: depotPath, PORTICO_CONSUMER: "on" });

interface Control {
  failure: "throw" | "hang" | undefined;
  unlucky: number;
  seen: (readonly [kind: string, value: unknown])[];
}
function depot(): Control {
  const { depot: control } = globalThis as { depot?: Control };
  if (!control) throw new Error("the extension is not loaded");
  return control;
}

beforeAll(() => createProductsInStock(app, { cup: {}, plate: {} }));
beforeEach(() => Object.assign(depot(), { failure: undefined, unlucky: 13, seen: [] }));

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

describe("a check of prices that no price route writes", () => {
  const unlucky = "The price 13 of cup is unlucky.";
  const dozen = "cup is not sold by the dozen.";

  it("fails rows of a price file with its text, in the preview and in the import, and the others are written", async () => {
    const { preview, importFile, rows } = priceFileCalls(admin);
    const columns = "kind,sku,price,price_type,website_id,customer_group,quantity";
    const file = `${columns}\nbase,cup,13,,,,\nbase,plate,15,,,,\ntier,cup,9,fixed,0,ALL GROUPS,13\n`;
    const previewed = await preview(file);
    expect(previewed.body.failures.map(({ message }: { message: string }) => message)).toEqual([unlucky, dozen]);
    expect(await priceOf("plate")).not.toBe(15);
    const imported = await importFile(file);
    expect(imported).toMatchObject({ written: 1, failed: 2, state: "complete" });
    const failed = await rows("failed-rows", imported.bulk_uuid as string);
    expect([failed.includes(unlucky), failed.includes(dozen), failed.includes("plate")]).toEqual([true, true, false]);
    expect(await Promise.all([priceOf("cup"), priceOf("plate")])).toEqual([10, 15]);
  });

  it("fails a price of a schedule that it refuses when the schedule is saved or applied", async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const schedule = (price: number) =>
      admin.post("/V1/price-schedules", {
        name: "Sale",
        at,
        prices: [
          { kind: "base", sku: "cup", price },
          { kind: "base", sku: "plate", price: 16 },
        ],
      });
    const refused = await schedule(13);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(unlucky);
    const { body: saved } = await schedule(12);
    // The rule comes after the schedule.
    const state = async () => {
      const { body } = await admin.get(`/V1/price-schedules/${saved.id}`);
      return body as { state: string; written: number; failed: number; failures: { message: string }[] };
    };
    depot().unlucky = 12;
    await app.db.execute("update price_schedule set at = '2020-01-01' where id = $1", [saved.id]);
    app.startWork();
    await eventually(async () => (await state()).state).toBe("applied");
    const { written, failed, failures } = await state();
    expect([written, failed]).toEqual([1, 1]);
    expect(failures.map(({ message }) => message)).toEqual([unlucky.replace("13", "12")]);
    expect(await Promise.all([priceOf("cup"), priceOf("plate")])).toEqual([10, 16]);
  });

  it("does not restore a price that it refuses, and says why", async () => {
    await setPrices(["cup", 11], ["plate", 17]);
    const changed = await setPrices(["cup", 20], ["plate", 21]);
    depot().unlucky = 11;
    const { body } = await admin.post("/V1/price-changes/undo", {
      requestId: changed.headers.get("X-Request-Id"),
    });
    expect(body.restored).toBe(1);
    expect(body.left).toMatchObject([{ sku: "cup", kind: "base", reason: unlucky.replace("13", "11") }]);
    expect(await Promise.all([priceOf("cup"), priceOf("plate")])).toEqual([20, 17]);
    depot().unlucky = 13;
    await setPrices(["cup", 10]);
  });

  it.each(["throw", "hang"] as const)(
    "writes nothing of a file, a schedule and an undo if it fails (%s)",
    async (failure) => {
      const changed = await setPrices(["cup", 22]);
      const at = new Date(Date.now() + 3_600_000).toISOString();
      const schedule = { name: "Late", at, prices: [{ kind: "base", sku: "cup", price: 24 }] };
      const { body: saved } = await admin.post("/V1/price-schedules", schedule);
      depot().failure = failure;
      await app.db.execute("update price_schedule set at = '2020-01-01' where id = $1", [saved.id]);
      app.startWork();
      const state = async () => (await admin.get(`/V1/price-schedules/${saved.id}`)).body;
      await eventually(async () => (await state()).state).toBe("failed");
      expect((await state()).failures).toMatchObject([
        { message: expect.stringContaining("A check of the extension depot") },
      ]);
      const undone = await admin.post("/V1/price-changes/undo", { requestId: changed.headers.get("X-Request-Id") });
      expect([undone.status, undone.body.message]).toEqual([
        503,
        "A check of the extension %extension failed. Try again later.",
      ]);
      const previewed = await priceFileCalls(admin).preview("kind,sku,price\nbase,cup,23\n");
      expect(previewed.status).toBe(503);
      depot().failure = undefined;
      expect(await priceOf("cup")).toBe(22);
      await setPrices(["cup", 10]);
    },
  );
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
