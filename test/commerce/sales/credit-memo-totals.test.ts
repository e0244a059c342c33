import { beforeAll, expect, it } from "vitest";
import { answered, createProductsInStock, refused } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { placeOrder } from "./placed-order.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { lens: {} });
});

it.each([
  ["grand_total", "1e150"],
  ["grand_total", "1e50"],
  ["base_grand_total", "1e150"],
  ["base_grand_total", "-1e150"],
])("rejects a credit memo whose %s is %s and names the field", async (fieldName, value) => {
  const { id } = await placeOrder(app, [{ sku: "lens", qty: 1, columns: { name: "Lens" } }], {});
  const creditmemo = { order_id: id, [fieldName]: value, items: [] };
  const answer = await admin.post("/V1/creditmemo/refund", { creditmemo, offlineRequested: true });
  const message = 'Invalid value of "%value" provided for the %fieldName field.';
  expect(answered(answer)).toEqual(refused(400, message, { fieldName, value }));
});
