// `npm run pictures`: writes the pictures of emails, then starts the service, fills it, and writes the pictures of README.md. Needs
// PostgreSQL and Chromium. With --mails, writes only those of emails, without PostgreSQL.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { Page } from "playwright-core";
import { scratchDatabase } from "../bench/scratch-database.js";
import { startProcess } from "../bench/server-process.js";
import { pictureMails } from "./mail-pictures.js";
import { chromiumPath, openBrowser, visit } from "../test/browser/chromium.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const admin = { username: "anna", password: "correct-horse-1" };
const sku = "shirt-7";

await pictureMails();

if (process.argv.includes("--mails")) process.exit();

await using database = await scratchDatabase();
const media = mkdtempSync(join(tmpdir(), "portico-pictures-"));
await using server = await startProcess([join(root, "bin/portico"), "serve", "--json"], {
  DATABASE_URL: database.url,
  NODE_ENV: "development",
  // The pictures show it.
  PORT: "8080",
  PORTICO_ADMIN_USER: admin.username,
  PORTICO_ADMIN_PASSWORD: admin.password,
  PORTICO_MEDIA_DIR: media,
  PORTICO_LOG_REQUESTS: "0",
});

const token = (await call("POST", "/V1/integration/admin/token", admin)) as string;
await addPrices();
await datePrices();
await sendBulks();
await using browser = await openBrowser(chromiumPath() ?? "");
await picture(["landing", "/"], { width: 1280, height: 900 }, () => Promise.resolve());
await picture(["reference", "/swagger"], { width: 1280, height: 900 }, async (page) => {
  await page.locator("#user").fill(admin.username);
  await page.locator("#password").fill(admin.password);
  await page.locator("#sign-in button").click();
  await page.locator("#note").getByText("You are an administrator").waitFor();
  await page.evaluate("scrollTo(0, 0)");
});
await picture(["console-history", "/console#/history"], { width: 1200, height: 620 }, async (page) => {
  await signIn(page);
  await page.getByRole("searchbox", { name: "SKU" }).fill(sku);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: /^Prices of/ }).hover({ position: { x: 400, y: 100 } });
});
await picture(["console-prices", "/console#/prices"], { width: 1440, height: 820 }, async (page) => {
  await signIn(page);
  await page
    .getByRole("button", { name: /^Base price of/ })
    .nth(1)
    .focus();
  await page.keyboard.type("6.99");
  await page.keyboard.press("Enter");
  await page.getByText("1 change", { exact: true }).waitFor();
});
// While the last bulk runs.
await call("POST", "/async/bulk/V1/products", products("new", 5000));
await picture(["console-bulks", "/console#/bulks"], { width: 1200, height: 620 }, async (page) => {
  await signIn(page);
  await page.getByText(/a second/).waitFor();
});
rmSync(media, { recursive: true });

/** Calls the service, and returns the body of a successful response. */
async function call(method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${server.url}/rest${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(path.endsWith("/token") ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

function products(prefix: string, count: number): readonly object[] {
  const common = { attribute_set_id: 4, type_id: "simple", price: 10 };
  return Array.from({ length: count }, (_, at) => ({
    product: { ...common, sku: `${prefix}-${at}`, name: `Product ${at}` },
  }));
}

/** Changes the prices of one product several times. */
async function addPrices(): Promise<void> {
  await call("POST", "/V1/products", {
    product: { sku, name: "Shirt", price: 17.9, attribute_set_id: 4, type_id: "simple" },
  });
  const base = (price: number) => call("POST", "/V1/products/base-prices", { prices: [{ sku, store_id: 0, price }] });
  const tier = (price: number) =>
    call("POST", "/V1/products/tier-prices", {
      prices: [{ sku, website_id: 0, customer_group: "ALL GROUPS", quantity: 10, price_type: "fixed", price }],
    });
  await base(19.9);
  await tier(17.5);
  await base(21.5);
  await tier(18.9);
  await base(20.9);
}

/** Spreads the changes over the last months. */
async function datePrices(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const age = (id: string) => `((select max(id) from price_change_set) - ${id} + 1) * interval '20 days'`;
  try {
    // Triggers keep the history from being changed.
    await client.query("set session_replication_role = replica");
    await client.query(`update price_change_block set changed_at = changed_at - ${age("set_id")}`);
    await client.query(`update price_change_set set changed_at = changed_at - ${age("id")}`);
  } finally {
    await client.end();
  }
}

/** Sends bulks that end before the picture, one of them with failures. */
async function sendBulks(): Promise<void> {
  const prices = Array.from({ length: 600 }, (_, at) => ({
    prices: [{ sku: `shop-${at}`, store_id: 0, price: 5 + (at % 40) }],
  }));
  await call("POST", "/async/bulk/V1/products", products("shop", 600));
  await call("POST", "/async/bulk/V1/products/base-prices", prices);
  await call("POST", "/async/bulk/V1/products", [
    ...products("other", 400),
    ...products("", 1).map(() => ({ product: { sku: "bad" } })),
  ]);
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("User name").fill(admin.username);
  await page.getByLabel("Password").fill(admin.password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

/** Writes the picture of a page to `docs/images`, once it shows what it should. */
async function picture(
  [name, path]: readonly [name: string, path: string],
  size: { readonly width: number; readonly height: number },
  ready: (page: Page) => Promise<void>,
): Promise<void> {
  await using visited = await visit(browser, `${server.url}${path}`, { width: size.width });
  await visited.page.setViewportSize(size);
  await ready(visited.page);
  await visited.page.screenshot({ path: join(root, `docs/images/${name}.png`) });
}
