import { expect, it } from "vitest";
import { Shopper } from "../cart/cart-tests.js";
import { asQuantity } from "../../../src/platform/money/amount.js";
import { parseCompensation, rawCompensation } from "../../../src/commerce/inventory/published.js";
import { useApp } from "../../support/app.js";
import { addProduct, withStockSetting } from "./support.js";

const { app, admin } = useApp();

it.each(["1234567890.1234", "-1234567890.1234", "0.0001"])(
  "parses the compensation of %s units as it was formatted",
  (quantity) => {
    const compensation = { order: "1", sku: "cup", quantity: asQuantity(quantity), stockId: 1 };
    expect(parseCompensation(rawCompensation(compensation))).toEqual(compensation);
  },
);

it.each(["0.00001", "12345678901", "1e9", "1.2.3", "."])(
  "does not parse a compensation of %s units, which no reservation can store",
  (quantity) => expect(parseCompensation(`1:cup:${quantity}:1`)).toBeUndefined(),
);

it.each([
  { latitude: "99.9999999" },
  { latitude: "-99.9999999" },
  { longitude: "999.9999999" },
  { longitude: "1e400" },
])("rejects a source whose coordinates would be rounded beyond the range of the column: %j", async (more) => {
  const source = { source_code: "far", name: "Far", postcode: "1", country_id: "DE", ...more };
  const { status, body } = await admin.post("/V1/inventory/sources", { source });
  expect([status, body]).toEqual([400, { message: "Could not save Source" }]);
});

it("uses the default minimum when the minimum quantity in the settings is out of range", async () => {
  await addProduct(admin, "cup", { stock_item: { qty: 100, is_in_stock: true } });
  for (const value of ["1e150", '{"0":"1e150"}']) {
    await withStockSetting(app.db, ["item_options/min_sale_qty", value], async () => {
      const guest = await Shopper.withCart(app);
      const { status, body } = await guest.add("cup", 1);
      expect([status, body]).toMatchObject([200, { qty: 1 }]);
    });
  }
});
