// cspell:disable -- German texts
import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import { waitForBulk } from "../support/bulk.js";
import { chromiumPath, type WatchedPage } from "./chromium.js";
import { basePrice, blockProduct, changePrices, file, priceFile } from "./console-steps.js";
import { closeDialog, de, expectGerman, foreignTexts } from "./german-texts.js";
import { useBrowser } from "./use-browser.js";

const jane = { username: "jane", password: "correct-horse-1" };
const path = "/async/bulk/V1/products/bySku";
const element = (sku: string, price: number) => ({ sku, product: { price } });

/** What the server and the test create, and what the server says. */
const data = [
  ...["shirt", "slow", "coat", "hat", "gone", "jane", "list.csv", "Portico", "default", "all"],
  ...["Default Category", "Main Website", "Default Store View", "embedded"],
  ...["Administrators", "Jane", "Doe", "A", "B", "jane@example.com", "Feed", "Pricing", "webhook.ping"],
  "https://hooks.example.com/portico",
  /^admin-\S+@example\.com$/,
  ...["NOT LOGGED IN", "General", "Wholesale", "Retailer", "USD", "America/Los_Angeles", "Sale", "CSV", "NDJSON"],
  /^admin-\S+$/,
  "Please enter a number 0 or greater in this field.",
  'There is no product with the SKU "gone".',
  "Line 6 sets the same price of hat and wins.",
  "The base price of hat changes from 10 to 1234.",
  "The price 1234 is above the ceiling 900.5. Row ID: SKU = hat, Store ID: 0.",
  "The bulk was canceled before the operation ran.",
  /^The price 500 is more than 12\.5 percent above the price \d+\. Row ID: SKU = (shirt|hat), Store ID: 0\.$/,
];

// A browser is slow on a busy machine.
describe.skipIf(chromiumPath() === undefined)("the console in German", { timeout: 240_000 }, () => {
  const { app, admin } = useApp({
    PORTICO_CONSUMER: "on",
    PORTICO_CALLBACK_HOSTS: "hooks.example.com",
    PORTICO_CALLBACK_SECRET: `whsec_${randomBytes(24).toString("base64")}`,
  });
  const visit = useBrowser("scripts/bundle-console.mjs");

  beforeAll(async () => {
    await createAdmin(app.db, { ...jane, firstname: "Jane", lastname: "Doe", email: "jane@example.com" });
    for (const sku of ["shirt", "slow", "coat", "hat"]) {
      const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
      expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
    }
    await changePrices(admin, "coat");
  });

  /** Opens a view as an administrator whose browser is German. */
  async function opened(view: string): Promise<WatchedPage> {
    const visited = await visit(`${app.url}/console${view}`, { width: 1440, locale: "de-DE" });
    const { page } = visited;
    await page.getByLabel(de("User name")).fill(jane.username);
    await page.getByLabel(de("Password")).fill(jane.password);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: de("Sign out") }).waitFor();
    return visited;
  }

  const check = (page: Page, name: string) => expectGerman(page, name, data);

  const press = (page: Page, text: string) => page.getByRole("button", { name: de(text), exact: true }).click();

  it("signs in and out", async () => {
    await using visited = await visit(`${app.url}/console`, { width: 1440, locale: "de-DE" });
    const { page } = visited;
    await page.getByLabel(de("User name")).waitFor();
    expect(await page.getAttribute("html", "lang")).toBe("de");
    await check(page, "sign-in");
    await page.getByLabel(de("User name")).fill(jane.username);
    await page.getByLabel(de("Password")).fill(jane.password);
    await page.keyboard.press("Enter");
    await press(page, "Sign out");
    await page.getByText(de("You are signed out.")).waitFor();
    await check(page, "signed-out");
  });

  it("finds a text that is not German", async () => {
    await using visited = await opened("#/queue");
    const { page } = visited;
    await page.getByText(de("keeping up")).waitFor();
    await page.evaluate(`document.querySelector("h1").textContent = "Queue";
      document.querySelector("main").append("12.50", "Stand: 12,50 (hat)", "Line 5, SKU hat");
      document.querySelector("nav").setAttribute("aria-label", "Vorschläge von a robot")`);
    expect(await foreignTexts(page, data)).toEqual([
      "Queue",
      "12.50",
      "Stand: 12,50 (hat)",
      "Line 5, SKU hat",
      "Vorschläge von a robot",
    ]);
  });

  it("shows the prices, and changes them", async () => {
    await using visited = await opened("");
    const { page, problems } = visited;
    const cell = page.getByRole("button", { name: /^Grundpreis von hat:/ });
    await cell.focus();
    await page.keyboard.type("1.234");
    await page.keyboard.press("Enter");
    await page.getByText(de("“{{text}}” was read as {{amount}}.", { text: "1.234", amount: "1234,00" })).waitFor();
    await check(page, "prices");
    await page.getByText(de("Columns"), { exact: true }).click();
    for (const column of ["Special from", "Special to", "Type"]) {
      await page.getByRole("checkbox", { name: de(column), exact: true }).check();
      await page.getByRole("columnheader", { name: de(column), exact: true }).waitFor();
    }
    await check(page, "prices-columns");
    await page.getByText(de("Columns"), { exact: true }).click();
    await page.getByText(de("Views"), { exact: true }).click();
    await check(page, "prices-views");
    await page.getByText(de("Views"), { exact: true }).click();
    await press(page, "Change many prices…");
    await page.getByRole("textbox", { name: de("Percent") }).fill("12,5");
    await page.getByRole("dialog").getByRole("table").waitFor();
    await check(page, "prices-many");
    await closeDialog(page);
    await press(page, "Preview and send…");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1234,00").first().waitFor();
    await check(page, "prices-send");
    await press(page, "At a time");
    await check(page, "prices-schedule");
    await closeDialog(page);
    const guardRail = { kind: "base", ceiling: 900.5, action: "hold" };
    const { body: made } = await admin.post("/V1/price-guard-rails", { guardRail });
    await press(page, "Preview and send…");
    await press(page, "For approval");
    await check(page, "prices-approval");
    await closeDialog(page);
    await press(page, "Discard");
    await check(page, "prices-discard");
    expect((await admin.delete(`/V1/price-guard-rails/${made.id}`)).status).toBe(200);
    expect(problems).toEqual([]);
  });

  it("lists bulks, and opens one with its failed rows and actions", async () => {
    await using visited = await opened("#/bulks");
    const { page, problems } = visited;
    await page.getByText(de("Nothing was queued yet")).waitFor();
    await check(page, "bulks-empty");
    await press(page, "Complete");
    await page.getByText(de("No such bulk")).waitFor();
    await check(page, "bulks-none");
    await press(page, "All");
    const { bulk_id: uuid } = await waitForBulk(
      admin,
      await admin.put(path, [element("shirt", 11), element("shirt", -5), element("shirt", 12)]),
    );
    const release = await blockProduct(app, "slow");
    const waiting = await admin.put(path, [element("slow", 1), element("slow", 2)]);
    await page.locator(`li:has(a[href="#/bulks/${uuid}"])`).getByText("1 gescheiterte Zeile").waitFor();
    await check(page, "bulks");
    await page.goto(`${app.url}/console#/queue`);
    await page.getByText("1 Sammelauftrag: 2 Vorgänge warten.").waitFor();
    await check(page, "queue-open");
    await page.goto(`${app.url}/console#/bulks/${waiting.body.bulk_uuid}`);
    await press(page, "Cancel");
    await check(page, "bulk-cancel");
    await press(page, "Cancel the bulk");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await release();
    await page.locator(".badge").getByText(de("Canceled")).waitFor();
    await check(page, "bulk-canceled");
    await page.goto(`${app.url}/console#/bulks/${uuid}`);
    await page.getByRole("heading", { name: de("Failed rows") }).waitFor();
    await check(page, "bulk");
    await press(page, "Retry failed");
    await check(page, "bulk-retry");
    await closeDialog(page);
    await press(page, "Undo…");
    await page.getByRole("dialog").getByRole("row").nth(1).waitFor();
    await check(page, "bulk-undo");
    expect(problems).toEqual([]);
  });

  it("plots the history of prices, and undoes a change", async () => {
    await using visited = await opened("#/history");
    const { page, problems } = visited;
    await page.getByText(de("Which product?")).waitFor();
    await check(page, "history-empty");
    await page.getByRole("searchbox").fill("coat");
    await page.keyboard.press("Enter");
    await page
      .getByRole("row", { name: /Sonderpreis keiner 9,00 USD \(ab 01\.01\.2099 bis 01\.02\.2099\) admin-/ })
      .waitFor();
    await page.locator(".canvas canvas").waitFor();
    await press(page, "Explain");
    await page.getByText(de("applies")).waitFor();
    await check(page, "history");
    await page.locator(".canvas").hover({ position: { x: 900, y: 100 } });
    await page.locator("figcaption").getByText("Grundpreis").waitFor();
    await check(page, "history-point");
    await page
      .getByRole("button", { name: /^Rückgängig machen: Grundpreis/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("row").nth(1).waitFor();
    await check(page, "history-undo");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: de("Undo"), exact: true })
      .click();
    await page.getByRole("row", { name: /Grundpreis 12,50 USD 10,00 USD jane/ }).waitFor();
    await check(page, "history-undone");
    expect(problems).toEqual([]);
  });

  it("shows schedules, a calendar and a schedule with its dialogs", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const prices = [{ kind: "base", ...basePrice("slow", 7) }];
    const made = [];
    for (const name of ["Sale", "Sale"])
      made.push((await admin.post("/V1/price-schedules", { name, at: soon, prices })).body);
    await using visited = await opened("#/schedules");
    const { page, problems } = visited;
    await page.getByText("1 Konflikt").first().waitFor();
    await check(page, "schedules");
    await press(page, "Calendar");
    await page.getByRole("link", { name: "Sale" }).first().waitFor();
    await check(page, "calendar");
    await page.goto(`${app.url}/console#/schedules/${made[0].id}`);
    await page.getByRole("region", { name: de("Conflicts") }).waitFor();
    await check(page, "schedule");
    await press(page, "Change…");
    await check(page, "schedule-change");
    await closeDialog(page);
    await press(page, "Cancel…");
    await check(page, "schedule-cancel");
    await press(page, "Cancel the schedule");
    await page.getByText(de("Canceled"), { exact: true }).waitFor();
    await check(page, "schedule-canceled");
    await admin.delete(`/V1/price-schedules/${made[1].id}`);
    expect(problems).toEqual([]);
  });

  it("maps the columns of a list, and exports prices", async () => {
    await using visited = await opened("#/import");
    const { page, problems } = visited;
    await press(page, "Export prices…");
    await check(page, "export");
    await closeDialog(page);
    const text = "shirt;coat\nhat;12,50\n";
    await page.getByLabel("Datei mit Preisen auswählen").setInputFiles([file("list.csv", Buffer.from(text))]);
    const meaning = (column: string) => page.getByLabel(de("Meaning of {{column}}", { column }));
    await meaning("shirt").selectOption("sku");
    await expect.poll(() => meaning("shirt").inputValue()).toBe("sku");
    await meaning("coat").selectOption("price");
    await page.getByText(`Gelesen als ${de("SKU and price")}`).waitFor();
    await check(page, "mapping");
    expect(problems.filter((text) => !text.includes("status of 400"))).toEqual([]);
  });

  it("previews and imports a price file", async () => {
    await using visited = await opened("#/import");
    const { page, problems } = visited;
    await page.getByText(de("Columns of the file")).click();
    await check(page, "import");
    const text = `${priceFile("hat")}base,hat,0,,,,13.50,\n`;
    await page.getByLabel("Datei mit Preisen auswählen").setInputFiles([file("list.csv", Buffer.from(text))]);
    await page.getByText("Zeile 5, SKU gone: ").waitFor();
    await check(page, "import-preview");
    await press(page, "Set these prices");
    await page.getByRole("heading", { name: "5 Zeilen der Datei" }).waitFor();
    await page.getByText("base,gone,0,,,,5,,unknown_sku,").waitFor();
    await check(page, "import-rows");
    expect(problems).toEqual([]);
  });

  it("shows proposals and guard-rails, with their dialogs", async () => {
    const guardRail = { kind: "base", max_rise_percent: 12.5, ceiling: 900.5, max_rows: 1, action: "hold" };
    const { body: made } = await admin.post("/V1/price-guard-rails", { guardRail });
    const calls = ["shirt", "hat"].map((sku) => ({ prices: [basePrice(sku, 500)] }));
    await waitForBulk(admin, await admin.post("/async/bulk/V1/products/base-prices", calls));
    await using visited = await opened("#/guard-rails");
    const { page, problems } = visited;
    await page.getByText(de("A price rises by at most {{percent}} %.", { percent: "12,5" })).waitFor();
    await check(page, "guard-rails");
    await press(page, "New guard-rail…");
    await check(page, "guard-rail-new");
    await closeDialog(page);
    await page.getByText(de("Change…")).click();
    expect(await page.getByLabel(de("Largest rise, in percent")).inputValue()).toBe("12,5");
    await check(page, "guard-rail");
    await closeDialog(page);
    await page.getByText(de("Delete…")).click();
    await check(page, "guard-rail-delete");
    await closeDialog(page);
    await page.goto(`${app.url}/console#/proposals`);
    await page.getByText(de("Reasons, prices and decision")).click();
    await page.getByLabel(de("Select {{sku}}", { sku: "hat" })).check();
    await page.locator(".reasons li").first().waitFor();
    await check(page, "proposals");
    await page.getByRole("button", { name: "1 ausgewählte ablehnen …" }).click();
    await page.getByLabel(de("Comment")).fill("hat");
    await check(page, "proposal-reject");
    await page.getByRole("button", { name: de("Reject"), exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await press(page, "Approve all…");
    await page.getByRole("button", { name: de("Approve"), exact: true }).click();
    await page.getByText(de("Nothing is waiting for you")).waitFor();
    await press(page, "All");
    await page.getByText(de("Partly approved")).waitFor();
    await check(page, "proposals-decided");
    expect((await admin.delete(`/V1/price-guard-rails/${made.id}`)).status).toBe(200);
    expect(problems).toEqual([]);
  });

  it("shows events and the queue", async () => {
    await using visited = await opened("#/events");
    const { page, problems } = visited;
    await page.getByText(de("No recent events")).or(page.getByRole("listitem")).first().waitFor();
    await changePrices(admin, "coat");
    await page.getByText("coat: Grundpreis ist jetzt 12,50 USD.").first().waitFor();
    await page.getByText(de("Data"), { exact: true }).first().click();
    await check(page, "events");
    await press(page, "Orders");
    await page.getByText(de("No recent events")).waitFor();
    await check(page, "events-none");
    await page.goto(`${app.url}/console#/queue`);
    await page.getByText(de("No operations are waiting.")).waitFor();
    await check(page, "queue");
    expect(problems).toEqual([]);
  });

  it("shows users and roles, with their dialogs", async () => {
    await using visited = await opened("#/admin");
    const { page, problems } = visited;
    await page.getByRole("row", { name: /^jane Jane Doe/ }).waitFor();
    await check(page, "users");
    await press(page, "New user…");
    await check(page, "user-new");
    await closeDialog(page);
    await page.getByRole("button", { name: de("Change {{name}}", { name: "jane" }) }).click();
    await check(page, "user");
    await closeDialog(page);
    await press(page, "New role…");
    await page.getByLabel(de("{{prices}}, {{website}}", { prices: de("Costs"), website: "Main Website" })).waitFor();
    await page.getByLabel("Control of prices").waitFor();
    await check(page, "role-new");
    await page.getByLabel(de("Name"), { exact: true }).fill("Pricing");
    await page.getByLabel("Undo price changes").check();
    await press(page, "Create");
    await page.getByRole("button", { name: de("Change {{name}}", { name: "Pricing" }) }).click();
    await page.getByLabel(de("{{prices}}, {{website}}", { prices: de("Costs"), website: "Main Website" })).waitFor();
    await check(page, "role");
    await closeDialog(page);
    await page.getByRole("button", { name: de("Delete {{title}}", { title: "Pricing" }) }).click();
    await check(page, "role-delete");
    await press(page, "Delete");
    await page.getByRole("heading", { name: "Pricing", exact: true }).waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  it("shows integrations, webhooks, the audit log and limits", async () => {
    await using visited = await opened("#/admin/integrations");
    const { page, problems } = visited;
    await page.getByText(de("No integrations yet")).waitFor();
    await check(page, "integrations-none");
    await press(page, "New integration…");
    await page.getByLabel(de("Name"), { exact: true }).fill("Feed");
    await check(page, "integration-new");
    await press(page, "Create");
    await page.getByText(de("Copy these keys now: they are not shown again.")).waitFor();
    await check(page, "integration-keys");
    await page.getByRole("button", { name: de("Revoke {{name}}", { name: "Feed" }) }).click();
    await check(page, "integration-revoke");
    await press(page, "Revoke");
    await page.getByText(de("Revoked"), { exact: true }).waitFor();
    await check(page, "integrations");
    await page.goto(`${app.url}/console#/admin/webhooks`);
    await page.getByText(de("No webhooks yet")).waitFor();
    await check(page, "webhooks-none");
    await press(page, "New webhook…");
    await check(page, "webhook-new");
    await page.getByLabel(de("Address to which events are posted")).fill("https://hooks.example.com/portico");
    await page.getByLabel(de("Types of events, for example order.*; * for all")).fill("order.*");
    await press(page, "Create");
    await press(page, "Send a test event");
    await page.getByText(de("Deliveries")).click();
    await page.getByRole("row", { name: /webhook\.ping/ }).waitFor();
    await check(page, "webhooks");

    await page.goto(`${app.url}/console#/admin/audit-log`);
    await page.getByRole("row", { name: new RegExp(de("Webhook created")) }).waitFor();
    await check(page, "audit-log");
    await page.getByLabel(de("By, contains")).fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByText(de("No such event")).waitFor();
    await check(page, "audit-log-none");
    await page.goto(`${app.url}/console#/admin/limits`);
    await page.getByRole("row", { name: new RegExp(de("Attempts to sign in from your IP address")) }).waitFor();
    await check(page, "limits");
    expect(problems).toEqual([]);
  });
});
