import { expect, it } from "vitest";
import { startApp } from "../../support/app.js";

it("lists, sets and deletes exchange rates, but keeps those that store views use to show prices", async () => {
  await using app = await startApp();
  const admin = await app.asAdmin(["Magento_CurrencySymbol::currency_rates"]);
  const set = (rates: object[]) => admin.put("/V1/directory/currency-rates", { rates });
  const list = async () => (await admin.get("/V1/directory/currency-rates")).body as object[];
  const pounds = { currency_from: "USD", currency_to: "GBP", rate: 0.79 };
  expect((await set([pounds, { currency_from: "usd", currency_to: "eur", rate: "0.925" }])).body).toBe(true);
  expect(await list()).toContainEqual(pounds);
  expect(await list()).toContainEqual({ currency_from: "USD", currency_to: "EUR", rate: 0.925 });

  const wrong = [
    { currency_from: "USD", currency_to: "XQX", rate: 1 },
    { currency_from: "USD", currency_to: "USD", rate: 2 },
    { currency_from: "USD", currency_to: "GBP", rate: 0 },
  ];
  const lacking = await set([pounds, [], { currency_from: "USD", currency_to: null, rate: 1 }]);
  expect([lacking.status, lacking.body.errors]).toEqual([
    400,
    ["currency_from", "currency_to", "rate"].map((fieldName) => expect.objectContaining({ parameters: { fieldName } })),
  ]);
  expect((await set([...wrong, { ...pounds, rate: 3 }])).body.errors).toHaveLength(3);
  expect(await list()).toContainEqual(pounds);

  await app.db.execute(
    "insert into config_value (path, scope, scope_id, value) values ('currency/options/default', 'stores', 1, 'GBP')",
  );
  const refused = await admin.delete("/V1/directory/currency-rates/USD/GBP");
  expect([refused.status, refused.body.parameters]).toEqual([400, { from: "USD", to: "GBP", references: "default" }]);
  expect((await admin.delete("/V1/directory/currency-rates/usd/eur")).body).toBe(true);
  expect((await admin.delete("/V1/directory/currency-rates/usd/eur")).status).toBe(404);
  for (const path of ["", "/USD/GBP"]) {
    const guest = app.asGuest();
    const url = `/V1/directory/currency-rates${path}`;
    expect((await (path === "" ? guest.get(url) : guest.delete(url))).status).toBe(401);
  }
});
