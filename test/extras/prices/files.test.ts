import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import type { Client, Reply } from "../../support/client.js";
import {
  addManyProducts,
  addOneOfEachType,
  addProducts,
  addStores,
  storedPrices,
  storedTierPrices,
} from "../../commerce/pricing/support.js";

const path = "/rest/V1/price-imports";
const header = "kind,sku,store_id,website_id,customer_group,quantity,price,price_type,price_from,price_to";

const { app } = useApp({ PORTICO_CONSUMER: "on" });
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Portico_Prices::files"]);
  await addOneOfEachType(app.db);
  await addStores(app.db);
});

interface Sent {
  readonly query?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const send = (file: string | Uint8Array, { query = "", type = "text/csv", headers = {} }: Sent = {}) =>
  admin.request(`${path}${query}`, { method: "POST", body: file, headers: { "Content-Type": type, ...headers } });

/** Waits until an accepted import has ended, and returns its description. */
async function ended({ status, text, body }: Reply) {
  expect([status, text]).toEqual([202, text]);
  let found: Reply | undefined;
  await eventually(async () => {
    found = await admin.get(`/V1/price-imports/${body.bulk_uuid}`);
    return found.body.state as string;
  }).not.toBe("running");
  return found?.body;
}

const importFile = async (file: string | Uint8Array, sent: Sent = {}) => ended(await send(file, sent));

const failedRows = async (uuid: string) => (await admin.request(`${path}/${uuid}/failed-rows`)).text;

const unknown = "00000000-0000-0000-0000-000000000000";

const filesLeft = async () => app.db.one("select count(*)::int as imports from price_import");

describe("an import of a price file", () => {
  it("applies rows of all kinds, with values in quotation marks, a byte order mark and Windows line endings", async () => {
    await app.db.execute(`update product set sku = 'a"b,;c', sku_key = 'a"b,;c' where sku = 'virtual'`);
    const file = [
      header,
      "base,SIMPLE,0,,,,10.50,,,",
      "special,simple,0,,,,9.9,,2020-01-01 00:00:00,2099-12-31 23:59:59",
      "cost,simple,0,,,,4,,,",
      'tier,"simple",,0,General,10,8.123456,fixed,,',
      'tier,"a""b,;c",,0,"ALL GROUPS",5,12.5,discount,,',
      "",
    ].join("\r\n");
    expect(await importFile(`\uFEFF${file}`)).toMatchObject({ state: "complete", rows: 5, written: 5, failed: 0 });
    expect(await storedPrices(app, "simple")).toEqual([
      {
        ...{ store_id: 0, price: "10.500000", special_price: "9.900000", cost: "4.000000" },
        ...{ special_from: "2020-01-01 00:00:00", special_to: "2099-12-31 23:59:59" },
      },
    ]);
    expect(await storedTierPrices(app, "simple")).toMatchObject([{ qty: "10.0000", value: "8.123456" }]);
    expect(await storedTierPrices(app, 'a"b,;c')).toMatchObject([{ all_groups: true, percentage_value: "12.50" }]);
    expect(await importFile(file)).toMatchObject({ state: "complete", written: 0, unchanged: 5 });
  });

  it("deletes prices with rows without a price if the upload says that empty cells delete", async () => {
    await importFile(`kind;sku;store_id;price\nspecial;downloadable;0;3\ncost;downloadable;0;2\nbase;downloadable;0;5`);
    await importFile(`kind,sku,customer_group,quantity,price\ntier,downloadable,General,2,1`);
    const gone = `kind,sku,customer_group,quantity,price\nspecial,downloadable,,,\ncost,downloadable,,,\ntier,downloadable,general,2.0,\nbase,downloadable,,,\n`;
    const { bulk_uuid, ...counts } = await importFile(gone, { query: "?empty=delete" });
    expect(counts).toMatchObject({ written: 0, deleted: 3, failed: 1 });
    const failed = await failedRows(bulk_uuid);
    expect(failed).toContain("base,downloadable,,,,not_deletable,");
    const json = { headers: { Accept: "application/json" } };
    const page = async (after = "") =>
      (await admin.get(`/V1/price-imports/${bulk_uuid}/failed-rows${after}`, json)).body as { next: string | null };
    const { next, ...first } = await page();
    expect(first).toEqual({ content: failed });
    expect((await admin.get(`/V1/price-imports/${bulk_uuid}/warnings`, json)).body).toMatchObject({ next: null });
    expect(await page(`?after=${next}`)).toEqual({ content: "", next: null });
    expect(await storedPrices(app, "downloadable")).toMatchObject([
      { price: "5.000000", special_price: null, cost: null },
    ]);
    expect(await storedTierPrices(app, "downloadable")).toEqual([]);
  });

  it("accepts NDJSON compressed with gzip, and keeps every digit of numbers", async () => {
    const rows = [
      '{"kind": "base", "sku": "downloadable", "store_id": 0, "price": 12345678901234.123456}',
      '{"kind": "cost", "sku": "downloadable", "price": "1.5"}',
    ].join("\n");
    const headers = { "Content-Encoding": "gzip" };
    const counts = await importFile(gzipSync(rows), { type: "application/x-ndjson", headers });
    expect(counts).toMatchObject({ state: "complete", written: 2, format: "ndjson" });
    expect(await storedPrices(app, "downloadable")).toMatchObject([
      { price: "12345678901234.123456", cost: "1.500000" },
    ]);
  });

  it("writes failed rows in the format of the file, to be corrected and sent again", async () => {
    const file = [
      "sku;price;kind",
      "simple;11;base",
      "nowhere;5;base",
      "simple;-1;special",
      "simple;5;discount",
      "simple;abc;cost",
      "simple;5",
      "grouped;5;cost",
    ].join("\n");
    const { bulk_uuid, ...counts } = await importFile(file);
    expect(counts).toMatchObject({ state: "complete", rows: 7, written: 1, failed: 6 });
    const failed = await failedRows(bulk_uuid);
    expect(failed.split("\n").map((line) => line.split(";").slice(0, 4).join(";"))).toEqual([
      "sku;price;kind;code",
      "nowhere;5;base;unknown_sku",
      "simple;-1;special;invalid_price",
      "simple;5;discount;unknown_kind",
      "simple;abc;cost;invalid_price",
      "simple;5;invalid_row;Line 7 has 2 values for 3 columns.",
      "grouped;5;cost;composite_product",
      "",
    ]);
    const corrected = failed.replace("-1", "1").replace("abc", "7").replace("discount", "cost");
    expect(await importFile(corrected)).toMatchObject({ rows: 6, written: 2, skipped: 1, failed: 3, unchanged: 0 });
    const json = await importFile('{"kind":"base","sku":"nowhere","price":1}\n[1]\n', {
      type: "application/x-ndjson",
    }).catch((error: unknown) => error);
    expect(
      (await failedRows((json as { bulk_uuid: string }).bulk_uuid))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { kind: "base", sku: "nowhere", price: 1, code: "unknown_sku" },
      { line: [1], code: "invalid_row" },
    ]);
  });
});

describe("the policy of an import", () => {
  const file = (skus: readonly string[]) => `kind,sku,price\n${skus.map((sku) => `cost,${sku},7`).join("\n")}\n`;
  const costs = async (prefix: string) => {
    const rows = await app.db.query<{ sku: string }>(
      "select sku from product join product_price on product_id = id where cost = 7 and sku like $1 order by id",
      [`${prefix}%`],
    );
    return rows.map(({ sku }) => sku);
  };

  it("all-or-nothing applies nothing if a row fails, and reports all failed rows", async () => {
    const skus = await addManyProducts(app.db, "all-", 3);
    const query = "?policy=all-or-nothing";
    const { bulk_uuid, ...counts } = await importFile(file([...skus, "no-1", "no-2"]), { query });
    expect(counts).toMatchObject({ state: "rejected", rows: 5, written: 0, failed: 2, skipped: 3 });
    expect((await failedRows(bulk_uuid)).match(/^cost,no-\d/gm)).toEqual(["cost,no-1", "cost,no-2"]);
    expect(await costs("all-")).toEqual([]);
    expect(await importFile(file(skus), { query })).toMatchObject({ state: "complete", written: 3 });
    expect(await costs("all-")).toEqual(skus);
  });

  it("stop-after applies the rows before the last failed one, across parts", async () => {
    const skus = await addManyProducts(app.db, "stop-", 6000);
    const withGaps = skus.flatMap((sku, place) => (place === 1000 || place === 5500 ? ["no-3", sku] : [sku]));
    const counts = await importFile(file([...withGaps, ...skus]), { query: "?policy=stop-after:2" });
    expect(counts).toMatchObject({ state: "stopped", written: 5500, failed: 2, policy: "stop-after:2" });
    expect(counts.written + counts.failed + counts.skipped).toBe(counts.rows);
    expect(await costs("stop-")).toEqual(skus.slice(0, 5500));
  });

  it("is rejected if it is unknown or not a text", async () => {
    expect((await send(file(["simple"]), { query: "?policy[]=skip-failed" })).status).toBe(400);
    expect(await send(file(["simple"]), { query: "?policy=best-effort" })).toMatchObject({
      status: 400,
      body: { parameters: { policy: "best-effort" } },
    });
  });
});

describe("a price file", () => {
  const valid = `${header}\nbase,simple,0,,,,10,,,\n`;
  it.each<[string, string | Uint8Array, RegExp, Sent?]>([
    ["an unknown column", "kind,sku,amount\n", /is unknown/],
    ["a missing column", "kind,sku\nbase,simple\n", /is missing/],
    ["a repeated column", "kind,sku,price,sku\n", /is repeated/],
    ["no content", "", /no rows/],
    ["only a header", `${header}\n\n`, /no rows/],
    ["an unclosed quotation mark", `${valid}base,"simple,0\n`, /not closed/],
    ["UTF-16", Buffer.from(valid, "utf16le"), /UTF-8/],
    ["half a character of UTF-16", Buffer.from([0xff, 0xfe, 0x61, 0x62, 0x63]), /not text in %encoding/],
    ["an old Excel workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /\.xlsx/],
    ["an HTML table", "<table><tr><td>sku</td></tr></table>", /HTML/],
    ["an invalid character", Buffer.from(`${valid}base,s\xe9,0,,,,1,,,\n`, "latin1"), /Line %line/],
    ["a line that is too long", `${valid}base,${"x".repeat(70_000)}\n`, /longer than/],
    ["line ends of old systems", `${header}\rbase,simple,0,,,,10,,,\r`, /cannot be read/],
    ["half a gzip", gzipSync(valid).subarray(0, 30), /gzip/, { headers: { "Content-Encoding": "gzip" } }],
    ["no gzip", valid, /gzip/, { headers: { "Content-Encoding": "gzip" } }],
    ["another encoding", valid, /Content-Encoding/, { headers: { "Content-Encoding": "br" } }],
    ["another type", valid, /Content-Type/, { type: "application/pdf" }],
    ["an unknown charset", valid, /is unknown/, { type: "text/csv; charset=klingon" }],
    ["CSV in place of NDJSON", valid, /not NDJSON/, { type: "application/x-ndjson" }],
  ])("is rejected with %s, and nothing is kept", async (...[, file, message, sent]) => {
    const before = await filesLeft();
    const { status, body } = await send(file, sent);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect(await filesLeft()).toEqual(before);
  });

  it("changes no more prices than a guard-rail allows one call to change, across parts and policies", async () => {
    await addProducts(app.db, [{ sku: "limited" }]);
    const guardRail = { kind: "tier", max_rows: 5005, action: "refuse" };
    const owner = await app.asAdmin();
    const { body: made } = await owner.post("/V1/price-guard-rails", { guardRail });
    const lines = Array.from({ length: 5010 }, (_, place) => `tier,limited,General,${place + 1},7`);
    const file = `kind,sku,customer_group,quantity,price\n${lines.join("\n")}\n`;
    const counts = { written: 5000, failed: 10 };
    expect((await send(file, { headers: { Prefer: "dry-run" } })).body).toMatchObject(counts);
    expect(await importFile(file, { query: "?policy=all-or-nothing" })).toMatchObject({
      state: "rejected",
      failed: 10,
    });
    expect(await storedTierPrices(app, "limited")).toEqual([]);
    const found = await importFile(file);
    expect(found).toMatchObject({ state: "complete", ...counts });
    expect(await failedRows(found.bulk_uuid)).toContain(",price_row_limit,");
    await owner.delete(`/V1/price-guard-rails/${made.id}`);
  }, 240_000);

  it("leaves nothing if its connection breaks", async () => {
    const before = await filesLeft();
    const skus = await addManyProducts(app.db, "broken-", 1);
    const rows = `${header}\n${`base,${skus[0]},0,,,,10,,,\n`.repeat(20_000)}`;
    const sent = httpRequest(`${app.url}${path}`, {
      method: "POST",
      headers: {
        "Content-Type": "text/csv",
        "Content-Length": rows.length + 10,
        Authorization: `Bearer ${admin.token}`,
      },
    });
    sent.on("error", () => undefined);
    sent.write(rows);
    await eventually(filesLeft).not.toEqual(before);
    sent.destroy();
    await eventually(filesLeft).toEqual(before);
    expect(await storedPrices(app, "broken-1")).toEqual([]);
  });

  it("may take longer than other requests while it makes progress, and leaves nothing if it stalls", async () => {
    await using impatient = await startApp({ PORTICO_REQUEST_SECONDS: "1" });
    const client = await impatient.asAdmin(["Portico_Prices::files"]);
    const lines = "base,simple,0,,,,10,,,\n".repeat(200);
    const upload = (chunks: number) =>
      new Promise<number | "cut">((resolve) => {
        const headers = { "Content-Type": "text/csv", Authorization: `Bearer ${client.token}` };
        const sending = httpRequest(`${impatient.url}${path}`, { method: "POST", headers });
        sending.write(`${header}\n`);
        let sent = 0;
        const timer = setInterval(() => {
          if (sent === chunks) return;
          sending.write(lines);
          sent += 1;
          if (sent === 40) sending.end();
        }, 50);
        const done = (outcome: number | "cut") => {
          clearInterval(timer);
          resolve(outcome);
        };
        sending.on("response", ({ statusCode = 0 }) => done(statusCode === 408 ? "cut" : statusCode));
        sending.on("error", () => done("cut"));
      });
    expect(await upload(10)).toBe("cut");
    await eventually(() => impatient.db.one("select count(*)::int as imports from price_import")).toEqual({
      imports: 0,
    });
    expect(await upload(40)).toBe(202);
  });

  it("is rejected if it is larger than the limit, even if it is compressed", async () => {
    await using small = await startApp({ PORTICO_PRICE_FILE_LIMIT: "100000" });
    const client = await small.asAdmin();
    const body = gzipSync(`${header}\n${"base,simple,0,,,,10,,,\n".repeat(10_000)}`);
    const headers = { "Content-Type": "text/csv", "Content-Encoding": "gzip" };
    expect((await client.request(path, { method: "POST", body, headers })).status).toBe(413);
    expect(await small.db.one("select count(*)::int as imports from price_import")).toEqual({ imports: 0 });
  });
});

describe("a call of an import", () => {
  it("needs the permission for price files", async () => {
    const other = await app.asAdmin(["Magento_Catalog::catalog"]);
    const refused = await other.request(path, {
      method: "POST",
      body: header,
      headers: { "Content-Type": "text/csv" },
    });
    expect(refused.status).toBe(401);
    expect((await other.get("/V1/price-exports")).status).toBe(401);
    expect((await other.get(`/V1/price-imports/${unknown}/failed-rows`)).status).toBe(401);
  });

  it("rejects an unknown import", async () => {
    expect((await admin.get(`/V1/price-imports/${unknown}`)).status).toBe(404);
    expect((await admin.get(`/V1/price-imports/${unknown}/failed-rows`)).status).toBe(404);
    expect((await admin.get(`/V1/price-imports/${unknown}/warnings`)).status).toBe(404);
  });

  it("queues a repeated file with the same Idempotency-Key once", async () => {
    const before = (await filesLeft()) as { imports: number };
    const headers = { "Idempotency-Key": '"prices-of-monday"' };
    const file = "kind,sku,price\nbase,simple,77\n";
    const [first, second] = [await send(file, { headers }), await send(file, { headers })];
    expect(second.body).toEqual(first.body);
    expect(await filesLeft()).toEqual({ imports: before.imports + 1 });
    expect((await send(file.replace("77", "78"), { headers })).status).toBe(422);
  });

  it("can be made with the file in a JSON body, over REST and GraphQL", async () => {
    const file = "kind,sku,price\nbase,simple,79\n";
    const reply = await admin.post("/V1/price-imports", { file });
    expect(reply.status).toBe(202);
    await eventually(async () => (await admin.get(`/V1/price-imports/${reply.body.bulk_uuid}`)).body.state).toBe(
      "complete",
    );
    const { body } = await admin.graphql(
      "mutation ($file: String!) { previewPriceImport(file: $file) { written changes { sku old { price } new { price } change_percent } } }",
      { file: file.replace("79", "158") },
    );
    expect(body.data.previewPriceImport).toEqual({
      written: 1,
      changes: [{ sku: "simple", old: { price: 79 }, new: { price: 158 }, change_percent: 100 }],
    });
  });

  it("applies nothing outside of the bulk of an import", async () => {
    const none = { written: 0, deleted: 0, unchanged: 0, failed: 0, skipped: 0 };
    expect((await admin.post("/V1/price-imports/parts", { part: 0, digest: "x" })).body).toEqual(none);
    expect((await admin.post("/V1/price-imports/parts", { part: 0 })).status).toBe(400);
  });
});

describe("a preview of an import", () => {
  it("returns changes and failures, and changes nothing", async () => {
    await importFile("kind,sku,customer_group,quantity,price\ntier,fixed-bundle,General,3,\nbase,fixed-bundle,,,100\n");
    const before = [await storedPrices(app, "fixed-bundle"), await filesLeft()];
    const file =
      "kind,sku,customer_group,quantity,price,price_type\nbase,fixed-bundle,,,90,\nbase,nowhere,,,1,\ntier,fixed-bundle,General,3,5,discount\n";
    const { status, headers, body } = await send(file, { headers: { Prefer: "dry-run" } });
    expect([status, headers.get("Preference-Applied")]).toEqual([200, "dry-run"]);
    expect(body).toMatchObject({ rows: 3, written: 2, failed: 1, total_changes: 2 });
    expect(body.changes).toMatchObject([
      { sku: "fixed-bundle", kind: "base", store_id: 0, old: { price: 100 }, new: { price: 90 }, change_percent: -10 },
      { kind: "tier", website_id: 0, customer_group: "General", old: null, new: { price: 5, price_type: "discount" } },
    ]);
    expect(body.failures).toMatchObject([{ line: 3, sku: "nowhere", code: "unknown_sku" }]);
    const asJson = await admin.post("/V1/price-imports", { file }, { headers: { Prefer: "dry-run" } });
    expect([asJson.status, asJson.headers.get("Preference-Applied"), asJson.body]).toEqual([200, "dry-run", body]);
    const byItself = await admin.post("/V1/price-imports/preview", { file });
    expect([byItself.status, byItself.body]).toEqual([200, body]);
    expect((await admin.post("/V1/price-imports/preview", { file: "sku;price\n" })).status).toBe(400);
    const brief = await send(file, { query: "?fields=rows,failed", headers: { Prefer: "dry-run" } });
    expect(brief.body).toEqual({ rows: 3, failed: 1 });
    expect([await storedPrices(app, "fixed-bundle"), await filesLeft()]).toEqual(before);
  });

  it("rejects a policy that the import would reject", async () => {
    const sent = { file: "kind,sku,price\nbase,simple,5\n", policy: "best-effort" };
    const headers = { Prefer: "dry-run" };
    const refused = { status: 400, body: { parameters: { policy: "best-effort" } } };
    expect(await admin.post("/V1/price-imports", sent, { headers })).toMatchObject(refused);
    expect(await send(sent.file, { query: "?policy=best-effort", headers })).toMatchObject(refused);
  });
});
