import { describe, expect, it } from "vitest";
import { guest } from "../../../src/api/auth/actor.js";
import { asAmount, asQuantity } from "../../../src/platform/money/amount.js";
import { type PriceWrite, writePrices } from "../../../src/commerce/pricing/writes/price-writes.sql.js";
import { writeTierPrices } from "../../../src/commerce/pricing/tier-prices/tier-price-writes.sql.js";
import { useApp } from "../../support/app.js";
import { addProducts, storedPrices, storedTierPrices } from "./support.js";

const { app } = useApp();

const origin = { actor: guest, call: "test", requestId: "test" };

const fresh = async (sku: string): Promise<number> => {
  await addProducts(app.db, [{ sku }]);
  const [row] = await app.db.query<{ id: number }>("select id from product where sku = $1", [sku]);
  return row?.id ?? 0;
};

const write = async (rows: readonly PriceWrite[]) => app.db.transaction((db) => writePrices(db, rows, origin));

describe("writing prices", () => {
  it("keeps absent columns and clears null ones", async () => {
    const productId = await fresh("kept");
    await write([
      {
        productId,
        sku: "x",
        storeId: 0,
        price: asAmount(1),
        specialPrice: asAmount(2),
        specialTo: "2099-01-01 00:00:00",
        cost: asAmount(3),
      },
    ]);
    await write([{ productId, sku: "x", storeId: 0, specialPrice: null, specialTo: undefined, cost: asAmount("4.5") }]);
    expect(await storedPrices(app, "kept")).toEqual([
      {
        store_id: 0,
        price: "1.000000",
        special_price: null,
        special_from: null,
        special_to: "2099-01-01 00:00:00",
        cost: "4.500000",
      },
    ]);
  });

  it("applies rows for the same scope in order, whichever columns they set", async () => {
    const [one, two] = [await fresh("one"), await fresh("two")];
    await write([
      { productId: one, sku: "x", storeId: 0, cost: asAmount(1) },
      { productId: two, sku: "x", storeId: 0, cost: asAmount(1), price: asAmount(5) },
      { productId: two, sku: "x", storeId: 0, cost: asAmount(2) },
      { productId: two, sku: "x", storeId: 1, cost: asAmount(3) },
      { productId: two, sku: "x", storeId: 0, price: null },
    ]);
    expect(await storedPrices(app, "two")).toEqual([
      expect.objectContaining({ store_id: 0, price: null, cost: "2.000000" }),
      expect.objectContaining({ store_id: 1, price: null, cost: "3.000000" }),
    ]);
  });

  it("sends no statement for rows without values", async () => {
    const productId = await fresh("nothing");
    expect(await app.statementsOf(() => write([{ productId, sku: "x", storeId: 0 }]))).toEqual([]);
    expect(await app.statementsOf(() => write([]))).toEqual([]);
    expect(await storedPrices(app, "nothing")).toEqual([]);
  });
});

describe("writing tier prices", () => {
  it("applies the last of the rows whose quantities are equal after rounding", async () => {
    const productId = await fresh("rounded");
    const tier = { productId, sku: "x", allGroups: true, customerGroupId: 0, websiteId: 0, percentage: null };
    const rows = [
      { ...tier, quantity: asQuantity("2.00001"), value: asAmount(1) },
      { ...tier, quantity: asQuantity("2.00002"), value: asAmount(3) },
    ];
    await app.db.transaction((db) => writeTierPrices(db, rows, origin));
    expect(await storedTierPrices(app, "rounded")).toEqual([
      expect.objectContaining({ qty: "2.0000", value: "3.000000" }),
    ]);
  });
});
