// cspell:disable -- German texts
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import { chromiumPath, inaccessibleElements, saveScreenshot } from "./chromium.js";
import { basePrice, keepPhone, signInAs } from "./console-steps.js";
import { de, expectGerman } from "./german-texts.js";
import { useBrowser } from "./use-browser.js";

const jane = { username: "jane", password: "correct-horse-1" };
const path = "/V1/products/base-prices";

/** What the server and the test create. */
const data = ["boot", "jane", "Portico", "all", "default", "USD", "America/Los_Angeles", /^gone-\d+$/, /^admin-\S+$/];

// A browser is slow on a busy machine.
describe.skipIf(chromiumPath() === undefined)("synchronous calls in the console", { timeout: 240_000 }, () => {
  const { app, admin } = useApp();
  const visit = useBrowser("scripts/bundle-console.mjs");
  const gone = Array.from({ length: 120 }, (_, index) => basePrice(`gone-${index}`, 5));

  beforeAll(async () => {
    await createAdmin(app.db, { ...jane, firstname: "Jane", lastname: "Doe", email: "jane@example.com" });
    const product = { sku: "boot", name: "boot", price: 10, attribute_set_id: 4, type_id: "simple" };
    expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
    const prices = [basePrice("boot", 21), ...gone];
    expect(await admin.post(path, { prices })).toMatchObject({ status: 200 });
  });

  it("lists one with many rows in German, with its failed rows and the prices that it changed", async () => {
    await using visited = await visit(`${app.url}/console#/bulks`, { width: 1440, locale: "de-DE" });
    const { page, problems } = visited;
    await page.getByLabel(de("User name")).fill(jane.username);
    await page.getByLabel(de("Password")).fill(jane.password);
    await page.keyboard.press("Enter");
    await page.getByText("121 Zeilen · ohne Warteschlange").waitFor();
    await expectGerman(page, "calls", data);
    await page.getByRole("listitem").filter({ hasText: "121 Zeilen" }).getByRole("link").click();
    await page.getByRole("heading", { name: "1 geänderter Preis" }).waitFor();
    // Reasons are those of the server.
    const reasons = /^Invalid attribute SKU = gone-\d+\.$/;
    await expectGerman(page, "call", [...data, reasons]);
    expect(problems).toEqual([]);
  });

  it("shows what one changed and what failed, and undoes it", async () => {
    await using visited = await visit(`${app.url}/console#/bulks`);
    const { page, problems } = visited;
    await signInAs(page, jane);
    const row = page.getByRole("listitem").filter({ hasText: "120 failed rows" });
    await row.getByText("121 rows · not queued").waitFor();
    await row.getByText("With failures").waitFor();
    await saveScreenshot(page, "console-calls");
    await row.getByRole("link").click();
    await page.getByText("These are the first 100 of 120 failed rows.").waitFor();
    await page.getByRole("row", { name: /gone-1 / }).waitFor();
    const changed = page.getByRole("region", { name: "Changed prices" });
    await changed.getByRole("row", { name: /boot Base price 10\.00 USD 21\.00 USD \+110 %/ }).waitFor();
    expect(await inaccessibleElements(page)).toEqual([]);
    await saveScreenshot(page, "console-call");
    await keepPhone(page, "console-call-phone");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download failed rows" }).click(),
    ]);
    const lines: string[] = [];
    for await (const chunk of await download.createReadStream()) lines.push(String(chunk));
    const [first = ""] = lines.join("").split("\n");
    expect(JSON.parse(first)).toMatchObject({ row: 1, sku: "gone-0", message: expect.stringContaining("gone-0") });

    await page.getByRole("button", { name: "Undo…" }).click();
    await page.getByRole("dialog").getByRole("row").nth(1).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const { body } = await admin.post("/V1/products/base-prices-information", { skus: ["boot"] });
    expect(body[0].price).toBe(10);
    expect(problems).toEqual([]);
  });
});
