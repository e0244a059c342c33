import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../src/auth/admins.js";
import { startApp, type TestApp } from "../support/app.js";
import { settled } from "../support/bulk.js";
import type { Client } from "../support/client.js";
import { chromiumPath, keepScreenshot, openBrowser, tooWide, type Visit, visit, type Watched } from "./chromium.js";

const executable = chromiumPath();
const jane = { username: "jane", password: "correct-horse-1" };
const path = "/async/bulk/V1/products/bySku";
const element = (sku: string, price: number) => ({ sku, product: { price } });

// A browser takes its time on a busy machine.
describe.skipIf(executable === undefined)("the console in a browser", { timeout: 240_000 }, () => {
  let app: TestApp;
  let admin: Client;
  let browser: Browser;

  beforeAll(async () => {
    execFileSync(process.execPath, ["scripts/bundle-console.mjs"]);
    app = await startApp({ PORTICO_CONSUMER: "on" });
    admin = await app.asAdmin();
    await createAdmin(app.db, {
      ...jane,
      email: "jane@example.com",
      firstname: "Jane",
      lastname: "Doe",
      role: undefined,
    });
    browser = await openBrowser(executable ?? "");
    for (const sku of ["shirt", "slow"]) {
      const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
      expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
    }
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  /** Opens a view as a signed-in administrator. */
  async function opened(view: string, looks: Visit = {}): Promise<Watched> {
    const visited = await visit(browser, `${app.url}/console${view}`, looks);
    await signIn(visited.page, jane.password);
    await visited.page.getByRole("button", { name: "Sign out" }).waitFor();
    return visited;
  }

  async function signIn(page: Page, password: string): Promise<void> {
    await page.getByLabel("User name").fill(jane.username);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
  }

  /** A bulk of which one operation failed. */
  async function mixedBulk(): Promise<string> {
    const sent = await admin.put(path, [element("shirt", 11), element("shirt", -5), element("shirt", 12)]);
    return (await settled(admin, sent)).bulk_id;
  }

  it("signs in with a user name and a password, and out again", async () => {
    await using visited = await visit(browser, `${app.url}/console`);
    const { page } = visited;
    await signIn(page, "wrong-password-1");
    await page.getByRole("alert").getByText("incorrect").waitFor();
    await signIn(page, jane.password);
    await page.getByRole("heading", { name: "Bulks", level: 1 }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Bulks", level: 1 }).waitFor();
    expect(await page.evaluate("document.cookie")).toBe("");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
  });

  it.each([
    { name: "console-bulks-light", width: 1280, colorScheme: "light" },
    { name: "console-bulks-dark", width: 1280, colorScheme: "dark" },
    { name: "console-bulks-phone", width: 390, colorScheme: "light" },
    { name: "console-bulks-phone-dark", width: 390, colorScheme: "dark" },
  ] as const)("lists bulks and opens one with its failed rows ($name)", async ({ name, ...looks }) => {
    const uuid = await mixedBulk();
    await using visited = await opened("", looks);
    const { page, problems } = visited;
    const row = page.locator(`li:has(a[href="#/bulks/${uuid}"])`);
    await row.getByText("1 failed").waitFor();
    await keepScreenshot(page, name);
    expect(await tooWide(page)).toEqual([]);
    await row.getByRole("link").click();
    await page.getByRole("heading", { name: "Failed rows" }).waitFor();
    await keepScreenshot(page, name.replace("bulks", "bulk"));
    expect(await tooWide(page)).toEqual([]);
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    expect(problems).toEqual([]);
  });

  it("shows a bulk as it runs, without being reloaded, and says when it is finished", async () => {
    const release = await blockProduct(app, "slow");
    const sent = await admin.put(path, [element("slow", 1), element("slow", 2), element("slow", 3)]);
    await using visited = await opened(`#/bulks/${sent.body.bulk_uuid}`);
    const { page, problems } = visited;
    await page.getByText("0 of 3").waitFor();
    const bar = page.getByRole("progressbar", { name: "Progress of this bulk" });
    expect(await bar.getAttribute("aria-valuenow")).toBe("0");
    await release();
    await page.getByText("Complete", { exact: true }).waitFor();
    await page.getByRole("status").getByText("The bulk is finished.").waitFor({ state: "attached" });
    expect(await bar.getAttribute("aria-valuenow")).toBe("100");
    expect(problems).toEqual([]);
  });

  it("cancels a bulk that waits, after it asked", async () => {
    const release = await blockProduct(app, "slow");
    const sent = await admin.put(path, [element("slow", 4), element("slow", 5)]);
    await using visited = await opened(`#/bulks/${sent.body.bulk_uuid}`);
    const { page } = visited;
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("dialog").getByText("2 operations wait").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Cancel the bulk" }).click();
    await page.getByText("Canceled", { exact: true }).first().waitFor();
    const { operations_list: operations } = (await admin.get(`/V1/bulk/${sent.body.bulk_uuid}/status`)).body;
    expect(operations).toMatchObject([{ status: 5 }, { status: 5 }]);
    await release();
  });

  it("downloads failed rows with what was sent, and retries them", async () => {
    const uuid = await mixedBulk();
    await using visited = await opened(`#/bulks/${uuid}`);
    const { page, problems } = visited;
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download failed rows" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`failed-${uuid}.ndjson`);
    expect(JSON.parse(readFileSync(await download.path(), "utf8"))).toEqual({
      id: 1,
      message: "Please enter a number 0 or greater in this field.",
      sent: element("shirt", -5),
    });
    await page.getByRole("button", { name: "Retry failed" }).click();
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("With failures", { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it("shows the reason of a row that a successful price call refused", async () => {
    const prices = [{ sku: "nowhere", store_id: 0, price: 5 }];
    const sent = await admin.post("/async/V1/products/base-prices", { prices });
    await settled(admin, sent);
    await using visited = await opened(`#/bulks/${sent.body.bulk_uuid}`);
    await visited.page.getByRole("heading", { name: "Base prices" }).waitFor();
    await visited.page.locator("td.reason").getByText("SKU = nowhere").waitFor();
  });

  it("previews an undo before it does it", async () => {
    const uuid = await mixedBulk();
    const undoing = await mixedBulk();
    await using visited = await opened(`#/bulks/${uuid}`);
    const { page } = visited;
    await page.route(`**/V1/bulk/${uuid}/undo`, (route) =>
      route.fulfill({ json: route.request().headers()["prefer"] === "dry-run" ? preview : { bulk_uuid: undoing } }),
    );
    await page.getByRole("button", { name: "Undo…" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo this bulk?" });
    await dialog.getByRole("cell", { name: "Tier price from 10, all groups" }).waitFor();
    await keepScreenshot(page, "console-undo");
    await dialog.getByRole("button", { name: "Undo", exact: true }).click();
    await page.waitForURL(`**/console#/bulks/${undoing}`);
  });

  it.each([
    { name: "console-history-light", width: 1280, colorScheme: "light" },
    { name: "console-history-dark", width: 1280, colorScheme: "dark" },
    { name: "console-history-phone", width: 390, colorScheme: "light" },
  ] as const)("plots the prices of a SKU and lists who changed them ($name)", async ({ name, ...looks }) => {
    const sku = `dress-${name}`;
    await changePrices(admin, sku);
    await using visited = await opened("#/history", looks);
    const { page, problems } = visited;
    await page.getByRole("searchbox", { name: "SKU" }).fill(sku);
    await page.keyboard.press("Enter");
    const plot = page.getByRole("img", { name: /^Prices of dress/ });
    await plot.locator("canvas").waitFor();
    await page
      .getByRole("row", { name: /Special price none 9\.00 \(from 2099-01-01 to 2099-02-01\) admin-/ })
      .waitFor();
    await page.getByRole("row", { name: /Base price 10\.00 12\.50 admin-/ }).waitFor();
    await page.getByRole("row", { name: /Tier price from 5, all groups none 8\.00 admin-/ }).waitFor();
    await plot.hover({ position: { x: 200, y: 100 } });
    await keepScreenshot(page, name);
    await page.getByRole("button", { name: "Special price", pressed: true }).click();
    await page.getByRole("button", { name: "Special price", pressed: false }).waitFor();
    expect(await tooWide(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each([
    { name: "console-import-light", width: 1280, colorScheme: "light" },
    { name: "console-import-phone-dark", width: 390, colorScheme: "dark" },
  ] as const)("shows what a file would change before it is sent ($name)", async ({ name, ...looks }) => {
    const uuid = await mixedBulk();
    await using visited = await opened("#/import", looks);
    const { page, problems } = visited;
    const received: unknown[] = [];
    await page.route("**/V1/price-imports?*", (route) => {
      const { prefer, "content-type": type } = route.request().headers();
      received.push({ prefer, type, body: route.request().postData() });
      return prefer ? route.fulfill({ json: preview }) : route.fulfill({ status: 202, json: { bulk_uuid: uuid } });
    });
    const body = "kind,sku,price\nbase,shirt,12.50\n";
    await page.getByLabel("Choose a file with prices, or drop it here").setInputFiles([file("list.txt", body)]);
    await page.getByRole("alert").getByText("list.txt is neither CSV nor NDJSON").waitFor();
    await page.getByLabel("Choose a file with prices, or drop it here").setInputFiles([file("list.csv", body)]);
    await page.getByText("Row ID: SKU = gone, Store ID: 0").waitFor();
    await page.getByRole("cell", { name: "+25 %" }).waitFor();
    await keepScreenshot(page, name);
    expect(await tooWide(page)).toEqual([]);
    await page.getByRole("button", { name: "Set these prices" }).click();
    await page.waitForURL(`**/console#/bulks/${uuid}`);
    const sent = { type: "text/csv", body };
    expect(received).toEqual([{ ...sent, prefer: "dry-run" }, sent]);
    expect(problems).toEqual([]);
  });

  it("tells how the rows of an imported file ended, and gives the failed ones back", async () => {
    const uuid = randomUUID();
    await app.db.execute(
      `insert into bulk (uuid, route, topic, user_type, user_id, operation_count, request_id, finished_at)
       values ($1::uuid, 'POST /V1/price-imports/parts', 'none', 2, 1, 0, 'none', now())`,
      [uuid],
    );
    await using visited = await opened("#/bulks");
    const { page, problems } = visited;
    const content = "kind,sku,price,code,message\nbase,gone,5,unknown_sku,There is no such product.\n";
    const rows = { rows: 5, written: 3, unchanged: 1, failed: 1, skipped: 0, open: 0 };
    await page.route(`**/V1/price-imports/${uuid}`, (route) => route.fulfill({ json: rows }));
    await page.route(`**/V1/price-imports/${uuid}/failed-rows`, (route) =>
      route.request().headers()["accept"] === "application/json"
        ? route.fulfill({ json: { content, next: null } })
        : route.fulfill({ contentType: "text/csv; charset=utf-8", body: content }),
    );
    await page.locator(`a[href="#/bulks/${uuid}"]`).click();
    await page.getByRole("heading", { name: "5 rows of the file" }).waitFor();
    await page.getByText("unknown_sku,There is no such product.").waitFor();
    await keepScreenshot(page, "console-import-rows");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download failed rows" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`failed-${uuid}.csv`);
    expect(readFileSync(await download.path(), "utf8")).toBe(content);
    expect(problems).toEqual([]);
  });

  it("approves and rejects what guard-rails hold", async () => {
    await using visited = await opened("#/queue");
    const { page, problems } = visited;
    let open = [proposal(1), proposal(2)];
    const decided: string[] = [];
    await page.route("**/V1/price-proposals?*", (route) => route.fulfill({ json: { items: open } }));
    await page.route(/price-proposals\/\d$/, (route) =>
      route.fulfill({ json: { ...proposal(1), reasons: preview.failures, changes: preview.changes } }),
    );
    await page.route(/price-proposals\/\d\/\w+$/, (route) => {
      const [, id, decision] = /(\d)\/(\w+)$/.exec(route.request().url()) ?? [];
      decided.push(`${decision} ${id} ${route.request().postData()}`);
      open = open.filter((each) => each.id !== Number(id));
      return route.fulfill({ json: {} });
    });
    await page.getByRole("link", { name: "Proposals" }).click();
    await page.getByText("Reasons and prices").first().click();
    await page.getByRole("cell", { name: "+25 %" }).waitFor();
    await keepScreenshot(page, "console-proposals");
    await page.getByRole("button", { name: "Approve…" }).first().click();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("button", { name: "Reject…" }).count()).toBe(1);
    await page.getByRole("button", { name: "Reject…" }).click();
    await page.getByLabel("Comment").fill("Too much");
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByText("Nothing waits for you").waitFor();
    expect(decided).toEqual(["approve 1 {}", 'reject 2 {"comment":"Too much"}']);
    expect(problems).toEqual([]);
  });

  it("says which part a server does not offer, and which right is missing", async () => {
    await using visited = await opened("#/bulks");
    const { page } = visited;
    await page.route("**/V1/price-proposals?*", (route) =>
      route.fulfill({ status: 404, json: { message: "Request does not match any route." } }),
    );
    await page.getByRole("link", { name: "Proposals" }).click();
    await page.getByText("This server does not offer this yet.").waitFor();
    await page.route("**/V1/events?*", (route) =>
      route.fulfill({
        status: 401,
        json: {
          message: "The consumer isn't authorized to access %resources.",
          parameters: { resources: "Portico_Events::events" },
        },
      }),
    );
    await page.getByRole("link", { name: "Events" }).click();
    await page.getByText("Your role does not allow this: it lacks Portico_Events::events.").waitFor();
  });

  it("shows events as they happen, and the state of the queue", async () => {
    await using visited = await opened("#/events");
    const { page, problems } = visited;
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "shirt", store_id: 0, price: 33 }] });
    await page.getByRole("listitem").getByText("price.changed").first().waitFor();
    await keepScreenshot(page, "console-events");
    await page.getByRole("link", { name: "Queue" }).click();
    await page.getByText("keeping up").waitFor();
    await page.getByText("Nothing waits.").waitFor();
    await keepScreenshot(page, "console-queue");
    expect(problems).toEqual([]);
  });

  it("asks for the password again when the session has ended", async () => {
    await using visited = await opened("#/queue");
    const { page } = visited;
    await app.db.execute("delete from caller_session");
    await page.getByText("Your session has ended. Sign in again.").waitFor();
    await signIn(page, jane.password);
    await page.getByRole("heading", { name: "Queue", level: 1 }).waitFor();
  });

  it("works with the keyboard alone", async () => {
    await using visited = await opened("");
    const { page } = visited;
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    await page.reload();
    await page.getByRole("heading", { name: "Bulks" }).waitFor();
    const tab = async (name: string) => {
      const isThere = () => page.evaluate("document.activeElement.textContent.trim()").then((text) => text === name);
      for (let pressed = 0; pressed < 20 && !(await isThere()); pressed += 1) await page.keyboard.press("Tab");
      expect(await isThere()).toBe(true);
    };
    await tab("Skip to the content");
    await tab("Price history");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Price history" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("shirt");
    expect(await page.getByRole("searchbox").inputValue()).toBe("shirt");
  });
});

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Makes operations on a product wait, behind one that is not due. Returns what lets them run. */
async function blockProduct({ db }: TestApp, sku: string): Promise<() => Promise<void>> {
  const uuid = randomUUID();
  await db.execute(
    `insert into bulk (uuid, route, topic, user_type, user_id, operation_count, request_id, finished_at)
     values ($1::uuid, 'PUT /V1/products/:sku', 'none', 2, 1, 1, 'none', now())`,
    [uuid],
  );
  await db.execute(
    `insert into bulk_queue (bulk_uuid, operation_id, ordering_key, turn, due_at)
     values ($1::uuid, 0, $2::text, 0, now() + interval '1 hour')`,
    [uuid, `product:${sku}`],
  );
  return async () => {
    await db.execute("delete from bulk_queue where bulk_uuid = $1::uuid", [uuid]);
    await db.execute("delete from bulk where uuid = $1::uuid", [uuid]);
  };
}

const base = { sku: "shirt", kind: "base", store_id: 0, website_id: 0, customer_group: null, quantity: null };
const tier = { ...base, kind: "tier", store_id: null, customer_group: "ALL GROUPS", quantity: 10 };
const fixed = (price: number) => ({ price, price_type: "fixed" });

/** An answer to `Prefer: dry-run`. */
const preview = {
  changes: [
    { ...base, old: { price: 10 }, new: { price: 12.5 }, change_percent: 25 },
    { ...base, kind: "special", old: { price: 9 }, new: null, change_percent: null },
    { ...tier, old: fixed(9), new: fixed(8.1), change_percent: -10 },
  ],
  failures: [
    {
      message: "Requested product doesn't exist. Row ID: SKU = %SKU, Store ID: %storeId.",
      parameters: ["gone", "0"],
    },
  ],
  total_changes: 3,
};

const proposal = (id: number) => ({
  ...{ id, state: "open", call: "POST /V1/products/base-prices", store_code: null, user_type: 1, user_id: 4 },
  ...{ request_id: "", bulk_uuid: null, operation_id: null, created_at: "2026-11-22 08:00:00", row_count: 3 },
  ...{ decided_by_type: null, decided_by_id: null, decided_at: null, comment: null, failure: null },
});

/** Creates a product and changes each of its prices. */
async function changePrices(admin: Client, sku: string): Promise<void> {
  const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
  const dates = { price_from: "2099-01-01 00:00:00", price_to: "2099-02-01 00:00:00" };
  const tier = { website_id: 0, customer_group: "ALL GROUPS", quantity: 5, price_type: "fixed" };
  const calls: readonly (readonly [string, object])[] = [
    ["/V1/products", { product }],
    ["/V1/products/cost", { prices: [{ sku, store_id: 0, cost: 4 }] }],
    ["/V1/products/base-prices", { prices: [{ sku, store_id: 0, price: 12.5 }] }],
    ["/V1/products/special-price", { prices: [{ sku, store_id: 0, price: 9, ...dates }] }],
    ["/V1/products/tier-prices", { prices: [{ sku, ...tier, price: 8 }] }],
  ];
  for (const [path, body] of calls) expect((await admin.post(path, body)).status).toBe(200);
}
