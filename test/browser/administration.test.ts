import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin, createRole } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import { eventually } from "../support/bulk.js";
import { search } from "../support/client.js";
import { SigningClient } from "../support/oauth.js";
import { chromiumPath, inaccessibleElements, saveScreenshot, type WatchedPage } from "./chromium.js";
import { keepPhone, signInAs } from "./console-steps.js";
import { useBrowser } from "./use-browser.js";

const jane = { username: "jane", password: "correct-horse-1" };

// A browser is slow on a busy machine.
describe.skipIf(chromiumPath() === undefined)("the administration in the console", { timeout: 240_000 }, () => {
  const { app, admin } = useApp({
    PORTICO_ADDRESS_RATE: "5000",
    PORTICO_CALLBACK_HOSTS: "hooks.example.com",
    PORTICO_CALLBACK_SECRET: `whsec_${randomBytes(24).toString("base64")}`,
  });
  const visit = useBrowser("scripts/bundle-console.mjs");

  beforeAll(async () => {
    await createAdmin(app.db, { ...jane, firstname: "Jane", lastname: "Doe", email: "jane@example.com" });
  });

  /** Opens a view as a signed-in administrator. */
  async function opened(view: string): Promise<WatchedPage> {
    const visited = await visit(`${app.url}/console${view}`, {});
    await signInAs(visited.page, jane);
    await visited.page.getByRole("button", { name: "Sign out" }).waitFor();
    return visited;
  }

  it("creates a user, deactivates and activates the user", async () => {
    await using visited = await opened("#/admin");
    const { page, problems } = visited;
    await page.getByRole("button", { name: "New user…" }).click();
    const dialog = page.getByRole("dialog");
    for (const [label, text] of [
      ["User name", "joan"],
      ["First name", "Joan"],
      ["Last name", "Roe"],
      ["Email address", "joan@example.com"],
      ["Password", jane.password],
    ] as const)
      await dialog.getByLabel(label).fill(text);
    await dialog.getByRole("button", { name: "Create" }).click();
    const row = page.getByRole("row", { name: /^joan Joan Roe joan@example\.com/ });
    await row.getByText("Active").waitFor();
    await saveScreenshot(page, "console-users");
    await keepPhone(page, "console-users-phone");
    expect(await inaccessibleElements(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await inaccessibleElements(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "Deactivate joan" }).click();
    await row.getByText("Inactive").waitFor();
    const signIn = { username: "joan", password: jane.password };
    expect((await admin.post("/V1/integration/admin/token", signIn)).status).toBe(401);
    await page.getByRole("button", { name: "Activate joan" }).click();
    await row.getByText("Active").waitFor();
    expect((await admin.post("/V1/integration/admin/token", signIn)).status).toBe(200);
    expect(await page.getByRole("button", { name: "Deactivate jane" }).count()).toBe(0);
    await createRole(app.db, "Clerks", ["Magento_Catalog::products"]);
    await page.reload();
    await page.getByRole("button", { name: "Change joan" }).click();
    await dialog.getByLabel("Last name").fill("Smith");
    await dialog.getByLabel("Role").selectOption("Clerks");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /^joan Joan Smith joan@example\.com Clerks/ }).waitFor();
    // The password stays.
    expect((await admin.post("/V1/integration/admin/token", signIn)).status).toBe(200);
    expect(problems).toEqual([]);
  });

  it("creates an integration, shows its four keys once, and revokes them", async () => {
    await using visited = await opened("#/admin/integrations");
    const { page, problems } = visited;
    await page.getByText("No integrations yet").waitFor();
    await page.getByRole("button", { name: "New integration…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Feed");
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    const keys = page.getByRole("region", { name: "Keys" });
    await keys.getByText("Copy these keys now").waitFor();
    const texts = await keys.locator("code").allTextContents();
    expect(texts).toEqual(texts.map(() => expect.stringMatching(/^\w{32}$/)));
    const [consumer_key = "", consumer_secret = "", access_token = "", access_token_secret = ""] = texts;
    const client = new SigningClient(app.url, { consumer_key, consumer_secret, access_token, access_token_secret });
    expect((await client.get("/V1/modules")).status).toBe(200);
    await saveScreenshot(page, "console-integrations");
    await keepPhone(page, "console-integrations-phone");
    expect(await inaccessibleElements(page)).toEqual([]);
    await page.getByRole("button", { name: "I have copied them" }).click();
    await keys.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Revoke Feed" }).click();
    expect(await keys.count()).toBe(0);
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("Revoked").waitFor();
    expect((await client.get("/V1/modules")).status).toBe(401);
    expect(problems).toEqual([]);
  });

  it("creates a webhook, tests it, sends a delivery again, and pauses it", async () => {
    await using visited = await opened("#/admin/webhooks");
    const { page, problems } = visited;
    await page.getByRole("button", { name: "New webhook…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Shop");
    await dialog.getByLabel("Address").fill("https://hooks.example.com/portico");
    await dialog.getByLabel("Types of events").fill("order.*, price.*");
    await dialog.getByRole("button", { name: "Create" }).click();
    const card = page.getByRole("listitem").filter({ hasText: "Shop" });
    await card.getByText("order.*, price.*").waitFor();
    await card.getByRole("button", { name: "Send a test event" }).click();
    await page.getByText("A test event is on its way.").waitFor({ state: "attached" });
    await card.getByText("Deliveries").click();
    await card.getByRole("row", { name: /webhook\.ping/ }).waitFor();
    await saveScreenshot(page, "console-webhooks");
    await keepPhone(page, "console-webhooks-phone");
    expect(await inaccessibleElements(page)).toEqual([]);
    await card.getByRole("button", { name: "Send again: webhook.ping" }).click();
    await page.getByText("The event is sent again.").waitFor({ state: "attached" });
    await card.getByRole("button", { name: "Pause" }).click();
    await card.getByText("Paused").waitFor();
    await card.getByRole("button", { name: "Resume" }).click();
    await card.getByText("Active").waitFor();
    await card.getByRole("button", { name: "Delete Shop" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("No webhooks yet").waitFor();
    expect(problems).toEqual([]);
  });

  it("creates a role from the tree of rights, limits its prices, changes and deletes it", async () => {
    await using visited = await opened("#/admin");
    const { page, problems } = visited;
    await page.getByRole("button", { name: "New role…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Pricing");
    await dialog.getByLabel("Find a right").fill("control of");
    await dialog.getByLabel("Control of prices").check();
    await eventually(() => dialog.getByLabel("Undo price changes").isChecked()).toBe(true);
    await dialog.getByLabel("Undo price changes").uncheck();
    // The tree shows only this branch.
    const first = "document.querySelector('.tree input')";
    await eventually(() => page.evaluate(`[${first}.checked, ${first}.indeterminate]`)).toEqual([true, true]);
    await dialog.getByLabel("Special prices, All websites").check();
    await saveScreenshot(page, "console-role");
    await keepPhone(page, "console-role-phone");
    expect(await inaccessibleElements(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create" }).click();
    const card = page.getByRole("listitem").filter({ hasText: "Pricing" });
    await card.getByText("Portico_Prices::approve").waitFor();
    const { body } = await admin.get(`/V1/adminRoles/search?${search([["name", "Pricing"]])}`);
    const [role] = body.items;
    expect(role.resources).toContain("Portico_Prices::prices");
    expect(role.resources).not.toContain("Portico_Prices::undo");
    const rights = async () => (await admin.get(`/V1/adminRoles/${role.id}/price-rights`)).body;
    expect(await rights()).toEqual([{ kind: "special", website_id: 0 }]);

    await page.getByRole("button", { name: "Change Pricing" }).click();
    await dialog.getByLabel("Special prices, All websites").waitFor();
    await eventually(() => dialog.getByLabel("Special prices, All websites").isChecked()).toBe(true);
    await dialog.getByLabel("Special prices, All websites").uncheck();
    await dialog.getByLabel("Everything").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await card.getByText("May do everything.").waitFor();
    expect(await rights()).toEqual([]);
    await page.getByRole("button", { name: "Delete Administrators" }).click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await dialog.getByRole("alert").getByText("cannot be deleted").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Delete Pricing" }).click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await card.waitFor({ state: "detached" });
    expect(problems.filter((problem) => !problem.includes("status of 400"))).toEqual([]);
  });

  it("lists who did what, and finds it by kind, author and subject", async () => {
    await createRole(app.db, "Readers", ["Portico_Audit::log"]);
    await app.asGuest().post("/V1/integration/admin/token", { username: "nobody", password: "wrong-horse-1" });
    await using visited = await opened("#/admin/audit-log");
    const { page, problems } = visited;
    await page
      .getByRole("row", { name: /Signed in.*jane/ })
      .first()
      .waitFor();
    await page.getByRole("row", { name: /Sign-in refused.*nobody.*guest.*127\.0\.0\.1/ }).waitFor();
    await saveScreenshot(page, "console-audit-log");
    await keepPhone(page, "console-audit-log-phone");
    expect(await inaccessibleElements(page)).toEqual([]);
    await page.getByRole("combobox", { name: "What" }).selectOption("Accounts and rights");
    await page.getByLabel("About, contains").fill("Read");
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: /Role created.*Readers.*a command on the server/ }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByLabel("By, contains").fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByText("No such event").waitFor();
    expect(problems).toEqual([]);
  });

  it("shows the limits, and what is left of them", async () => {
    await using visited = await opened("#/admin/limits");
    const { page, problems } = visited;
    const row = page.getByRole("row", { name: /^Calls and pages from your IP address 5,000 4,\d{3} \d+ s$/ });
    await row.waitFor();
    await page.getByRole("row", { name: /^Attempts to sign in from your IP address 300 \d+ \d+ s$/ }).waitFor();
    await saveScreenshot(page, "console-limits");
    await keepPhone(page, "console-limits-phone");
    expect(await inaccessibleElements(page)).toEqual([]);
    const before = await row.textContent();
    await admin.get("/V1/store/storeViews");
    await expect.poll(() => row.textContent(), { timeout: 30_000 }).not.toBe(before);
    expect(problems).toEqual([]);
  });
});
