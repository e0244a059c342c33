import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import { waitForBulk } from "../support/bulk.js";
import { chromiumPath, inaccessibleElements } from "./chromium.js";
import { basePrice, changePrices, chooser, file, priceFile, signInAs } from "./console-steps.js";
import { useBrowser } from "./use-browser.js";

const jane = { username: "jane", password: "correct-horse-1" };

// A browser is slow on a busy machine.
describe.skipIf(chromiumPath() === undefined)("each page of the console", { timeout: 240_000 }, () => {
  const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
  const visit = useBrowser("scripts/bundle-console.mjs");
  let pages: readonly string[] = [];

  beforeAll(async () => {
    await createAdmin(app.db, { ...jane, firstname: "Jane", lastname: "Doe", email: "jane@example.com" });
    for (const sku of ["coat", "hat"]) {
      const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
      expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
    }
    await changePrices(admin, "coat");
    const guardRail = { kind: "base", max_rise_percent: 50, action: "hold" };
    expect(await admin.post("/V1/price-guard-rails", { guardRail })).toMatchObject({ status: 200 });
    const calls = ["coat", "hat"].map((sku) => ({ prices: [basePrice(sku, 500)] }));
    const bulk = await waitForBulk(admin, await admin.post("/async/bulk/V1/products/base-prices", calls));
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const prices = [{ kind: "base", ...basePrice("hat", 11) }];
    const { body } = await admin.post("/V1/price-schedules", { name: "Sale", at, prices });
    await admin.post("/V1/price-schedules", { name: "Sale", at, prices });
    pages = [
      ...["prices", "bulks", `bulks/${bulk.bulk_id}`, "history", "history/coat", "import", "schedules"],
      ...["schedules/calendar", `schedules/${body.id}`, "proposals", "guard-rails", "events", "queue"],
      ...["admin", "admin/integrations", "admin/webhooks", "admin/audit-log"],
    ];
  });

  it.each([
    { colorScheme: "light", width: 1280 },
    { colorScheme: "dark", width: 1280 },
    { colorScheme: "light", width: 390 },
    { colorScheme: "dark", width: 390 },
  ] as const)("follows WCAG 2.2 AA, as far as axe can tell ($colorScheme, $width px)", async (looks) => {
    await using visited = await visit(`${app.url}/console`, looks);
    const { page } = visited;
    await page.getByLabel("User name").waitFor();
    expect(await inaccessibleElements(page)).toEqual([]);
    await signInAs(page, jane);
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    const found: Record<string, unknown> = {};
    const check = async (name: string) => {
      const elements = await inaccessibleElements(page);
      if ((elements as readonly unknown[]).length > 0) found[name] = elements;
    };
    for (const path of pages) {
      await page.goto(`${app.url}/console#/${path}`);
      await page.getByRole("main").getByRole("heading").first().waitFor();
      await expect.poll(() => page.getByText("Loading…").count()).toBe(0);
      if (path === "history/coat") await page.locator(".canvas canvas").waitFor();
      if (path === "proposals") await page.getByText("Reasons, prices and decision").first().click();
      await check(path);
    }
    await page.goto(`${app.url}/console#/import`);
    await page.getByLabel(chooser).setInputFiles([file("list.csv", Buffer.from(priceFile("hat")))]);
    await page.getByText("Line 5, SKU gone: ").waitFor();
    await page.getByText("Columns and what they mean").click();
    await page.getByLabel("Meaning of sku").waitFor();
    await check("preview");
    await page.goto(`${app.url}/console#/guard-rails`);
    await page.getByRole("button", { name: "Change Base prices, All websites" }).click();
    await page.getByRole("button", { name: "What would it have stopped in the last 30 days?" }).click();
    await page.getByText(/of \d+ changes/).waitFor();
    await check("guard-rail");
    await page.goto(`${app.url}/console#/admin`);
    await page.getByRole("button", { name: "New role…" }).click();
    await page.getByLabel("Control of prices").waitFor();
    await check("role");
    expect(found).toEqual({});
  });
});
