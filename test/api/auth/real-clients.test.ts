import { createRequire } from "node:module";
import type { IMagentoRestApiOptions } from "magento-api-rest";
import type magentoApiRest from "magento-api-rest";
import type magento2ApiWrapper from "magento2-api-wrapper";
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { integration, type SigningClient } from "../../support/oauth.js";

// Both are CommonJS, although they declare otherwise, and are loaded unchanged as their users load them.
const require = createRequire(import.meta.url);
const { default: RestApi } = require("magento-api-rest") as typeof magentoApiRest;
const Wrapper = require("magento2-api-wrapper") as typeof magento2ApiWrapper.default;

const { app } = useApp({ PORTICO_OAUTH_SHA1: "on", PORTICO_CONSUMER: "on" });
let caller: SigningClient;

beforeAll(async () => {
  caller = await integration(app);
});

/** The answer of axios, or the response in the error that it throws. */
interface Answered {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- any answer
  readonly data: any;
}

/** Both clients throw for every other status than success. */
const refused = (call: Promise<unknown>): Promise<Answered> =>
  call.then(
    () => Promise.reject(new Error("it was not refused")),
    ({ response: { status, data } }: { response: Answered }) => ({ status, data }),
  );

function restApi(options: Partial<IMagentoRestApiOptions> = {}) {
  const { consumer_key, consumer_secret, access_token, access_token_secret } = caller.credentials;
  return new RestApi({
    url: app.url,
    consumerKey: consumer_key,
    consumerSecret: consumer_secret,
    accessToken: access_token,
    tokenSecret: access_token_secret,
    sha: 256,
    ...options,
  });
}

describe.each([
  ["without a store code", "V1"],
  ["under a store view's code", "default/V1"],
  ["under `all`", "all/V1"],
])("magento-api-rest, %s", (_, type) => {
  const name = type.replace("/", "-").toLowerCase();

  it("creates, finds, changes and deletes customers", async () => {
    const api = restApi({ type });
    const customer = {
      email: `${name}@example.com`,
      firstname: "Zoë O'Neill",
      lastname: "de la Cruz-Żak",
      website_id: 1,
    };
    const created = (await api.post("customers", { customer, password: "Secret12" })) as Answered;
    expect([created.status, created.data.firstname]).toEqual([200, "Zoë O'Neill"]);
    const id = created.data.id as number;
    const found = (await api.get("customers/search", { firstname: "Zoë O'Neill", email: customer.email })) as Answered;
    expect(found.data).toMatchObject({ total_count: 1, items: [{ id, email: customer.email }] });
    const either = {
      $or: [{ lastname: "de la Cruz-Żak" }, { lastname: "Nobody" }],
      $perPage: 1,
      $page: 1,
      $sort: { email: "desc" },
    };
    expect(((await api.get("customers/search", either)) as Answered).data.items).toHaveLength(1);
    const all = (await api.get("customers/search")) as Answered;
    expect(all.data.items.map((item: { id: number }) => item.id)).toContain(id);
    const changed = (await api.put(`customers/${id}`, { customer: { ...customer, lastname: "Roe" } })) as Answered;
    expect(changed.data).toMatchObject({ id, lastname: "Roe" });
    expect(((await api.delete(`customers/${id}`)) as Answered).data).toBe(true);
    expect((await refused(api.get(`customers/${id}`))).status).toBe(404);
  });

  it("creates, lists, changes and deletes products, and sets their prices", async () => {
    const api = restApi({ type });
    const sku = `client ${name}/1 ä`;
    const path = `products/${encodeURIComponent(sku)}`;
    const product = { sku, name: "Chair & Table", attribute_set_id: 4, type_id: "simple", price: 12.5 };
    const created = (await api.post("products", { product })) as Answered;
    expect([created.status, created.data.sku]).toEqual([200, sku]);
    const listed = (await api.get("products", { name: "Chair %26 Table", sku, $perPage: 5 })) as Answered;
    expect(listed.data.items.map((item: { sku: string }) => item.sku)).toEqual([sku]);
    await api.put(path, { product: { price: 13 } });
    expect(((await api.get(path)) as Answered).data.price).toBe(13);
    const base = (await api.post("products/base-prices", { prices: [{ sku, price: 20.25, store_id: 0 }] })) as Answered;
    expect([base.status, base.data]).toEqual([200, []]);
    const special = [
      { sku, price: 15, store_id: 0, price_from: "2090-01-01 00:00:00", price_to: "2090-02-01 00:00:00" },
    ];
    expect(((await api.post("products/special-price", { prices: special })) as Answered).data).toEqual([]);
    const read = (await api.post("products/special-price-information", { skus: [sku] })) as Answered;
    expect(read.data).toEqual(special);
    expect(((await api.get(path)) as Answered).data.price).toBe(20.25);
    expect(((await api.delete(path)) as Answered).data).toBe(true);
    expect((await refused(api.get(path))).status).toBe(404);
  });
});

describe("magento-api-rest", () => {
  it("queues bulks", async () => {
    const api = restApi({ type: "async/bulk/V1" });
    const groups = [1, 2, 3].map((number) => ({ group: { code: `Client ${number}`, tax_class_id: 3 } }));
    const { status, data } = (await api.post("customerGroups", groups)) as Answered;
    const reply = { status, body: data, text: "", headers: new Headers() };
    const done = await waitForBulk(await app.asAdmin(), reply);
    expect(done.operations_list.map((operation) => operation.status)).toEqual([1, 1, 1]);
  });

  it("signs with HMAC-SHA1 by default", async () => {
    const api = restApi({ sha: 1 });
    expect(((await api.get("store/storeViews")) as Answered).status).toBe(200);
  });

  it("gets the reason of a rejection", async () => {
    const answer = await refused(restApi({ tokenSecret: "x".repeat(32) }).get("store/storeViews"));
    expect(answer).toEqual({ status: 401, data: { message: "The signature is invalid. Verify and try again." } });
  });
});

describe("magento2-api-wrapper", () => {
  const withToken = (token: string) =>
    new Wrapper({ api: { url: app.url }, axios: { headers: { Authorization: `Bearer ${token}` } } });

  it("fetches a token and calls with it, with and without a store code", async () => {
    const { username, password } = await newAdmin();
    const token: string = await new Wrapper({ api: { url: app.url } }).post("integration/admin/token", {
      username,
      password,
    });
    const api = withToken(token);
    const product = { sku: "wrapped", name: "Wrapped", attribute_set_id: 4, type_id: "simple", price: 5 };
    expect(await api.post("products", { product })).toMatchObject({ sku: "wrapped", price: 5 });
    await api.put("products/wrapped", { product: { name: "In a shop" } }, inStore("default"));
    expect(await api.get("products/wrapped", inStore("default"))).toMatchObject({ name: "In a shop" });
    expect(await api.get("products/wrapped", inStore("all"))).toMatchObject({ name: "Wrapped" });
    const params = { searchCriteria: { filter_groups: [{ filters: [{ field: "sku", value: "wrapped" }] }] } };
    expect(await api.get("products", { params })).toMatchObject({ total_count: 1 });
    const prices = [{ sku: "wrapped", price: 6, store_id: 0 }];
    expect(await api.post("products/base-prices", { prices })).toEqual([]);
    expect(await api.delete("products/wrapped")).toBe(true);
    expect((await refused(api.get("products/wrapped"))).status).toBe(404);
  });

  it("lists, creates, changes and deletes customers with an integration's token", async () => {
    const api = withToken(caller.credentials.access_token);
    const customer = { email: "wrapped@example.com", firstname: "W", lastname: "R", website_id: 1 };
    const { id } = await api.post<{ id: number }>("customers", { customer });
    const filters = [{ field: "email", value: customer.email }];
    const params = { searchCriteria: { filter_groups: [{ filters }] } };
    expect(await api.get("customers/search", { params })).toMatchObject({ items: [{ id }] });
    expect(await api.put(`customers/${id}`, { customer: { ...customer, firstname: "X" } })).toMatchObject({
      firstname: "X",
    });
    expect(await api.delete(`customers/${id}`)).toBe(true);
  });

  it("signs its calls", async () => {
    const { consumer_key, consumer_secret, access_token, access_token_secret } = caller.credentials;
    const api = new Wrapper({
      api: {
        url: app.url,
        consumerKey: consumer_key,
        consumerSecret: consumer_secret,
        accessToken: access_token,
        tokenSecret: access_token_secret,
      },
    });
    expect(await api.get("store/storeViews")).not.toEqual([]);
    const params = {
      searchCriteria: { filter_groups: [{ filters: [{ field: "code", value: "NOT LOGGED IN" }] }], pageSize: 2 },
    };
    expect(await api.get("customerGroups/search", { params, ...inStore("default") })).toMatchObject({ total_count: 1 });
    const group = { code: "Wrapper", tax_class_id: 3 };
    expect(await api.post("customerGroups", { group })).toMatchObject(group);
  });

  const inStore = (storeCode: string) => ({ storeCode }) as object;

  async function newAdmin() {
    const { createAdmin } = await import("../../../src/api/auth/admins/admins.js");
    const admin = { username: "wrapper", password: "password1", firstname: "A", lastname: "B" };
    await createAdmin(app.db, { ...admin, email: "wrapper@example.com" });
    return admin;
  }
});
