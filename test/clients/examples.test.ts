import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyAsGuest, createProductsInStock } from "../commerce/checkout/support.js";
import { startApp, type TestApp } from "../support/app.js";
import type { Client } from "../support/client.js";
import { integration } from "../support/oauth.js";

const run = promisify(execFile);
const folder = join(import.meta.dirname, "../../examples");
const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib/jiti-cli.mjs");
const scratch = mkdtempSync(join(tmpdir(), "portico-examples-"));

let app: TestApp;
let admin: Client;
let keys: Readonly<Record<string, string>>;
const ran = new Set<string>();

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an example with the keys of an integration. */
async function example(name: string, ...values: readonly string[]): Promise<Ended> {
  ran.add(name);
  // The example does not see the settings of this process.
  const env = { PATH: process.env["PATH"], PORTICO_URL: app.url, ...keys };
  const started = run(process.execPath, [jiti, join(folder, name), ...values], { env, cwd: scratch });
  return started.then(
    (ended) => ({ code: 0, ...ended }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );
}

function file(name: string, ...lines: readonly string[]): string {
  const path = join(scratch, name);
  writeFileSync(path, lines.join("\n"));
  return path;
}

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");
const parsed = (text: string): Record<string, unknown>[] =>
  linesOf(text).map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  app = await startApp({ PORTICO_CONSUMER: "on" });
  admin = await app.asAdmin();
  const sales = ["Magento_Sales::actions_view", "Magento_Sales::sales_invoice", "Magento_Sales::shipment"];
  const resources = ["Portico_Prices::files", "Portico_Events::events", ...sales];
  const stock = ["Magento_InventoryApi::source", "Magento_InventoryApi::stock_source_item_assign"];
  const { credentials } = await integration(app, [...resources, ...stock, "Magento_Sales::ship"]);
  keys = {
    PORTICO_CONSUMER_KEY: credentials.consumer_key,
    PORTICO_CONSUMER_SECRET: credentials.consumer_secret,
    PORTICO_ACCESS_TOKEN: credentials.access_token,
    PORTICO_ACCESS_TOKEN_SECRET: credentials.access_token_secret,
  };
  await createProductsInStock(app, { "example-mug": {}, "example-cup": {} });
});
afterAll(async () => {
  rmSync(scratch, { recursive: true });
  await app[Symbol.asyncDispose]();
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  expect(scripts.filter((name) => !ran.has(name)).sort()).toEqual(["connect.ts", "files.ts"]);
});

describe("an example", () => {
  it("pushes prices from a file, and exits with 1 if a row fails", async () => {
    const prices = file("prices.csv", "sku,price,special_price", "example-mug,12.5,9.99", "example-cup,7,");
    const unknown = file("unknown.csv", "sku,price", "nobody,1");
    const [pushed, failed] = await Promise.all([prices, unknown].map((path) => example("push-prices.ts", path)));
    expect(pushed).toMatchObject({ code: 0, stdout: "3 prices written, 1 unchanged, 0 failed.\n" });
    const { body } = await admin.post("/V1/products/base-prices-information", { skus: ["example-mug", "example-cup"] });
    expect(body).toMatchObject([{ price: 12.5 }, { price: 7 }]);
    expect(failed).toMatchObject({ code: 1, stdout: "0 prices written, 0 unchanged, 1 failed.\n" });
    expect(failed?.stderr).toMatch(/^base nobody: .+/);
  });

  it("sends the quantities that changed", async () => {
    const stock = (quantity: number) =>
      file("stock.csv", "sku,source,quantity", `example-mug,default,${quantity}`, "example-cup,default,0");
    expect(await example("sync-stock.ts", stock(40))).toMatchObject({ stdout: "2 quantities sent, 0 unchanged.\n" });
    expect((await admin.get("/V1/stockItems/example-mug")).body).toMatchObject({ qty: 40, is_in_stock: true });
    expect((await admin.get("/V1/stockItems/example-cup")).body).toMatchObject({ qty: 0, is_in_stock: false });
    expect(await example("sync-stock.ts", stock(41))).toMatchObject({ stdout: "1 quantities sent, 1 unchanged.\n" });
  });

  it("polls orders, ships one and reads its events", async () => {
    const id = await buyAsGuest(app, "example-mug", 2);
    const [cursor, eventCursor] = [join(scratch, "orders.txt"), join(scratch, "events.txt")];
    const polled = parsed((await example("poll-orders.ts", cursor)).stdout);
    expect(polled).toMatchObject([{ entity_id: id, state: "new", items: [{ sku: "example-mug", qty_ordered: 2 }] }]);
    const number = String(polled[0]?.["increment_id"]);
    const shipped = await example("ship-order.ts", number, "ups", "UPS", "1Z999");
    expect(shipped.stdout).toMatch(new RegExp(`^Order ${number} was shipped as shipment \\d+\\.\\n$`));
    const tracks = (await admin.get("/V1/shipments?searchCriteria")).body.items[0].tracks;
    expect(tracks).toMatchObject([{ track_number: "1Z999", carrier_code: "ups" }]);
    const changed = parsed((await example("poll-orders.ts", cursor)).stdout);
    expect(changed.at(-1)).toMatchObject({ entity_id: id, state: "processing" });
    const heard = parsed((await example("listen-to-events.ts", eventCursor, "--once")).stdout);
    expect(heard.map(({ type }) => type)).toEqual(expect.arrayContaining(["order.placed", "shipment.created"]));
    expect(readFileSync(eventCursor, "utf8")).toBe(heard.at(-1)?.["id"]);
    expect((await example("listen-to-events.ts", eventCursor, "--once")).stdout).toBe("");
  });

  it("prints its usage, and errors of the service", async () => {
    const [usage, unknown] = await Promise.all([
      example("push-prices.ts"),
      example("ship-order.ts", "404", "ups", "UPS", "1Z999"),
    ]);
    expect(usage.stderr).toContain("Usage: push-prices.ts <file>");
    expect(unknown.stderr).toContain("There is no order 404.");
  });
});
