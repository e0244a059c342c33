import { beforeAll, expect, it } from "vitest";
import { isRetriable } from "../../../src/platform/db/sql-errors.js";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { settings, subscribe } from "../../extras/webhooks/support.js";
import { createProductsInStock, guestWith, shipByFlatRate } from "../../commerce/checkout/support.js";

// Processes of the release before go on while a migration adds columns (docs/operations.md, "Process by process").

const { app, admin } = useApp({ ...settings, PORTICO_CONSUMER: "on", PORTICO_DOWNLOADABLE_DOMAINS: "example.com" });

/** Calls of each kind until their statements are prepared: a text is, at its third use. */
const rounds = 4;

const addColumns = () =>
  app.db.execute(`do $$ declare name text; begin
    for name in select quote_ident(relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition loop
      execute 'alter table ' || name || ' add column added_later int';
    end loop; end $$`);

const webhook = { name: "Prices", url: "http://127.0.0.1:1/hook", types: ["price.*"] };
const link = {
  ...{ title: "Link", price: 2.5, sort_order: 1, is_shareable: 1, number_of_downloads: 3 },
  ...{ link_type: "url", link_url: "https://example.com/file.zip" },
};
let webhookId: number;

beforeAll(async () => {
  await createProductsInStock(app, { one: {}, two: {}, file: { type_id: "downloadable" } });
  webhookId = (await subscribe(admin, webhook)).id;
});

it("answers all calls as before after a migration has added a column to each table", async () => {
  const round = async () => {
    const guest = await guestWith(app, ["one", 1], ["two", 2]);
    const shipped = await shipByFlatRate(guest);
    const totals = await guest.client.get(`${guest.cart}/totals`);
    const payment = { email: "a@example.com", paymentMethod: { method: "checkmo" } };
    const placed = await guest.client.post(`${guest.cart}/payment-information`, payment);
    const answers = [
      ...[shipped, totals, placed],
      await admin.get(`/V1/orders/${placed.body}`),
      await admin.post(`/V1/order/${placed.body}/invoice`, {}),
      await admin.put("/V1/products/one", { product: { price: 11 } }),
      await admin.get("/V1/products?searchCriteria[pageSize]=5"),
      await admin.get(`/V1/webhooks/${webhookId}`),
      await admin.put(`/V1/webhooks/${webhookId}`, { webhook }),
      await admin.get("/V1/webhooks?searchCriteria[pageSize]=5"),
      await admin.post("/V1/products/file/downloadable-links", { link, isGlobalScopeContent: true }),
      await admin.get("/V1/carts/search?searchCriteria[pageSize]=5"),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const queued = await waitForBulk(admin, await admin.put("/async/V1/products/two", { product: { price: 12 } }));
    expect(queued.operations_list[0]).toMatchObject({ status: 1 });
  };
  for (let each = 0; each < rounds; each += 1) await round();
  await addColumns();
  for (let each = 0; each < rounds; each += 1) await round();
});

it("prepares a statement of an extension anew that returns all columns", async () => {
  const read = () => app.db.query("select * from website");
  for (let each = 0; each < rounds; each += 1) await read();
  await app.db.execute("alter table website add column added_last int");
  // The embedded database prepares nothing.
  await read().catch((error: unknown) => expect(isRetriable(error)).toBe(true));
  for (let each = 0; each < rounds; each += 1) expect((await read())[0]).toHaveProperty("added_last");
});
