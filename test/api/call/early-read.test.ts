import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guest, UserType } from "../../../src/api/auth/actor.js";
import { tokenHash } from "../../../src/api/auth/tokens/tokens.js";
import { EarlyRead } from "../../../src/api/call/early-read.js";
import type { Context } from "../../../src/api/call/context.js";
import { Resolvers } from "../../../src/api/call/method-call.js";
import { openDatabase } from "../../../src/platform/db/open.js";
import { startApp, type TestApp } from "../../support/app.js";
import { Client } from "../../support/client.js";
import { routeFor } from "./pure.schema.js";

const unauthorized = {
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources: "Magento_Catalog::products" },
};

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({ PORTICO_CALLER_RATE: "50" });
  admin = await app.asAdmin();
  const product = { sku: "Early 1", name: "Early", attribute_set_id: 4, type_id: "simple", price: 5 };
  expect((await admin.post("/V1/products", { product })).status).toBe(200);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Returns status, body and headers, without the parts that differ in each call. */
async function readComparable(client: Client, path: string) {
  const { status, body, headers } = await client.get(path);
  const changing = new Set(["x-request-id", "date", "ratelimit", "ratelimit-remaining", "ratelimit-reset"]);
  return { status, body: body as unknown, headers: [...headers].filter(([name]) => !changing.has(name)) };
}

describe("a product that is read while its caller is identified", () => {
  it("is looked up without waiting for the token", async () => {
    const statements = await app.statementsOf(() => admin.get("/V1/products/early%201"));
    expect(statements).toHaveLength(2);
    expect(statements[0]).toContain("from access_token");
    expect(statements[1]).toContain("product");
  });

  it("returns the same response to a caller with the permission", async () => {
    expect((await admin.get("/V1/products/EARLY%201?fields=sku,price")).body).toEqual({ sku: "Early 1", price: 5 });
    expect((await admin.get("/V1/products/none")).status).toBe(404);
    expect((await admin.get("/V1/products/early%201?storeId=x")).status).toBe(400);
  });

  it.each(["a caller without the permission", "a caller with an unknown token"])(
    "reveals nothing to %s",
    async (caller) => {
      const known = caller === "a caller without the permission";
      const client = known ? await app.asAdmin(["Magento_Backend::store"]) : new Client(app.url, "x".repeat(32));
      const unauthorizedAnswer = await readComparable(client, "/V1/products/early%201");
      expect(unauthorizedAnswer).toMatchObject({ status: 401, body: unauthorized });
      for (const path of ["/V1/products/none", "/V1/products/early%201?storeId=x", "/V1/products/early%201?fields=]"]) {
        expect(await readComparable(client, path)).toEqual(unauthorizedAnswer);
      }
    },
  );

  it("is withheld from a token that another process has just revoked", async () => {
    const { DATABASE_URL } = app.config;
    const elsewhere = DATABASE_URL === undefined ? app.db : await openDatabase(app.config);
    try {
      for (let round = 0; round < 20; round += 1) {
        const client = await app.asAdmin(["Magento_Catalog::products"]);
        expect((await client.get("/V1/products/early%201")).status).toBe(200);
        const hash = tokenHash(client.token ?? "");
        await elsewhere.execute("update access_token set revoked_at = now() where token_hash = decode($1, 'hex')", [
          hash,
        ]);
        const { status, body } = await client.get("/V1/products/early%201");
        expect([status, body]).toEqual([401, unauthorized]);
      }
    } finally {
      if (elsewhere !== app.db) await elsewhere.close();
    }
  });

  it("is not read for guests without the permission", async () => {
    const statements = await app.statementsOf(() => app.asGuest().get("/V1/products/early%201"));
    expect(statements).toEqual([]);
  });

  it("is counted toward the limit of its caller", async () => {
    const client = await app.asAdmin(["Magento_Catalog::products"]);
    const replies = [];
    for (let call = 0; call < 51; call += 1) replies.push(await client.get("/V1/products/early%201"));
    expect(replies.map(({ status }) => status)).toEqual([...Array<number>(50).fill(200), 429]);
    expect(replies.at(-1)?.text).not.toContain("Early");
  });
});

describe("an early read", () => {
  const operation = routeFor("products", "GET /V1/products").operation;
  const context = { db: {}, log: { info: () => undefined } } as unknown as Context;
  const known = { ...context, actor: { type: UserType.administrator, id: 1, resources: new Set(["Some::right"]) } };
  const begin = (call: typeof operation.call, args = {}) => {
    const route = routeFor("products", "GET /V1/products", {
      permission: ["Some::right"],
      operation: { ...operation, call },
    });
    const config = { ...app.config, PORTICO_PAGE_LIMIT: 50, PORTICO_PAGE_SIZE: 20 };
    return EarlyRead.begin({ config, resolvers: new Resolvers(() => ({})) }, { route, args, ctx: context });
  };

  it("returns its result only to callers with the permission", async () => {
    const early = begin(() => "read");
    expect(await early.resultFor(app, known)).toEqual({ result: "read" });
    await expect(early.resultFor(app, { ...known, actor: guest })).rejects.toMatchObject({ status: 401 });
  });

  it("hides its error from a rejected caller", async () => {
    const early = begin(() => {
      throw new Error("of the read");
    });
    await expect(early.resultFor(app, { ...known, actor: guest })).rejects.toMatchObject({ status: 401 });
    await expect(early.resultFor(app, known)).rejects.toThrow("of the read");
  });

  it.each(["type", "id", "resources"] as const)("has no result if the read uses the caller's %s", async (part) => {
    expect(await begin((_resolver, _args, ctx) => ctx.actor[part]).resultFor(app, known)).toBeUndefined();
  });

  it("has pages of the default size, and rejects larger pages than the setting allows", async () => {
    const read = (searchCriteria: object) => begin((_resolver, args) => args["searchCriteria"], { searchCriteria });
    expect(await read({}).resultFor(app, known)).toEqual({ result: { page_size: 20 } });
    const large = read({ page_size: 51 });
    await expect(large.resultFor(app, { ...known, actor: guest })).rejects.toMatchObject({ status: 401 });
    await expect(large.resultFor(app, known)).rejects.toThrow("Maximum SearchCriteria pageSize is 50");
  });
});
