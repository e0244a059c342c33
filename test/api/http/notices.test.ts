import { beforeAll, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";

const { app } = useApp({ PORTICO_CONSUMER: "on" });
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin();
});

const noticeOf = ({ headers }: { headers: Headers }) => headers.get("X-Portico-Notice");
const lines = (message: string) => app.logs.filter(({ msg }) => msg === message);
const product = (sku: string, custom_attributes: object[]) => ({
  product: { sku, name: sku, price: 1, attribute_set_id: 4, type_id: "simple", custom_attributes },
});

it("names unknown attribute codes, which are ignored as in Magento", async () => {
  const unknown = { attribute_code: "colour_é", value: "1" };
  const created = await admin.post("/V1/products", product("noticed", [unknown, { attribute_code: "x", value: 1 }]));
  expect([created.status, noticeOf(created)]).toEqual([200, "ignored unknown attributes: colour_?, x"]);
  expect(lines("notice")).toMatchObject([{ notice: "ignored unknown attributes: colour_é, x" }]);
  const again = await admin.put("/V1/products/noticed", { product: created.body });
  expect([again.status, noticeOf(again)]).toEqual([200, null]);
});

it("names the row of a call that cannot be read, and reports an expired token", async () => {
  const prices = [
    { sku: "noticed", price: 1, store_id: 0 },
    { sku: "noticed", price: "much", store_id: 0 },
  ];
  const unread = await admin.post("/V1/products/base-prices", { prices });
  expect([unread.status, noticeOf(unread)]).toEqual([400, "element 1"]);
  const late = await app.asAdmin();
  expect((await late.get("/V1/products/noticed")).status).toBe(200);
  await app.db.execute("update access_token set expires_at = now() - interval '1 minute' where expires_at is not null");
  const expired = await late.get("/V1/products/noticed");
  expect([expired.status, noticeOf(expired)]).toEqual([401, "the token has expired"]);
  admin = await app.asAdmin();
});

it("logs the caller, the store view and the operations of GraphQL", async () => {
  const before = lines("request").length;
  await admin.get("/V1/store/storeViews", { store: "default" });
  await app.asGuest().get("/V1/store/storeViews");
  await admin.graphql("query Views { storeViews { code } }");
  await admin.graphql('{ product(sku: "none") { sku } }');
  await expect.poll(() => lines("request").length).toBe(before + 4);
  const shown = lines("request")
    .slice(before)
    .map(({ path, status, caller, store, address, operation, errors }) => [
      ...[path, status, String(caller).replace(/\d+/, "1"), store, address, operation, errors],
    ]);
  expect(shown).toEqual([
    ["/default/V1/store/storeViews", 200, "administrator 1", "default", "127.0.0.1", undefined, undefined],
    ["/V1/store/storeViews", 401, "guest", "default", "127.0.0.1", undefined, undefined],
    ["/graphql", 200, "administrator 1", "default", "127.0.0.1", "query Views", 0],
    ["/graphql", 200, "administrator 1", "default", "127.0.0.1", "query (anonymous)", 1],
  ]);
});

it("logs the reason of a failed operation, and the counts of its finished bulk", async () => {
  const elements = [product("queued", []), { product: { sku: "", name: "None" } }];
  await waitForBulk(admin, await admin.post("/async/bulk/V1/products", elements));
  await expect.poll(() => lines("bulk finished").length).toBe(1);
  const [failed] = lines("operation failed");
  expect(failed).toMatchObject({ level: 40, operation: 1, route: "POST /V1/products", reason: expect.any(String) });
  expect(lines("bulk finished")).toMatchObject([
    {
      level: 30,
      route: "POST /V1/products",
      operations: 2,
      complete: 1,
      failed: 1,
      rejected: 0,
      bulk: failed?.["bulk"],
    },
  ]);
});
