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
    await createAdmin(app.db, { ...jane, email: "jane@example.com", firstname: "Jane", lastname: "Doe", role: undefined });
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
    expect(await page.locator("main").evaluate((main) => main === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });
});
