import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import { addManyProducts, addOneOfEachType, addStores } from "../../commerce/pricing/support.js";

/** Starts an application with products of each type, and without prices. */
async function startShop(): Promise<TestApp> {
  const app = await startApp({ PORTICO_CONSUMER: "on", PORTICO_PRICE_SCOPE: "website" });
  await addOneOfEachType(app.db);
  await addStores(app.db);
  await addManyProducts(app.db, "p-", 3000);
  await app.db.execute(
    `update product set sku = 'with "quotes"; and, commas', sku_key = 'with "quotes"; and, commas' where sku = 'p-7'`,
  );
  for (const [index, sku] of formulas.entries()) {
    await app.db.execute("update product set sku = $2, sku_key = $2 where sku = $1", [`p-${index + 10}`, sku]);
  }
  return app;
}

/** SKUs that a spreadsheet would run as formulas, and some that only look like quoted ones. */
const formulas = ["=cmd|'/c'!a1", "+sum(1)", "-1+2", "@sum", "'=quoted", "''-twice", "'plain"];

const prices = async (app: TestApp) => [
  await app.db.query(
    `select sku, store_id, price, special_price, special_from, special_to, cost
     from product_price join product on product.id = product_id order by sku, store_id`,
  ),
  await app.db.query(
    `select sku, all_groups, customer_group_id, qty, website_id, value, percentage_value
     from product_tier_price join product on product.id = product_id order by 1, 2, 3, 4, 5`,
  ),
];

it.each(["csv", "ndjson"])("importing an export as %s gives an empty copy the same prices", async (format) => {
  await using shop = await startShop();
  await using copy = await startShop();
  await shop.db.execute(
    `insert into product_price (product_id, store_id, price, special_price, special_from, special_to, cost)
     select id, store, id + store / 7.0, case when id % 2 = 0 then 1.25 end, case when id % 2 = 0 then timestamp '2001-02-03 04:05:06' end,
       case when id % 4 = 0 then timestamp '2099-01-01' end, case when id % 3 = 0 then id / 3.0 end
     from product cross join (values (0), (11)) as stores (store)
     where type_id in ('simple', 'virtual', 'downloadable') or has_fixed_price`,
  );
  await shop.db.execute(
    `insert into product_price (product_id, store_id, price) select product_id, 12, price from product_price where store_id = 11`,
  );
  await shop.db.execute(
    `insert into product_tier_price (product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value)
     select id, id % 5 = 0, case when id % 5 = 0 then 0 else 1 end, quantity, 2 * (id % 2), case when type_id <> 'bundle' then quantity / 3.0 end,
       case when type_id = 'bundle' then 12.5 end
     from product cross join (values (1), (2.5)) as quantities (quantity)
     where type_id in ('simple', 'virtual', 'bundle')`,
  );
  const exporter = await shop.asAdmin(["Portico_Prices::files"]);
  const reply = await fetch(`${shop.url}/rest/V1/price-exports?format=${format}`, {
    headers: { Authorization: `Bearer ${exporter.token}`, "Accept-Encoding": "identity" },
  });
  const file = await reply.text();
  if (format === "csv") {
    expect(file).not.toMatch(/(?:^|,)"?[=+@-]/m);
    expect(file).toContain("'=cmd|'/c'!a1");
  }
  const type = reply.headers.get("Content-Type") ?? "";
  const importer = await copy.asAdmin(["Portico_Prices::files"]);
  const sent = await importer.request("/rest/V1/price-imports", {
    method: "POST",
    body: file,
    headers: { "Content-Type": type },
  });
  expect(sent.status).toBe(202);
  const state = async () => (await importer.get(`/V1/price-imports/${sent.body.bulk_uuid}`)).body;
  await eventually(async () => (await state()).state).not.toBe("running");
  expect(await state()).toMatchObject({ state: "complete", failed: 0, skipped: 0 });
  expect(await prices(copy)).toEqual(await prices(shop));
});

it("exports the requested kinds, compressed if the client accepts it, or page by page as JSON", async () => {
  await using app = await startShop();
  const admin = await app.asAdmin(["Portico_Prices::files"]);
  await app.db.execute(
    "insert into product_price (product_id, store_id, price, cost) select id, 0, 5, 4 from product where sku = 'simple'",
  );
  const path = "/rest/V1/price-exports?kinds=cost";
  const expected =
    "kind,sku,store_id,website_id,customer_group,quantity,price,price_type,price_from,price_to\ncost,simple,0,,,,4,,,\n";
  const plain = await admin.request(path);
  expect([plain.text, plain.headers.get("Content-Disposition")]).toEqual([
    expected,
    'attachment; filename="prices.csv"',
  ]);
  const packed = await packedBytes(`${app.url}${path}`, admin.token ?? "");
  expect(gunzipSync(packed).toString()).toBe(expected);
  const json = { headers: { Accept: "application/json" } };
  const page = (await admin.get("/V1/price-exports?kinds=cost", json)).body as { content: string; next: string };
  expect(page.content).toBe(expected);
  expect((await admin.get(`/V1/price-exports?kinds=cost&after=${page.next}`, json)).body).toEqual({
    content: "",
    next: null,
  });
  expect((await admin.get("/V1/price-exports?after=elsewhere", json)).status).toBe(400);
  expect((await admin.get("/V1/price-exports?kinds=all")).status).toBe(400);
  expect((await admin.get("/V1/price-exports?format=pdf")).status).toBe(400);
  expect((await admin.get("/V1/price-exports?kinds[]=cost")).status).toBe(400);
  expect((await admin.request(`${path}&after=${page.next}`)).text).toBe(expected);
});

/** Fetches the bytes as they are sent; `fetch` would decompress them. */
async function packedBytes(url: string, token: string): Promise<Buffer> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(url, { headers: { Authorization: `Bearer ${token}`, "Accept-Encoding": "gzip" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => resolve(Buffer.concat(chunks)));
    }).on("error", reject);
  });
}
