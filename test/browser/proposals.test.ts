import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import { waitForBulk } from "../support/bulk.js";
import { SigningClient } from "../support/oauth.js";
import { chromiumPath, saveScreenshot, type WatchedPage } from "./chromium.js";
import { basePrice, keepPhone, signInAs } from "./console-steps.js";
import { useBrowser } from "./use-browser.js";

const jane = { username: "jane", password: "correct-horse-1" };

// A browser is slow on a busy machine.
describe.skipIf(chromiumPath() === undefined)("the proposals in the console", { timeout: 240_000 }, () => {
  const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
  const visit = useBrowser("scripts/bundle-console.mjs");

  beforeAll(async () => {
    await createAdmin(app.db, { ...jane, firstname: "Jane", lastname: "Doe", email: "jane@example.com" });
  });

  /** Creates a product with the price 10. */
  async function addProduct(sku: string): Promise<void> {
    const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
    expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  }

  const priceOf = async (sku: string) =>
    (await admin.post("/V1/products/base-prices-information", { skus: [sku] })).body[0].price;

  /** Opens a view as a signed-in administrator. */
  async function opened(view: string): Promise<WatchedPage> {
    const visited = await visit(`${app.url}/console${view}`, {});
    await signInAs(visited.page, jane);
    await visited.page.getByRole("button", { name: "Sign out" }).waitFor();
    return visited;
  }

  it("approves and rejects price proposals", async () => {
    await addProduct("gown");
    const guardRail = { kind: "base", max_rise_percent: 100, action: "hold" };
    const { body: made } = await admin.post("/V1/price-guard-rails", { guardRail });
    const repricing = { name: "Repricing", resources: ["Magento_Backend::all"] };
    const { body: credentials } = await admin.post("/V1/integrations", { integration: repricing });
    for (const [client, price] of [
      [new SigningClient(app.url, credentials), 25],
      [admin, 300],
    ] as const) {
      const held = await client.post("/V1/products/base-prices", { prices: [basePrice("gown", price)] });
      expect(held.body).toMatchObject([{ extension_attributes: { code: "PRICE_HELD" } }]);
    }
    await admin.delete(`/V1/price-guard-rails/${made.id}`);
    await using visited = await opened("#/queue");
    const { page, problems } = visited;
    await page.getByRole("link", { name: "Proposals" }).click();
    const card = page.getByRole("listitem").filter({ hasText: "1 price change by Repricing" });
    await card.getByText("Reasons, prices and decision").click();
    await card.getByText("more than 100 percent above the price 10").waitFor();
    await card.getByRole("row", { name: "gown Base price 10.00 USD → 25.00 USD +150 %" }).waitFor();
    await saveScreenshot(page, "console-proposals");
    await keepPhone(page, "console-proposals-phone");
    await card.getByRole("button", { name: "Approve…" }).click();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await card.waitFor({ state: "detached" });
    expect(await priceOf("gown")).toBe(25);
    await page.getByText("Reasons, prices and decision").click();
    await page.getByRole("button", { name: "Reject…" }).click();
    await page.getByLabel("Comment").fill("Too much");
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByText("Nothing is waiting for you").waitFor();
    await page.getByRole("button", { name: "All" }).click();
    await card.getByText("Approved", { exact: true }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Rejected" }).getByText("“Too much”").waitFor();
    expect(await priceOf("gown")).toBe(25);
    expect(problems).toEqual([]);
  });

  it("shows the held calls of a bulk as one proposal, of which rows are rejected and the others approved", async () => {
    const skus = ["hat", "scarf", "glove"];
    for (const sku of skus) await addProduct(sku);
    const guardRail = { kind: "base", max_rise_percent: 100, action: "hold" };
    const { body: made } = await admin.post("/V1/price-guard-rails", { guardRail });
    const calls = skus.map((sku) => ({ prices: [basePrice(sku, 50)] }));
    await waitForBulk(admin, await admin.post("/async/bulk/V1/products/base-prices", calls));
    await admin.delete(`/V1/price-guard-rails/${made.id}`);
    await using visited = await opened("#/proposals");
    const { page, problems } = visited;
    await page.getByRole("link", { name: "Proposals 1 proposal waits" }).waitFor();
    const card = page.getByRole("listitem").filter({ hasText: "3 price changes by" });
    await card.getByText("Reasons, prices and decision").click();
    await card.getByRole("row", { name: "scarf Base price 10.00 USD → 50.00 USD +400 %" }).waitFor();
    await card.getByLabel("Select scarf").check();
    await saveScreenshot(page, "console-proposal-group");
    await keepPhone(page, "console-proposal-group-phone");
    await card.getByRole("button", { name: "Reject 1 selected…" }).click();
    await page.getByLabel("Comment").fill("Not the scarf");
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await card.getByText("2 calls are undecided").waitFor();
    await card.getByRole("button", { name: "Approve all…" }).click();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("Nothing is waiting for you").waitFor();
    expect(await Promise.all(skus.map(priceOf))).toEqual([50, 10, 50]);
    await page.getByRole("button", { name: "All" }).click();
    await card.getByText("Partly approved").waitFor();
    expect(problems).toEqual([]);
  });

  it("creates, changes and deletes a guard-rail in plain words", async () => {
    await using visited = await opened("#/guard-rails");
    const { page, problems } = visited;
    await page.getByText("No limits yet").waitFor();
    await page.getByRole("button", { name: "New guard-rail…" }).click();
    await page.getByLabel("Largest rise, in percent").fill("twenty");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("“twenty” is not a number.").waitFor();
    await page.getByLabel("Largest rise, in percent").fill("12,5");
    await saveScreenshot(page, "console-guard-rail");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("A price rises by at most 12.5 %.").waitFor();
    await page.getByRole("button", { name: "Change Base prices, All websites" }).click();
    await page.getByLabel("Most prices that one call changes").fill("1");
    await page.getByLabel("Highest price, in the base currency").fill("1,000");
    await page.getByLabel("A change beyond the limits").selectOption("refuse");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("One call changes at most 1 price.").waitFor();
    const { body } = await admin.get("/V1/price-guard-rails?searchCriteria=");
    expect(body.items).toMatchObject([
      { kind: "base", max_rise_percent: 12.5, ceiling: 1000, max_rows: 1, action: "refuse" },
    ]);
    await saveScreenshot(page, "console-guard-rails");
    await keepPhone(page, "console-guard-rails-phone");
    await page.getByRole("button", { name: "Delete Base prices, All websites" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("No limits yet").waitFor();
    expect(problems).toEqual([]);
  });
});
