import { beforeAll, describe, expect, it } from "vitest";
import {
  bearer,
  createPortico,
  events,
  failedPrices,
  importPrices,
  items,
  oauth,
  type Portico,
  PorticoError,
  type PriceRow,
  signIn,
  submitBulk,
  unwrap,
  waitForBulk,
} from "../../clients/typescript/src/index.js";
import { withRetries } from "../../clients/typescript/src/retries.js";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { simple } from "../commerce/catalog/support.js";
import { useApp } from "../support/app.js";
import { integration } from "../support/oauth.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
let shop: Portico;

beforeAll(async () => {
  shop = createPortico({ url: app.url, credentials: bearer(admin.token ?? "") });
  const elements = Array.from({ length: 5 }, (_, at) => ({ product: simple(`client ${at + 1}`, { price: at + 1 }) }));
  const bulkUuid = await submitBulk(shop, { method: "post", path: "/V1/products", elements });
  expect((await waitForBulk(shop, bulkUuid)).failed).toEqual([]);
});

const skusOf = async (search: Parameters<typeof items>[2]) => {
  const skus: (string | null | undefined)[] = [];
  for await (const { sku } of items(shop, "/V1/products", search)) skus.push(sku);
  return skus;
};

describe("the TypeScript client", () => {
  it("calls routes, and throws errors with their status and a complete message", async () => {
    const path = { sku: "client 1" };
    const product = unwrap(await shop.api.GET("/V1/products/{sku}", { params: { path } }));
    expect(product).toMatchObject({ sku: "client 1", price: 1 });
    const body = { prices: [{ sku: "client 1", store_id: 0, price: -1 }] };
    const failed = unwrap(await shop.api.POST("/V1/products/base-prices", { body }));
    expect(failed).toHaveLength(1);
    const error = await shop.api
      .GET("/V1/customers/{customerId}", { params: { path: { customerId: 4711 } } })
      .then((answer) => {
        try {
          return unwrap(answer);
        } catch (reason) {
          return reason;
        }
      });
    expect(error).toBeInstanceOf(PorticoError);
    expect(error).toMatchObject({ status: 404, message: "No such entity with customerId = 4711" });
  });

  it("signs its calls with OAuth, whatever the query contains", async () => {
    const { consumer_key, consumer_secret, access_token, access_token_secret } = (await integration(app)).credentials;
    const keys = { consumerKey: consumer_key, consumerSecret: consumer_secret };
    const tokens = { accessToken: access_token, accessTokenSecret: access_token_secret };
    const signed = createPortico({ url: app.url, store: "default", credentials: oauth({ ...keys, ...tokens }) });
    const where = [{ field: "sku", condition: "in", value: "client 1,client 2,ä+b&c=d" }];
    const found = items(signed, "/V1/products", { where, sort: [{ field: "sku", direction: "DESC" }] });
    expect((await found.next()).value).toMatchObject({ sku: "client 2" });
    const body = { prices: [{ sku: "client 1", store_id: 0, price: 1 }] };
    expect(unwrap(await signed.api.POST("/V1/products/base-prices", { body }))).toEqual([]);
    const forged = createPortico({
      url: app.url,
      credentials: oauth({ ...keys, ...tokens, accessTokenSecret: "x".repeat(32) }),
    });
    const refused = await forged.api.GET("/V1/store/storeViews");
    expect(refused.error).toEqual({ message: "The signature is invalid. Verify and try again." });
  });

  it("signs in with the first call, and again when the token has expired", async () => {
    const account = { username: "client", password: "correct-horse-1" };
    const id = await createAdmin(app.db, { ...account, email: "client@example.com", firstname: "A", lastname: "B" });
    const wrong = createPortico({ url: app.url, credentials: signIn({ url: app.url, ...account, password: "wrong" }) });
    await expect(wrong.api.GET("/V1/store/storeViews")).rejects.toMatchObject({ status: 401 });
    const expire = () => app.db.execute("delete from access_token where user_id = $1::int", [id]);
    const statuses = async (renewAfter: number) => {
      const client = createPortico({ url: app.url, credentials: signIn({ url: app.url, ...account, renewAfter }) });
      const read = () => client.api.GET("/V1/products/{sku}", { params: { path: { sku: "client 1" } } });
      const before = (await read()).response.status;
      await expire();
      return [before, (await read()).response.status];
    };
    expect(await statuses(0)).toEqual([200, 200]);
    expect(await statuses(60)).toEqual([200, 401]);
  });

  it("reads all pages of a search", async () => {
    const where = [
      [
        { field: "sku", condition: "like", value: "client %" },
        { field: "sku", value: "nobody" },
      ],
    ];
    const sort = [{ field: "price", direction: "DESC" as const }];
    const all = ["client 5", "client 4", "client 3", "client 2", "client 1"];
    for (const pageSize of [2, 5, 100]) expect(await skusOf({ where, sort, pageSize })).toEqual(all);
    expect(await skusOf({ where: [{ field: "sku", value: "nobody" }] })).toEqual([]);
  });

  it("waits for a bulk, and names the operations that failed", async () => {
    const bulkUuid = await submitBulk(shop, {
      method: "put",
      path: "/V1/products/{sku}",
      elements: [
        { product: { sku: "client 1", price: 11 } },
        { sku: "client 2", product: { sku: "client 2", price: -1 } },
      ],
    });
    const { summary, failed } = await waitForBulk(shop, bulkUuid, { signal: AbortSignal.timeout(60_000) });
    expect(summary).toMatchObject({ state: "failed", operation_count: 2, complete_count: 1, failed_count: 1 });
    expect(failed).toMatchObject([{ id: 1, status: 3 }]);
    await expect(waitForBulk(shop, "unknown")).rejects.toMatchObject({ status: 404 });
  });

  it("streams any number of prices, and reads the rows that failed", async () => {
    async function* rows(): AsyncGenerator<PriceRow> {
      for (let at = 0; at < 3000; at += 1) yield { kind: "base", sku: "client 3", price: at };
      yield { kind: "base", sku: "nobody", price: 1 };
      yield await Promise.resolve<PriceRow>({ kind: "cost", sku: "client 3", price: "1.23" });
    }
    const bulkUuid = await importPrices(shop, rows());
    await waitForBulk(shop, bulkUuid);
    const failed = [];
    for await (const row of failedPrices(shop, bulkUuid)) failed.push(row);
    expect(failed).toMatchObject([{ kind: "base", sku: "nobody", code: "unknown_sku" }]);
    const { body } = await admin.post("/V1/products/base-prices-information", { skus: ["client 3"] });
    expect(body).toMatchObject([{ price: 2999 }]);
    await expect(importPrices(shop, [], { policy: "stop-after:0" })).rejects.toMatchObject({ status: 400 });
  });

  it("reads the event feed to its end, and continues from a cursor", async () => {
    const read = async (after: string) => {
      const found = [];
      for await (const event of events(shop, { after, types: ["customer.*"], follow: false })) found.push(event);
      return found;
    };
    const { next } = (await admin.get("/V1/events?after=latest")).body as { next: string };
    for (const name of ["one", "two"]) {
      const customer = { email: `client-${name}@example.com`, firstname: "A", lastname: "B" };
      expect((await admin.post("/V1/customers", { customer })).status).toBe(200);
    }
    const [first, second, ...others] = await read(next);
    expect([first?.type, second?.type, others.length]).toEqual(["customer.created", "customer.created", 0]);
    expect(await read(first?.id ?? "")).toEqual([second]);
  });

  it("sends writes with a key, so that a repeated write takes effect once", async () => {
    const keys: (string | null)[] = [];
    const twice = createPortico({
      url: app.url,
      credentials: {
        authorize: () => `Bearer ${admin.token ?? ""}`,
        renew: () => keys.length === 0 && keys.push("sent") > 0,
      },
    });
    const body = { group: { code: "Twice", tax_class_id: 3 } };
    const created = await twice.api.POST("/V1/customerGroups", { body });
    expect(created.response.status).toBe(200);
    const key = "client-key";
    const send = () =>
      shop.api.POST("/V1/customerGroups", {
        body: { group: { code: "Once", tax_class_id: 3 } },
        headers: { "Idempotency-Key": key },
      });
    expect(unwrap(await send())).toEqual(unwrap(await send()));
  });
});

describe("a repeated request", () => {
  const answers = (...given: (number | [status: number, retryAfter: string] | Error)[]) => {
    const bodies: string[] = [];
    const send = async (request: Request) => {
      bodies.push(await request.text());
      const next = given.shift() ?? 200;
      if (next instanceof Error) throw next;
      const [status, retryAfter] = Array.isArray(next) ? next : [next, "0"];
      return new Response(null, { status, headers: { "Retry-After": retryAfter } });
    };
    return { bodies, send };
  };
  const request = (method: string, key?: string) =>
    new Request("http://127.0.0.1/", {
      method,
      headers: key === undefined ? {} : { "Idempotency-Key": key },
      ...(method === "GET" ? {} : { body: "sent" }),
    });

  it("is sent with its body until it is answered", async () => {
    const { send, bodies } = answers(new Error("broken"), 503, [429, new Date(0).toUTCString()]);
    expect((await withRetries(send)(request("POST", "key"))).status).toBe(200);
    expect(bodies).toEqual(["sent", "sent", "sent", "sent"]);
  });

  it("is not sent again after 503 or a broken connection if it writes without a key", async () => {
    expect((await withRetries(answers(503).send)(request("POST"))).status).toBe(503);
    await expect(withRetries(answers(new Error("broken")).send)(request("POST"))).rejects.toThrow("broken");
    expect((await withRetries(answers(429).send)(request("POST"))).status).toBe(200);
  });

  it("ends after its last attempt, for a long wait, and for other statuses", async () => {
    const { send, bodies } = answers(503, 503, 503);
    expect((await withRetries(send, { attempts: 2 })(request("GET"))).status).toBe(503);
    expect(bodies).toHaveLength(2);
    expect((await withRetries(answers([503, "61"]).send)(request("GET"))).status).toBe(503);
    expect((await withRetries(answers(500).send)(request("GET"))).status).toBe(500);
  });
});
