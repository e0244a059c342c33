import pino from "pino";
import { expect, it } from "vitest";
import { UserType } from "../../../src/api/auth/actor.js";
import { createContext } from "../../../src/api/call/context.js";
import { savePriceOnly } from "../../../src/commerce/catalog/products/save/prices/save-price-alone.js";
import { guardedPrices } from "../../../src/extras/prices/guard-rails/price-checks.js";
import { startApp } from "../../support/app.js";

it("concurrent price updates are retried one at a time if one fails, and the log says why", async () => {
  await using app = await startApp();
  const client = await app.asAdmin();
  for (const sku of ["one", "two"]) {
    const product = { sku, name: sku, price: 9, type_id: "simple", attribute_set_id: 4 };
    expect((await client.post("/V1/products", { product })).status).toBe(200);
  }
  await app.db.execute("alter table product_price add constraint not_thirteen check (price <> 13)");
  const lines: unknown[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const caller = {
    actor: { type: UserType.administrator, id: 1, resources: new Set<string>() },
    scope: { storeId: 0, websiteId: 0, code: "all", given: "all" },
    requestId: "test",
  } as const;
  const ctx = {
    ...createContext(caller, { db: app.db, log }),
    config: app.config,
    media: app.media,
    priceChecks: guardedPrices,
  };
  const prices = { one: "13", two: "14" };
  const saves = Object.entries(prices).map(([sku, price]) => savePriceOnly({ sku, price }, ctx));
  expect((await Promise.allSettled(saves)).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect((await client.get("/V1/products/two")).body).toMatchObject({ price: 14 });
  expect(lines).toMatchObject([
    { level: 40, err: { code: "23514" }, msg: "retrying concurrent price updates one at a time" },
  ]);
});
