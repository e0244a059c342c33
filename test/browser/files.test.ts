import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import { addManyProducts } from "../commerce/pricing/support.js";
import { chromiumPath, saveScreenshot, unnamedControls, type WatchedPage } from "./chromium.js";
import { basePrice, chooser, file, keepPhone, signInAs } from "./console-steps.js";
import { useBrowser } from "./use-browser.js";

const jane = { username: "jane", password: "correct-horse-1" };

// A browser is slow on a busy machine.
describe.skipIf(chromiumPath() === undefined)("price files in the console", { timeout: 240_000 }, () => {
  const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
  const visit = useBrowser("scripts/bundle-console.mjs");

  beforeAll(async () => {
    for (const username of ["jane", "joan"])
      await createAdmin(app.db, {
        ...jane,
        username,
        firstname: "J",
        lastname: "Doe",
        email: `${username}@example.com`,
      });
    for (const sku of ["hat", "scarf", "glove"]) {
      const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
      expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
    }
  });

  const priceOf = async (sku: string) =>
    (await admin.post("/V1/products/base-prices-information", { skus: [sku] })).body[0].price;

  /** Opens a view as a signed-in administrator. */
  async function opened(view: string, username = jane.username): Promise<WatchedPage> {
    const visited = await visit(`${app.url}/console${view}`, {});
    await signInAs(visited.page, { ...jane, username });
    await visited.page.getByRole("button", { name: "Sign out" }).waitFor();
    return visited;
  }

  const choose = (page: Page, name: string, text: string) =>
    page.getByLabel(chooser).setInputFiles([file(name, Buffer.from(text))]);

  /** Presses a button and returns the name and the text of the file that it downloads. */
  async function download(page: Page, button: string) {
    const [found] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    return { name: found.suggestedFilename(), text: readFileSync(await found.path(), "utf8") };
  }

  it("maps the columns of a supplier's list by hand, and saves the mapping for the next list", async () => {
    await using visited = await opened("#/import");
    const { page, problems } = visited;
    const list = (price: string) => `Muster GmbH\n\nCode;Text;Netto\nhat;A hat;${price}\n`;
    await choose(page, "list.csv", list("12,50"));
    await page.getByText("Say which column has the SKU, and which ones have prices.").waitFor();
    await page.getByRole("row", { name: "Netto" }).getByText("12,50").waitFor();
    await page.getByLabel("Meaning of Code").selectOption("SKU");
    await expect.poll(() => page.getByLabel("Meaning of Code").inputValue()).toBe("sku");
    await page.getByLabel("Meaning of Netto").selectOption("Price of the kind, or base price");
    await page.getByText("Read as SKU and price, with the header in line 3, decimal separator “,”.").waitFor();
    await page.getByRole("row", { name: "hat Base price 10.00 USD 12.50 USD +25 %" }).waitFor();
    await saveScreenshot(page, "console-mapping");
    await keepPhone(page, "console-mapping-phone");
    expect(await unnamedControls(page)).toEqual([]);
    await page.getByLabel("Name of the mapping").fill("Muster");
    await page.getByRole("button", { name: "Save the mapping" }).click();
    await page.getByRole("button", { name: "Delete the mapping Muster" }).waitFor();
    await choose(page, "next.csv", list("13,50"));
    await page.getByLabel("Saved mapping").selectOption("Muster");
    await page.getByRole("row", { name: "hat Base price 10.00 USD 13.50 USD +35 %" }).waitFor();
    await page.getByRole("button", { name: "Set these prices" }).click();
    await page.getByRole("heading", { name: "1 row of the file" }).waitFor();
    await expect.poll(() => priceOf("hat")).toBe(13.5);
    // The browser reports that the lists were refused at first.
    expect(problems.filter((text) => !text.includes("status of 400"))).toEqual([]);
  });

  it("shows the largest rises and falls of all rows first", async () => {
    const skus = await addManyProducts(app.db, "row-", 30);
    await admin.post("/V1/products/base-prices", { prices: skus.map((sku) => basePrice(sku, 100)) });
    const prices = skus.map((_, index) => (index === 20 ? 20 : 101 + index));
    await using visited = await opened("#/import");
    const { page, problems } = visited;
    await choose(page, "many.csv", `sku,price\n${skus.map((sku, at) => `${sku},${prices[at]}`).join("\n")}\n`);
    await page.getByRole("button", { name: "Largest rises", pressed: true }).waitFor();
    const rows = page.getByRole("region", { name: "Prices that would change" }).getByRole("row");
    expect(await rows.nth(1).textContent()).toContain("row-30");
    await page.getByRole("button", { name: "Largest falls" }).click();
    expect(await rows.nth(1).textContent()).toContain("row-21");
    await saveScreenshot(page, "console-largest");
    await keepPhone(page, "console-largest-phone");
    await page.getByRole("button", { name: "In their order" }).click();
    expect(await rows.nth(1).textContent()).toContain("row-1");
    expect(problems).toEqual([]);
  });

  it("downloads a template, and exports the products of a view", async () => {
    await using visited = await opened("#/import");
    const { page, problems } = visited;
    await saveScreenshot(page, "console-files");
    await keepPhone(page, "console-files-phone");
    const template = await download(page, "Empty template, CSV");
    expect(template).toEqual({
      name: "price-template.csv",
      text: "kind,sku,store_id,website_id,customer_group,quantity,price,price_type,price_from,price_to\n",
    });
    expect((await download(page, "Empty template, Excel")).name).toBe("price-template.xlsx");
    await page.goto(`${app.url}/console#/prices`);
    await page.getByLabel("Name or SKU").fill("scarf");
    await page.keyboard.press("Enter");
    await page.getByText("1 product", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Export…" }).click();
    await page.getByText("Those of this view: 1").waitFor();
    await page.getByLabel("File format").selectOption("CSV");
    await page.getByLabel("Costs").uncheck();
    await saveScreenshot(page, "console-export");
    await keepPhone(page, "console-export-phone");
    const exported = await download(page, "Download");
    expect(exported.name).toMatch(/^prices-\d{4}-\d\d-\d\d\.csv$/);
    expect(exported.text.split("\n").slice(1)).toEqual(["base,scarf,0,,,,10,,,", ""]);
    expect(problems).toEqual([]);
  });

  it("sends rows that a guard-rail holds for approval as one proposal, and lists doubtful and superseded rows", async () => {
    const guardRail = { kind: "base", max_rise_percent: 50, action: "hold" };
    const { body: made } = await admin.post("/V1/price-guard-rails", { guardRail });
    await using visited = await opened("#/import");
    const { page, problems } = visited;
    await choose(page, "rise.csv", "sku,price\nscarf,99\nglove,88\nhat,0\nhat,14\nhat,15\n");
    await page.getByText("Guard-rails stop rows of this file.").waitFor();
    await page.getByRole("button", { name: "Set these prices" }).click();
    await page.getByText("A guard-rail stopped rows of this file.").waitFor();
    await page.getByRole("button", { name: "Download superseded rows" }).waitFor();
    await saveScreenshot(page, "console-held-rows");
    await keepPhone(page, "console-held-rows-phone");
    const superseded = await download(page, "Download superseded rows");
    expect(superseded.text).toMatch(/^sku,price,code,message\nhat,0,superseded,.*\nhat,14,superseded,.*\n$/);
    await page.getByRole("button", { name: "Send for approval" }).click();
    const card = page.getByRole("listitem").filter({ hasText: "2 price changes by jane" });
    await card.waitFor();
    await card.getByText("Reasons and prices").click();
    await card.getByRole("row", { name: "scarf Base price 10.00 USD → 99.00 USD +890 %" }).waitFor();
    await saveScreenshot(page, "console-held-proposal");
    expect(problems).toEqual([]);

    await using other = await opened("#/proposals", "joan");
    const decided = other.page.getByRole("listitem").filter({ hasText: "2 price changes by jane" });
    await decided.getByText("Reasons, prices and decision").click();
    await decided.getByRole("button", { name: "Approve…" }).click();
    await other.page.getByRole("button", { name: "Approve", exact: true }).click();
    await other.page.getByText("Nothing is waiting for you").waitFor();
    expect(await Promise.all(["scarf", "glove", "hat"].map(priceOf))).toEqual([99, 88, 15]);
    await admin.delete(`/V1/price-guard-rails/${made.id}`);
  });
});
