import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
import type { GraphQLSchema } from "graphql";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createExtension } from "../../../src/cli/extensions/create-extension.js";
import { loadExtensions, surfaceNames } from "../../../src/extras/extensions/loading/load-extensions.js";
import { migrateExtensions } from "../../../src/extras/extensions/loading/migrate-extensions.js";
import type { Extension } from "../../../src/extras/extensions/extension.types.js";
import { extendSchema } from "../../../src/extras/extensions/parts/fields.js";
import { runSubscribers } from "../../../src/extras/extensions/parts/run-subscribers.js";
import { extensionServices } from "../../../src/extras/extensions/services/services.js";
import { allExtras } from "../../../src/extras.js";
import { buildSurface } from "../../../src/schema.js";
import { createServices } from "../../../src/services.js";
import { address, createProductsInStock, guestWith, set, type Shopper } from "../../commerce/checkout/support.js";
import { useApp } from "../../support/app.js";

const root = join(import.meta.dirname, "../../..");
const acmePath = join(import.meta.dirname, "fixtures/acme/index.mjs");

/** Compiles the extension that `extension:create` writes, in a folder where its packages are found. */
function createMyShop(): { readonly folder: string; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), "portico-extension-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/portico"));
  createExtension("my-shop", folder);
  const path = join(folder, "my-shop");
  mkdirSync(join(path, "dist"));
  for (const name of readdirSync(join(path, "src"))) {
    const source = readFileSync(join(path, "src", name), "utf8");
    const tsconfigRaw = { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } };
    const { code } = transformSync(source, { loader: "ts", target: "es2022", tsconfigRaw });
    writeFileSync(join(path, "dist", name.replace(/\.ts$/, ".js")), code);
  }
  return { folder, path };
}

interface Control {
  rate: string;
  failure: string | undefined;
  fails: number;
  readonly calls: readonly { readonly step: string; readonly amount: string; readonly key: string }[];
}
const acme = (): Control => (globalThis as { acme?: Control }).acme ?? fail();
function fail(): never {
  throw new Error("the extension is not loaded");
}

const myShop = createMyShop();
afterAll(() => rmSync(myShop.folder, { recursive: true, force: true }));
const names = `${myShop.path},${acmePath}`;
const { app, admin } = useApp({ PORTICO_EXTENSIONS: names });

beforeAll(async () => {
  await createProductsInStock(app, { cup: {}, plate: {} });
  await set(app, {
    "carriers/express/active": "1",
    "payment/wallet/active": "1",
    "carriers/express/surcharge": "3",
  });
});
beforeEach(() => Object.assign(acme(), { rate: "12.50", failure: undefined, fails: 0, calls: [] }));

const methodsOf = async ({ client, cart }: Shopper) =>
  (await client.post(`${cart}/estimate-shipping-methods`, { address })).body as {
    carrier_code: string;
    method_title?: string;
    amount: number;
    available: boolean;
    error_message: string;
  }[];

/** Chooses the carrier of the extension, and pays with its gateway. */
async function place({ client, cart }: Shopper) {
  const shipping = { shipping_carrier_code: "express", shipping_method_code: "day" };
  await client.post(`${cart}/shipping-information`, {
    addressInformation: { shipping_address: address, billing_address: address, ...shipping },
  });
  return client.post(`${cart}/payment-information`, {
    email: "ada@example.com",
    billingAddress: address,
    paymentMethod: { method: "wallet" },
  });
}

describe("an operation of an extension", () => {
  it("has a route, its queued forms, a GraphQL field and a description", async () => {
    const { body: note } = await admin.post("/V1/my-shop/notes", { sku: "cup", text: "Fragile" });
    expect(note).toEqual({ id: expect.any(Number) as number, sku: "cup", text: "Fragile" });
    expect((await admin.get(`/V1/my-shop/notes/${note.id}`)).body).toEqual(note);
    expect((await admin.post("/async/V1/my-shop/notes", { sku: "cup", text: "Later" })).status).toBe(202);
    const { data } = (await admin.graphql(`{ myShopNote(id: ${note.id}) { sku text } }`)).body;
    expect(data).toEqual({ myShopNote: { sku: "cup", text: "Fragile" } });
    const { body: schema } = await admin.get("/schema?services=all");
    expect(Object.keys(schema.paths)).toContain("/V1/my-shop/notes/{id}");
  });

  it("refuses callers without its permission, and answers the errors of the routes that it calls", async () => {
    expect((await app.asGuest().get("/V1/my-shop/notes/1")).status).toBe(401);
    const unknown = await admin.post("/V1/my-shop/notes", { sku: "none", text: "?" });
    expect([unknown.status, unknown.body.message]).toEqual([404, expect.stringContaining("doesn't exist")]);
    expect((await admin.get("/V1/my-shop/notes/999")).status).toBe(404);
  });
});

describe("a carrier of an extension", () => {
  it("offers its rates with its settings, beside those of the shop", async () => {
    const methods = await methodsOf(await guestWith(app, ["cup", 2]));
    expect(methods.map(({ carrier_code, amount }) => [carrier_code, amount])).toEqual(
      expect.arrayContaining([
        ["flatrate", 10],
        ["express", 12.5],
      ]),
    );
    expect(methods).toContainEqual(expect.objectContaining({ method_title: "Next day, 1 line, +3" }));
  });

  it.each(["hang", "fail", "-1", "free"])("cannot deliver when its answer is %s, and others can", async (rate) => {
    Object.assign(acme(), { rate });
    await set(app, { "carriers/express/showmethod": "1" });
    const methods = await methodsOf(await guestWith(app, ["cup", 1]));
    const available = methods.map(({ carrier_code, available: is }) => [carrier_code, is]);
    expect(available).toEqual(
      expect.arrayContaining([
        ["flatrate", true],
        ["express", false],
      ]),
    );
    const health = (await (await fetch(`${app.url}/health/ready`)).json()) as { checks: { extensions?: object } };
    expect(health.checks.extensions).toMatchObject({
      status: "warn",
      failures: { "carrier express of acme 1.2.0": expect.any(Number) as number },
    });
    expect(app.logs).toContainEqual(expect.objectContaining({ part: "carrier express of acme 1.2.0" }));
  });
});

describe("a payment gateway of an extension", () => {
  it("authorizes the order, captures the invoice and refunds the credit memo", async () => {
    const { body: id } = await place(await guestWith(app, ["cup", 1]));
    const { body: order } = await admin.get(`/V1/orders/${id}`);
    expect(order).toMatchObject({ shipping_amount: 12.5, grand_total: 22.5, payment: { method: "wallet" } });
    const { body: invoice } = await admin.post(`/V1/order/${id}/invoice`, { capture: true });
    await admin.post(`/V1/invoice/${invoice}/refund`, { isOnline: true });
    expect(acme().calls.map(({ step, amount }) => [step, Number(amount)])).toEqual([
      ["authorize", 22.5],
      ["capture", 22.5],
      ["refund", 22.5],
    ]);
  });

  it("stops an order that it declines, and one whose answer never comes", async () => {
    const shopper = await guestWith(app, ["cup", 1]);
    acme().failure = "decline";
    expect((await place(shopper)).body).toMatchObject({ message: "The card was declined." });
    acme().failure = "hang";
    expect((await place(shopper)).body).toMatchObject({ message: expect.stringContaining("The payment failed") });
    const [asked, released] = acme().calls.slice(-2);
    expect(released).toEqual({ step: "release", key: asked?.key });
    acme().failure = undefined;
    expect((await place(shopper)).status).toBe(200);
  });
});

describe("a subscriber of an extension", () => {
  /** Runs the subscribers as a second process would. */
  function startSubscribers() {
    const services = createServices(app.config, app.db, pino({ level: "silent" }));
    const work = loadExtensions(app.config).flatMap((one) =>
      runSubscribers(services.kernel, one, extensionServices(services.kernel, services.routes)),
    );
    for (const one of work) one.start();
    onTestFinished(async () => {
      services.stop();
      await Promise.all(work.map((one) => one.stop()));
      await services.bulk.stop();
      await services.media.stop();
    });
  }

  const journal = () => app.db.query<{ increment_id: string }>("select increment_id from x_acme_journal");

  it("handles each event once, although it fails at first and two processes run it", async () => {
    startSubscribers();
    startSubscribers();
    await vi.waitFor(async () => {
      const rows = await app.db.query("select 1 from extension_subscriber");
      expect(rows).toHaveLength(2);
    }, 15_000);
    acme().fails = 1;
    const { body: id } = await place(await guestWith(app, ["plate", 1]));
    const { body: order } = await admin.get(`/V1/orders/${id}`);
    await vi.waitFor(async () => expect(await journal()).toEqual([{ increment_id: order.increment_id }]), 15_000);
    const { body: comments } = await admin.get(`/V1/orders/${id}/comments`);
    expect(comments.items.map(({ comment }: { comment: string }) => comment)).toEqual(["Noted by Acme"]);
    const notes = await app.db.query("select sku, text from x_my_shop_note where sku = 'plate'");
    expect(notes).toEqual([{ sku: "plate", text: `Sold in order ${order.increment_id}` }]);
  });
});

describe("the settings of an extension", () => {
  it("are stored for a scope, and refuse other values", async () => {
    const path = "acme/loyalty/level";
    const scope = { scope: "stores", scope_code: "default" };
    const put = (value: string) => admin.put("/V1/store/settings", { settings: [{ path, value, ...scope }] });
    expect((await put("gold")).body).toBe(true);
    const { body } = await admin.get(`/V1/store/settings?path=${path}&scope=stores&scopeCode=default`);
    expect(body).toEqual([{ path, value: "gold", is_own: true }]);
    const refused = await put("tin");
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining("one of silver, gold"),
    ]);
  });
});

it("portico/extension exports everything that its types and the process offer", () => {
  const text = readFileSync(join(root, "bin/extension.cjs"), "utf8");
  const exported = [...text.matchAll(/^exports\.(\w+) = surface\.\1;$/gm)].map(([, name]) => name);
  expect(exported).toEqual(surfaceNames);
  const types = readFileSync(join(root, "bin/extension.d.cts"), "utf8");
  expect(surfaceNames.filter((name) => !new RegExp(`^(?:export declare \\w+|) *${name}\\b`, "m").test(types))).toEqual(
    [],
  );
});

describe("extensions that cannot be loaded", () => {
  const folder = mkdtempSync(join(tmpdir(), "portico-broken-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(() => {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/portico"));
  });

  /** Writes an extension and returns its path. */
  function write(name: string, fields: string, more = ""): string {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, `${more}export default { name: "${name}", version: "1.0.0", api: 1, ${fields} };`);
    return path;
  }
  const load = (...paths: string[]) => loadExtensions({ PORTICO_EXTENSIONS: paths.join(",") });

  it("are named in the error, with their version and what to do", () => {
    expect(() => load("./nowhere")).toThrow(/^Extension \.\/nowhere was not found in .*\. The path starts at/);
    expect(() => load("acme-nowhere")).toThrow("Install it: npm install acme-nowhere");
    expect(() => load(write("throws", "", "throw new Error('no key');"))).toThrow(
      /throws.mjs.*failed to load: no key$/s,
    );
    const newer = join(folder, "newer.mjs");
    writeFileSync(newer, `export default { name: "newer", version: "3.0.0", api: 2 };`);
    expect(() => load(newer)).toThrow(
      "newer 3.0.0 was written for version 2 of portico/extension, and this is version 1.",
    );
    expect(() => load(write("odd", "carrier: []"))).toThrow(/^Extension odd 1\.0\.0 is not valid:\n.*"carrier"/s);
    expect(() => load(write("taken", `carriers: [{ code: "flatrate", title: "F", prepare() {} }]`))).toThrow(
      "Extension taken 1.0.0: the setting carriers/flatrate/sort_order exists already.",
    );
    expect(() => load(write("paths", `settings: { "web/base/url": {} }`))).toThrow("must be paths/group/field.");
    expect(() => load(write("hears", `subscribers: [{ name: "all", types: ["oder.*"], handle() {} }]`))).toThrow(
      "names an unknown type of event: oder.*.",
    );
    expect(() => load(write("vault", `secrets: [{ table: "customer", column: "email", key: "id" }]`))).toThrow(
      "Extension vault 1.0.0: the table of secrets customer must begin with x_vault_",
    );
    const twice = `{ name: "one", interval: 1000, run() {} }`;
    expect(() => load(write("worker", `work: [${twice}, ${twice}]`))).toThrow("the name one is there twice in work.");
    const own = write("webhooks", "");
    expect(() => load(own)).toThrow("webhooks 1.0.0 has the same name.");
    const copy = write("copy", "");
    expect(() => load(copy, copy)).toThrow("copy 1.0.0 has the same name. Remove one from PORTICO_EXTENSIONS.");
  });

  const field = (name: string, type = "text") => `{ name: "${name}", type: "${type}", description: "A field." }`;

  it("claim a field that another extension or the contract has, or a name without their prefix", () => {
    expect(() => load(write("wide", `fields: { product: [${field("other_size")}] }`))).toThrow(
      "Extension wide 1.0.0: the name of the field other_size must be wide_ and lower-case letters.",
    );
    expect(() => load(write("kinds", `fields: { product: [${field("kinds_size", "date")}] }`))).toThrow(
      /^Extension kinds 1\.0\.0 is not valid:\n.*fields\.product\.0\.type/s,
    );
    const [one, other] = [
      write("shelf", `fields: { product: [${field("shelf_room_size")}] }`),
      write("shelf-room", `fields: { product: [${field("shelf_room_size")}] }`),
    ];
    expect(() => load(one, other)).toThrow("Extension shelf-room 1.0.0: the field shelf_room_size exists already.");
    const both = `fields: { cart: [${field("gates_hour")}], order: [${field("gates_hour", "integer")}] }`;
    expect(() => load(write("gates", both))).toThrow("the field gates_hour of carts and orders must have one type.");
    // Not loaded: the fields of a loaded extension stay in the process, and files of tests share one.
    const website: Extension = {
      name: "website",
      version: "1.0.0",
      api: 1,
      fields: { product: [{ name: "website_ids", type: "text", description: "Taken." }] },
    };
    const extras = { ...allExtras, extendSchema: (schema: GraphQLSchema) => extendSchema(schema, [website]) };
    expect(() => buildSurface("commerce", extras)).toThrow("the field website_ids of Product is one of the contract");
  });

  it("claim a field that another extension has values of, or that had another type", async () => {
    const migrate = async (...paths: string[]) => migrateExtensions(app.db.unlimited, load(...paths).slice(1));
    await migrate(write("stock", `fields: { product: [${field("stock_room_age", "integer")}] }`));
    const own = { name: "stock", version: "2.0.0", api: 1 };
    const changed = { name: "stock_room_age", type: "text", description: "Age." } as const;
    await expect(migrateExtensions(app.db.unlimited, [{ ...own, fields: { product: [changed] } }])).rejects.toThrow(
      "Extension stock 2.0.0: the field stock_room_age of products has the type integer. Add a new field instead.",
    );
    await expect(
      migrateExtensions(app.db.unlimited, [{ ...own, name: "stock-room", fields: { product: [changed] } }]),
    ).rejects.toThrow("the field stock_room_age of products belongs to stock. Choose another name.");
  });

  it("leave the database as it was when a migration fails, changes, or creates a table without their prefix", async () => {
    const migrations = join(folder, "migrations/");
    mkdirSync(migrations);
    const extension = load(write("tables", `migrations: new URL("./migrations/", import.meta.url)`)).at(-1);
    if (!extension) throw new Error("not loaded");
    const migrate = () => migrateExtensions(app.db.unlimited, [extension]);
    const first = join(migrations, "0001-first.sql");
    writeFileSync(first, "create table x_tables_one (id int); select nothing;");
    await expect(migrate()).rejects.toThrow("Extension tables 1.0.0: the migration 0001-first.sql failed, and nothing");
    writeFileSync(first, "create table other (id int);");
    await expect(migrate()).rejects.toThrow("creates other. Names of its tables must begin with x_tables_");
    writeFileSync(first, "create table x_tables_one (id int);");
    await migrate();
    writeFileSync(first, "create table x_tables_one (id bigint);");
    await expect(migrate()).rejects.toThrow("0001-first.sql is not the one that was applied. Add a new file instead.");
    const tables = await app.db.query("select relname from pg_class where relname in ('x_tables_one', 'other')");
    expect(tables).toEqual([{ relname: "x_tables_one" }]);
  });
});
