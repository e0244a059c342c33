import { expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { keepsPlan } from "../../support/plans.js";
import { createProductsInStock, guestWith, shipByFlatRate } from "./support.js";

const { app, admin } = useApp();

/** Statements whose plan for their values looks cheaper, if they do not hide them, with such values. */
const frequent = {
  "the parts of a locked cart": { begins: "select coalesce((select json_agg(row_to_json(part))", values: [1] },
  "the stock of the products of an order": {
    begins: "select p.id as product_id, p.sku, p.sku_key",
    values: ["{one,two}", 1],
  },
  "a page of orders": { begins: "select json_strip_nulls(row_to_json(whole))", values: ["{1,2,3}"] },
};

it("keeps the plans of statements that run often", async () => {
  await createProductsInStock(app, { one: {}, two: {} });
  const guest = await guestWith(app, ["one", 1], ["two", 2]);
  await shipByFlatRate(guest);
  const statements = await app.statementsOf(async () => {
    const order = { email: "a@example.com", paymentMethod: { method: "checkmo" } };
    expect((await guest.client.post(`${guest.cart}/payment-information`, order)).status).toBe(200);
    expect((await admin.get("/V1/orders?searchCriteria[pageSize]=5")).status).toBe(200);
  });
  for (const [name, { begins, values }] of Object.entries(frequent)) {
    const found = statements.filter(
      (text) => text.trim().startsWith(begins) && !text.includes(`$${values.length + 1}`),
    );
    expect(found.length, name).toBeGreaterThan(0);
    for (const text of found) expect(await keepsPlan(app.db, text, values), name).toBe(true);
  }
});
