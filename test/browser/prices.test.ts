import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin, createRole } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import {
  chromiumPath,
  overflowingElements,
  saveScreenshot,
  unnamedControls,
  type Visit,
  type WatchedPage,
} from "./chromium.js";
import { useBrowser } from "./use-browser.js";

const executable = chromiumPath();
const password = "correct-horse-1";
const names = ["Anchor", "Boot", "Coat", "Drum", "Egg"];

// A browser is slow on a busy machine.
describe.skipIf(executable === undefined)("the price desk in a browser", { timeout: 240_000 }, () => {
  const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
  const visit = useBrowser("scripts/bundle-console.mjs");

  beforeAll(async () => {
    const name = { firstname: "Jane", lastname: "Doe" };
    await createAdmin(app.db, { username: "jane", password, ...name, email: "jane@example.com" });
    for (const [index, product] of names.entries()) await addProduct(`P-${index + 1}`, product);
    await admin.post("/V1/products/cost", { prices: [{ sku: "P-1", store_id: 0, cost: 4 }] });
  });

  async function addProduct(sku: string, name: string): Promise<void> {
    const product = { sku, name, price: 10, attribute_set_id: 4, type_id: "simple" };
    expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  }

  const priceOf = async (sku: string) =>
    (await admin.post("/V1/products/base-prices-information", { skus: [sku] })).body[0].price;
  const setPrice = (sku: string, price: number) =>
    admin.post("/V1/products/base-prices", { prices: [{ sku, store_id: 0, price }] });

  /** Opens the price desk as a signed-in administrator. */
  async function opened(address = "", looks: Visit = {}, username = "jane"): Promise<WatchedPage> {
    const visited = await visit(`${app.url}/console${address}`, looks);
    await signIn(visited.page, username);
    await visited.page.getByRole("heading", { name: "Prices", level: 1 }).waitFor();
    return visited;
  }

  async function signIn(page: Page, username = "jane"): Promise<void> {
    await page.getByLabel("User name").fill(username);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
  }

  const cell = (page: Page, sku: string, kind = "Base price") =>
    page.getByRole("button", { name: new RegExp(`^${kind} of ${sku}:`) });

  const tray = (page: Page) => page.getByRole("region", { name: "Entered changes" });

  /** Types a price into a cell with the keyboard. */
  async function type(page: Page, sku: string, price: string): Promise<void> {
    await cell(page, sku).focus();
    await page.keyboard.type(price);
    await page.keyboard.press("Enter");
  }

  /** Pastes a text into the cell with the keyboard focus. */
  const paste = (page: Page, text: string) =>
    page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    })()`);

  async function typeCost(page: Page, sku: string, cost: string): Promise<void> {
    await cell(page, sku, "Cost").focus();
    await page.keyboard.type(cost);
    await page.keyboard.press("Enter");
  }

  it.each([
    { name: "console-prices-light", width: 1440, colorScheme: "light" },
    { name: "console-prices-dark", width: 1440, colorScheme: "dark" },
    { name: "console-prices-phone", width: 390, colorScheme: "light" },
  ] as const)("shows products with their prices without overflowing ($name)", async ({ name, ...looks }) => {
    await using visited = await opened("", looks);
    const { page, problems } = visited;
    await cell(page, "P-1").waitFor();
    await type(page, "P-2", "12.50");
    await saveScreenshot(page, name);
    expect(await overflowingElements(page)).toEqual([]);
    expect(await unnamedControls(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("keeps the SKU in view on a phone while the prices scroll under it", async () => {
    await using visited = await opened("", { width: 390 });
    const { page } = visited;
    await cell(page, "P-3").waitFor();
    const sku = page.getByRole("rowheader", { name: "P-3" });
    const leftOf = async (part: typeof sku) => (await part.boundingBox())?.x ?? NaN;
    const [before, priceBefore] = [await leftOf(sku), await leftOf(cell(page, "P-3"))];
    await page.evaluate("document.querySelector('.desk').scrollLeft = 9999");
    const margin = (await page.getByRole("region", { name: "Products with their prices" }).boundingBox())?.x ?? NaN;
    expect(await leftOf(cell(page, "P-3"))).toBeLessThan(priceBefore - 100);
    expect(await leftOf(sku)).toBeLessThanOrEqual(before);
    expect(await leftOf(sku)).toBeGreaterThanOrEqual(margin);
    // Its background is opaque, and nothing is above it: the prices do not shine through.
    const box = (await sku.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
    const covering = await page.evaluate(`(() => {
      const { x, y, width, height } = ${JSON.stringify(box)};
      const points = [0.1, 0.5, 0.9].map((at) => document.elementFromPoint(x + width * at, y + height / 2)?.closest("th"));
      return points.map((cell) => [cell?.textContent, getComputedStyle(cell ?? document.body).backgroundColor]);
    })()`);
    expect(covering).toEqual(Array.from({ length: 3 }, () => ["P-3", expect.stringMatching(/^rgb\(/)]));
    await saveScreenshot(page, "console-prices-phone-scrolled");
  });

  it("finds products by a part of their name, and keeps the filter, the order and the columns in the address", async () => {
    await using visited = await opened();
    const { page, problems } = visited;
    await page.getByLabel("Name or SKU").fill("oo");
    await page.keyboard.press("Enter");
    await page.getByText("1 product", { exact: true }).waitFor();
    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Stock" }).uncheck();
    await page.getByRole("columnheader", { name: "Stock" }).waitFor({ state: "detached" });
    await page.reload();
    await cell(page, "P-2").waitFor();
    expect(await page.getByRole("columnheader", { name: "Stock" }).count()).toBe(0);
    expect(await cell(page, "P-1").count()).toBe(0);
    await page.getByText("Views", { exact: true }).click();
    await page.getByLabel("Save this view as").fill("Boots");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByLabel("Name or SKU").fill("");
    await page.keyboard.press("Enter");
    await cell(page, "P-1").waitFor();
    await page.getByRole("button", { name: "Boots", exact: true }).click();
    await cell(page, "P-1").waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  it("names a filter that is no amount, and does not apply it", async () => {
    await using visited = await opened();
    const { page, problems } = visited;
    await cell(page, "P-1").waitFor();
    await page.getByLabel("Base price from").fill("cheap");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("“cheap” is not a number.").waitFor();
    expect(await cell(page, "P-1").count()).toBe(1);
    await page.getByLabel("Base price from").fill("1000000");
    await page.keyboard.press("Enter");
    await page.getByText("No product matches").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("sorts by a column and keeps the keyboard focus on its header", async () => {
    await using visited = await opened();
    const { page } = visited;
    await cell(page, "P-1").waitFor();
    const header = page.getByRole("columnheader", { name: "Name" });
    await header.getByRole("button").press("Enter");
    await page.locator('th[aria-sort="ascending"]', { hasText: "Name" }).waitFor();
    await header.getByRole("button").press("Enter");
    await page.locator("tbody tr", { hasText: "Egg" }).and(page.locator("tr:first-child")).waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toContain("Name");
  });

  it("changes prices by the keyboard, keeps them over a reload, and sends them as one bulk", async () => {
    await setPrice("P-1", 10);
    await using visited = await opened();
    const { page, problems } = visited;
    await type(page, "P-1", "12,50");
    // Enter went to the next row.
    await page.keyboard.type("15");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("99");
    await page.keyboard.press("Escape");
    await tray(page).getByText("2 changes").waitFor();
    await page.reload();
    await tray(page).getByText("2 changes").waitFor();
    await cell(page, "P-1").getByText("+25 %").waitFor();
    await page.getByRole("button", { name: "Preview and send…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("12.50").waitFor();
    await saveScreenshot(page, "console-prices-preview");
    await dialog.getByRole("button", { name: "Set now" }).click();
    await page.waitForURL(/#\/bulks\//);
    await page.getByText("Complete", { exact: true }).waitFor();
    expect([await priceOf("P-1"), await priceOf("P-2")]).toEqual([12.5, 15]);
    expect(problems).toEqual([]);
  });

  it("keeps what was typed when the session ends", async () => {
    await using visited = await opened();
    const { page } = visited;
    await cell(page, "P-3").waitFor();
    await type(page, "P-3", "33");
    await tray(page).getByText("1 change", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
    await signIn(page);
    await tray(page).getByText("1 change", { exact: true }).waitFor();
    await cell(page, "P-3").getByText("33.00").waitFor();
  });

  it("pastes a column of a spreadsheet, and names the lines that are no prices", async () => {
    await using visited = await opened();
    const { page } = visited;
    await cell(page, "P-1", "Special price").focus();
    await paste(page, "8.50\r\ncall us\r\n1.234,00\r\n");
    await tray(page).getByText("2 changes").waitFor();
    await page.getByText("2: “call us”").waitFor();
    await cell(page, "P-3", "Special price").getByText("1234.00").waitFor();
  });

  it("says how it read ambiguous amounts, and reads them the other way", async () => {
    await using visited = await opened();
    const { page } = visited;
    await cell(page, "P-1", "Special price").focus();
    await paste(page, "1.234\r\n12,50\r\n");
    await page.getByText("“1.234” was read as 1234.00.").waitFor();
    await cell(page, "P-1", "Special price").getByText("1234.00").waitFor();
    await page.getByRole("button", { name: "Read as 1.234" }).click();
    await page.getByRole("button", { name: "Special price of P-1: 1.234 USD, before" }).waitFor();
    await cell(page, "P-2", "Special price").getByText("12.50").waitFor();
    await type(page, "P-3", "1,234");
    await page.getByText("“1,234” was read as 1234.00.").waitFor();
    await cell(page, "P-3").getByText("1234.00").waitFor();
  });

  it("changes the prices of selected products, after a preview, with exact endings", async () => {
    for (const sku of ["P-4", "P-5"]) await setPrice(sku, 10);
    await using visited = await opened("#/prices/text%3DP-");
    const { page } = visited;
    for (const sku of ["P-4", "P-5"]) await page.getByRole("checkbox", { name: `Select ${sku}` }).check();
    await page.getByRole("button", { name: "Change many prices…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Percent" }).fill("-15");
    await dialog.getByLabel("Ending").selectOption(".99");
    await dialog.getByText("→ 8.99").first().waitFor();
    await saveScreenshot(page, "console-prices-mass-change");
    await dialog.getByRole("button", { name: "Add to the changes" }).click();
    await tray(page).getByText("2 changes").waitFor();
    await cell(page, "P-5").getByText("8.99").waitFor();
    expect(await priceOf("P-5")).toBe(10);
  });

  it("copies another kind of price to all products that match", async () => {
    await setPrice("P-2", 10);
    await using visited = await opened("#/prices/text%3DBoot");
    const { page } = visited;
    await page.getByRole("button", { name: "Change many prices…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Price to change").selectOption("special");
    await dialog.getByLabel("Start from").selectOption("base");
    await dialog.getByRole("textbox", { name: "Percent" }).fill("-20");
    await dialog.getByText("→ 8.00").waitFor();
    await dialog.getByRole("button", { name: "Add to the changes" }).click();
    await cell(page, "P-2", "Special price").getByText("8.00").waitFor();
  });

  it("names who changed a price meanwhile before it is overwritten", async () => {
    await setPrice("P-4", 10);
    await using visited = await opened();
    const { page } = visited;
    await cell(page, "P-4").waitFor();
    await type(page, "P-4", "20");
    await setPrice("P-4", 11);
    await page.getByRole("button", { name: "Preview and send…" }).click();
    await page
      .getByRole("dialog")
      .getByText(/P-4, Base price: .+ changed 10.00\sUSD to 11.00\sUSD meanwhile/)
      .waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByText(/set 11.00\sUSD meanwhile/).waitFor();
  });

  it("schedules changes for a time", async () => {
    await using visited = await opened();
    const { page } = visited;
    await cell(page, "P-5").waitFor();
    await type(page, "P-5", "44");
    await page.getByRole("button", { name: "Preview and send…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "At a time" }).click();
    await dialog.getByLabel("Name of the schedule").fill("Evening");
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const { items } = (await admin.get("/V1/price-schedules?searchCriteria=")).body;
    expect(items).toMatchObject([{ name: "Evening", rows: 1, state: "open" }]);
    await tray(page).getByText("1 change", { exact: true }).waitFor({ state: "detached" });
  });

  it("sends changes that a guard-rail holds for approval", async () => {
    const guardRail = { kind: "cost", ceiling: 50, action: "hold" };
    const created = await admin.post("/V1/price-guard-rails", { guardRail });
    expect(created.status).toBe(200);
    await using visited = await opened();
    const { page } = visited;
    await cell(page, "P-1", "Cost").waitFor();
    await cell(page, "P-1", "Cost").focus();
    await page.keyboard.type("60");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Preview and send…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "For approval" }).click();
    await dialog.getByRole("button", { name: "Send for approval" }).click();
    await dialog.waitFor({ state: "detached" });
    const { items } = (await admin.get("/V1/price-proposals?searchCriteria=")).body;
    expect(items).toMatchObject([{ state: "open" }]);
    expect((await admin.delete(`/V1/price-guard-rails/${created.body.id}`)).status).toBe(200);
  });

  it("sends for approval only what needs it, and keeps deletions, other kinds of prices and failed rows", async () => {
    await addProduct("P-gone", "Ghost");
    await admin.post("/V1/products/cost", { prices: [{ sku: "P-3", store_id: 0, cost: 4 }] });
    const guardRail = { kind: "cost", ceiling: 50, action: "hold" };
    const created = await admin.post("/V1/price-guard-rails", { guardRail });
    const known = (await admin.get("/V1/price-proposals?searchCriteria=")).body.total_count;
    await using visited = await opened();
    const { page } = visited;
    await cell(page, "P-1", "Cost").waitFor();
    await type(page, "P-2", "21");
    await typeCost(page, "P-1", "70");
    await typeCost(page, "P-gone", "80");
    await cell(page, "P-3", "Cost").focus();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await tray(page).getByText("4 changes").waitFor();
    expect((await admin.delete("/V1/products/P-gone")).status).toBe(200);
    await page.getByRole("button", { name: "Preview and send…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "For approval" }).click();
    await dialog.getByText("2 changes do not need approval, or delete prices.").waitFor();
    await dialog.getByRole("button", { name: "Send for approval" }).click();
    await dialog.getByText("1 price was not sent and stays here.").waitFor();
    await dialog.getByText("Preview of 3 changes").waitFor();
    await page.keyboard.press("Escape");
    await tray(page).getByText("3 changes").waitFor();
    const { items } = (await admin.get("/V1/price-proposals?searchCriteria=")).body;
    expect(items).toHaveLength(Number(known) + 1);
    expect(await cell(page, "P-1", "Cost").getAttribute("aria-label")).not.toContain("before");
    expect((await admin.delete(`/V1/price-guard-rails/${created.body.id}`)).status).toBe(200);
  });

  it("offers only the prices that the user's role can change", async () => {
    const role = await createRole(app.db, "costs", ["Magento_Catalog::catalog", "Portico_Prices::files"]);
    const name = { firstname: "Carl", lastname: "Coster" };
    await createAdmin(app.db, { username: "carl", password, ...name, email: "carl@example.com", role: "costs" });
    const rights = [{ kind: "cost", website_id: 0 }];
    expect((await admin.put(`/V1/adminRoles/${role}/price-rights`, { rights })).status).toBe(200);
    await using visited = await opened("", {}, "carl");
    const { page } = visited;
    await cell(page, "P-1", "Cost").waitFor();
    expect(await cell(page, "P-1").count()).toBe(0);
  });
});
