import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin, createRole } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import { waitForBulk } from "../support/bulk.js";
import { chromiumPath, saveScreenshot, overflowingElements, type Visit, type WatchedPage } from "./chromium.js";
import {
  basePrice,
  keepPhone,
  chooser,
  columns,
  priceFile,
  file,
  choosePacked,
  dropFile,
  blockProduct,
  changePrices,
  signInAs,
} from "./console-steps.js";
import { useBrowser } from "./use-browser.js";

const executable = chromiumPath();
const jane = { username: "jane", password: "correct-horse-1" };
const names = { firstname: "Jane", lastname: "Doe" };
const path = "/async/bulk/V1/products/bySku";
const element = (sku: string, price: number) => ({ sku, product: { price } });

// A browser is slow on a busy machine.
describe.skipIf(executable === undefined)("the console in a browser", { timeout: 240_000 }, () => {
  const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
  const visit = useBrowser("scripts/bundle-console.mjs");

  beforeAll(async () => {
    await createAdmin(app.db, { ...jane, ...names, email: "jane@example.com" });
    for (const sku of ["shirt", "slow"]) await addProduct(sku);
  });

  /** Creates a product with the price 10. */
  async function addProduct(sku: string): Promise<void> {
    const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
    expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  }

  const priceOf = async (sku: string) =>
    (await admin.post("/V1/products/base-prices-information", { skus: [sku] })).body[0].price;

  /** Opens a view as a signed-in administrator. */
  async function opened(view: string, looks: Visit = {}, username?: string): Promise<WatchedPage> {
    const visited = await visit(`${app.url}/console${view}`, looks);
    await signIn(visited.page, jane.password, username);
    await visited.page.getByRole("button", { name: "Sign out" }).waitFor();
    return visited;
  }

  async function signIn(page: Page, password: string, username = jane.username): Promise<void> {
    await signInAs(page, { username, password });
  }

  /** Returns a bulk with one failed operation. */
  async function mixedBulk(): Promise<string> {
    const sent = await admin.put(path, [element("shirt", 11), element("shirt", -5), element("shirt", 12)]);
    return (await waitForBulk(admin, sent)).bulk_id;
  }

  it("signs in with a user name and a password, and out again", async () => {
    await using visited = await visit(`${app.url}/console`);
    const { page } = visited;
    await signIn(page, "wrong-password-1");
    await page.getByRole("alert").getByText("incorrect").waitFor();
    await signIn(page, jane.password);
    await page.getByRole("heading", { name: "Prices", level: 1 }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Prices", level: 1 }).waitFor();
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
    await using visited = await opened("#/bulks", looks);
    const { page, problems } = visited;
    const row = page.locator(`li:has(a[href="#/bulks/${uuid}"])`);
    await row.getByText("1 failed").waitFor();
    await saveScreenshot(page, name);
    expect(await overflowingElements(page)).toEqual([]);
    await row.getByRole("link").click();
    await page.getByRole("heading", { name: "Failed rows" }).waitFor();
    await saveScreenshot(page, name.replace("bulks", "bulk"));
    expect(await overflowingElements(page)).toEqual([]);
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    expect(problems).toEqual([]);
  });

  it("marks a bulk whose rows failed, although its operations succeeded", async () => {
    const calls = [{ prices: [basePrice("shirt", 14), basePrice("gone", 5)] }, { prices: [basePrice("shirt", 15)] }];
    const sent = await waitForBulk(admin, await admin.post("/async/bulk/V1/products/base-prices", calls));
    await using visited = await opened(`#/bulks/${sent.bulk_id}`);
    const { page, problems } = visited;
    await page.getByText("With failures", { exact: true }).waitFor();
    await page.getByText("3 rows in 2 calls").waitFor();
    await page.getByRole("heading", { name: "Failed rows" }).waitFor();
    await page.getByRole("link", { name: "Bulks" }).first().click();
    await page.getByRole("button", { name: "With failures" }).click();
    await page.locator(`li:has(a[href="#/bulks/${sent.bulk_id}"])`).getByText("1 failed row").waitFor();
    expect(problems).toEqual([]);
  });

  it("shows the progress of a bulk without a reload, and when it is finished", async () => {
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

  it("cancels a waiting bulk after a confirmation", async () => {
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
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const statuses = async () => {
      const { operations_list: operations } = (await admin.get(`/V1/bulk/${sent.body.bulk_uuid}/status`)).body;
      return (operations as { status: number }[]).map(({ status }) => status);
    };
    // Waiting operations would delay those of later tests.
    await expect.poll(statuses, { timeout: 20_000 }).toEqual([5, 5]).finally(release);
  });

  it("downloads failed rows with their requests, and retries them", async () => {
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

  it("shows the reason of a row rejected by a successful price call", async () => {
    const prices = [{ sku: "nowhere", store_id: 0, price: 5 }];
    const sent = await admin.post("/async/V1/products/base-prices", { prices });
    await waitForBulk(admin, sent);
    await using visited = await opened(`#/bulks/${sent.body.bulk_uuid}`);
    await visited.page.getByRole("heading", { name: "Base prices" }).waitFor();
    await visited.page.locator("td.reason").getByText("SKU = nowhere").waitFor();
  });

  it("previews the undo of a bulk, and lists the prices that stay unchanged", async () => {
    await addProduct("coat");
    await addProduct("hat");
    const sent = await admin.post("/async/bulk/V1/products/base-prices", [
      { prices: [basePrice("coat", 12.5)] },
      { prices: [basePrice("hat", 12.5)] },
    ]);
    await waitForBulk(admin, sent);
    await admin.post("/V1/products/base-prices", { prices: [basePrice("hat", 14)] });
    await using visited = await opened(`#/bulks/${sent.body.bulk_uuid}`);
    const { page, problems } = visited;
    await page.getByRole("button", { name: "Undo…" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo this bulk?" });
    await dialog.getByRole("row", { name: "coat Base price 12.50 USD 10.00 USD −20 %" }).waitFor();
    expect(await dialog.getByRole("row").count()).toBe(2);
    await saveScreenshot(page, "console-undo");
    expect([await priceOf("coat"), await priceOf("hat")]).toEqual([12.5, 14]);
    await dialog.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("heading", { name: "Undo of price changes" }).waitFor();
    const left = page.getByRole("row", { name: /hat Base price: The price was changed since then\./ });
    await left.waitFor();
    expect([await priceOf("coat"), await priceOf("hat")]).toEqual([10, 14]);
    await page.goBack();
    await page.getByRole("button", { name: "Undo…" }).click();
    await page.getByText("There is nothing to undo").waitFor();
    await keepPhone(page, "console-undo-phone");
    expect(problems).toEqual([]);
  });

  it.each([
    { name: "console-history-light", width: 1280, colorScheme: "light" },
    { name: "console-history-dark", width: 1280, colorScheme: "dark" },
    { name: "console-history-phone", width: 390, colorScheme: "light" },
  ] as const)("plots the prices of a SKU and lists who changed them ($name)", async ({ name, ...looks }) => {
    const sku = `dress-${name}`;
    await addProduct(sku);
    await changePrices(admin, sku);
    await using visited = await opened("#/history", looks);
    const { page, problems } = visited;
    await page.getByRole("searchbox", { name: "SKU" }).fill(sku);
    await page.keyboard.press("Enter");
    const plot = page.getByRole("img", { name: /^Prices of dress/ });
    await plot.locator("canvas").waitFor();
    await page
      .getByRole("row", { name: /Special price none 9\.00 USD \(from 2099-01-01 to 2099-02-01\) admin-/ })
      .waitFor();
    await page.getByRole("row", { name: /Base price 10\.00 USD 12\.50 USD admin-/ }).waitFor();
    await page.getByRole("row", { name: /Tier price from 5, all groups none 8\.00 USD admin-/ }).waitFor();
    await plot.hover({ position: { x: 200, y: 100 } });
    await saveScreenshot(page, name);
    await page.getByRole("button", { name: "Special price", exact: true, pressed: true }).click();
    await page.getByRole("button", { name: "Special price", exact: true, pressed: false }).waitFor();
    expect(await overflowingElements(page)).toEqual([]);
    const change = page.getByRole("row", { name: /Base price 10\.00 USD 12\.50 USD/ });
    await change.getByRole("button", { name: "Undo: Base price" }).click();
    const dialog = page.getByRole("dialog", { name: `Undo: Base price of ${sku}?` });
    await dialog.getByRole("row", { name: "Base price 12.50 USD 10.00 USD −20 %" }).waitFor();
    await saveScreenshot(page, name.replace("history", "undo-change"));
    expect(await overflowingElements(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("row", { name: /Base price 12\.50 USD 10\.00 USD jane/ }).waitFor();
    expect(await priceOf(sku)).toBe(10);
    expect(problems).toEqual([]);
  });

  it.each([
    { name: "console-import-light", width: 1280, colorScheme: "light", give: dropFile },
    { name: "console-import-phone-dark", width: 390, colorScheme: "dark", give: choosePacked },
  ] as const)(
    "previews and imports a price file, and offers failed rows for download ($name)",
    async ({ name, give, ...looks }) => {
      const sku = `scarf-${name}`;
      await addProduct(sku);
      await using visited = await opened("#/import", looks);
      const { page, problems } = visited;
      await page.getByLabel(chooser).setInputFiles([file("list.txt", Buffer.from(`sku;price\n${sku};1.234\n`))]);
      await page.getByRole("alert").getByText("decimal").waitFor();
      await page.getByLabel("Decimal separator").selectOption(",");
      await page.getByText("with the header in line 1, decimal separator “,”.").waitFor();
      await page.getByRole("row", { name: new RegExp(`${sku} Base price 10\\.00 USD 1.?234\\.00`) }).waitFor();
      await page.getByText("1 row to look at").waitFor();
      await page.getByLabel("Decimal separator").selectOption("");
      await give(page, priceFile(sku));
      await page.getByText("Line 5, SKU gone: ").waitFor();
      await page.getByRole("row", { name: `${sku} Base price 10.00 USD 12.50 USD +25 %` }).waitFor();
      await page.getByRole("row", { name: `${sku} Special price none 9.00 USD` }).waitFor();
      await page.getByRole("row", { name: `${sku} Tier price from 10, all groups none 8.10 USD` }).waitFor();
      await saveScreenshot(page, name);
      expect(await overflowingElements(page)).toEqual([]);
      expect(await priceOf(sku)).toBe(10);
      await page.getByRole("button", { name: "Set these prices" }).click();
      await page.getByRole("heading", { name: "4 rows of the file" }).waitFor();
      await page.getByText("base,gone,0,,,,5,,unknown_sku,").waitFor();
      await saveScreenshot(page, name.replace("import", "import-rows"));
      expect(await overflowingElements(page)).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download failed rows" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^failed-[0-9a-f-]{36}\.csv$/);
      const [header, ...failed] = readFileSync(await download.path(), "utf8")
        .trimEnd()
        .split("\n");
      expect(header).toBe(`${columns},code,message`);
      expect(failed).toEqual([expect.stringMatching(/^base,gone,0,,,,5,,unknown_sku,/)]);
      expect(await priceOf(sku)).toBe(12.5);
      // The browser reports that list.txt was refused.
      expect(problems.filter((text) => !text.includes("status of 400"))).toEqual([]);
    },
  );

  it("names a feature that the server does not have", async () => {
    await using visited = await opened("#/bulks");
    const { page } = visited;
    // Only an older server lacks a route.
    await page.route("**/V1/price-proposal-groups?*", (route) =>
      route.fulfill({ status: 404, json: { message: "Request does not match any route." } }),
    );
    await page.getByRole("link", { name: "Proposals" }).click();
    await page.getByText("This server does not support this feature.").waitFor();
  });

  it("names the missing permission", async () => {
    await createRole(app.db, "clerks", ["Portico_Prices::history"]);
    await createAdmin(app.db, { ...jane, ...names, username: "clerk", email: "clerk@example.com", role: "clerks" });
    await using visited = await opened("#/proposals", {}, "clerk");
    const { page } = visited;
    await page.getByText("Your role does not allow this: it lacks Portico_Prices::approve.").waitFor();
    await page.getByRole("link", { name: "Events" }).click();
    await page.getByText("Your role does not allow this: it lacks Portico_Events::events.").waitFor();
  });

  it("shows events as they happen, and the state of the queue", async () => {
    await using visited = await opened("#/events");
    const { page, problems } = visited;
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "shirt", store_id: 0, price: 33 }] });
    await page.getByText("shirt: Base price is now 33.00 USD.").first().waitFor();
    await page.getByText("Data", { exact: true }).first().click();
    await page.getByText("price.changed").first().waitFor();
    await saveScreenshot(page, "console-events");
    await keepPhone(page, "console-events-phone");
    await page.getByRole("link", { name: "Queue" }).click();
    await page.getByText("keeping up").waitFor();
    await page.getByText("No operations are waiting.").waitFor();
    await saveScreenshot(page, "console-queue");
    await keepPhone(page, "console-queue-phone");
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
    await using visited = await opened("#/bulks");
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
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("main");
    await page.keyboard.press("Tab");
    await page.keyboard.type("shirt");
    expect(await page.getByRole("searchbox").inputValue()).toBe("shirt");
  });
});
