import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { clockTime, momentOf } from "../../src/extras/console/page/lib/shop/zones.js";
import { useApp } from "../support/app.js";
import { chromiumPath, saveScreenshot, unnamedControls, type WatchedPage } from "./chromium.js";
import { basePrice, keepPhone, signInAs } from "./console-steps.js";
import { useBrowser } from "./use-browser.js";

const jane = { username: "jane", password: "correct-horse-1" };
const path = "/V1/price-schedules";

/** The time zone of the shop, which is not that of the browser. */
const zone = "Europe/Berlin";

/** The 15th of the month after next in the shop, so that it is later than now and in the middle of a calendar. */
function dayToCome(hour: number): Date {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 15)).toISOString().slice(0, 10);
  return momentOf(`${day}T${String(hour).padStart(2, "0")}:00`, zone);
}

// A browser is slow on a busy machine.
describe.skipIf(chromiumPath() === undefined)("the schedules in the console", { timeout: 240_000 }, () => {
  const { app, admin } = useApp();
  const visit = useBrowser("scripts/bundle-console.mjs");

  beforeAll(async () => {
    await createAdmin(app.db, { ...jane, firstname: "Jane", lastname: "Doe", email: "jane@example.com" });
    for (const sku of ["hat", "scarf", "glove"]) {
      const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple" };
      expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
    }
    const { body } = await admin.post("/V1/store/storeViews", { storeView: { code: "tokyo", name: "Tokyo" } });
    const timezone = { path: "general/locale/timezone", value: zone };
    const settings = [timezone, { ...timezone, value: "Asia/Tokyo", scope: "stores", scope_code: body.code }];
    expect(await admin.put("/V1/store/settings", { settings })).toMatchObject({ status: 200 });
  });

  const schedule = async (name: string, at: Date, prices: readonly object[]): Promise<number> => {
    const { status, body } = await admin.post(path, { name, at: at.toISOString(), prices });
    expect(status).toBe(200);
    return body.id;
  };
  const base = (sku: string, price: number) => ({ kind: "base", ...basePrice(sku, price) });

  /** Opens a view as a signed-in administrator. */
  async function opened(view: string): Promise<WatchedPage> {
    const visited = await visit(`${app.url}/console${view}`, {});
    await signInAs(visited.page, jane);
    await visited.page.getByRole("button", { name: "Sign out" }).waitFor();
    return visited;
  }

  it("lists schedules with their conflicts, and changes and cancels one", async () => {
    const sale = await schedule("Summer sale", dayToCome(9), [base("hat", 8), base("scarf", 7)]);
    const end = await schedule("End of the sale", dayToCome(18), [base("hat", 10), { kind: "special", sku: "glove" }]);
    await using visited = await opened("#/schedules");
    const { page, problems } = visited;
    const row = page.getByRole("listitem").filter({ hasText: "Summer sale" });
    await row.getByText("1 conflict").waitFor();
    await row.getByText("2 prices").waitFor();
    await page.getByText("Times are in Europe/Berlin.").waitFor();
    await saveScreenshot(page, "console-schedules");
    await keepPhone(page, "console-schedules-phone");
    await page.getByRole("link", { name: "Summer sale" }).click();
    await page.getByRole("heading", { name: "Summer sale" }).waitFor();
    const conflicts = page.getByRole("region", { name: "Conflicts" });
    await conflicts.getByText("It comes later and replaces them.").waitFor();
    await saveScreenshot(page, "console-schedule");
    await keepPhone(page, "console-schedule-phone");
    expect(await unnamedControls(page)).toEqual([]);

    await page.getByRole("button", { name: "Change…" }).click();
    await page.getByLabel("Name of the schedule").fill("Late sale");
    await page.getByLabel("Time, in").fill("2001-01-01T00:00");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("This time has passed.").waitFor();
    const day = clockTime(dayToCome(20), zone).slice(0, 10);
    await page.getByLabel("Time, in").fill(`${day}T20:30`);
    await saveScreenshot(page, "console-schedule-change");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Late sale" }).waitFor();
    await conflicts.getByText("This schedule comes later and replaces them.").waitFor();
    await page.getByRole("button", { name: "Take out hat, Base price" }).click();
    await conflicts.waitFor({ state: "detached" });
    const moved = new Date(dayToCome(20).getTime() + 30 * 60_000).toISOString();
    expect((await admin.get(`${path}/${sale}`)).body).toMatchObject({
      name: "Late sale",
      at: moved,
      prices: [{ sku: "scarf", price: 7 }],
    });

    await page.getByRole("button", { name: "Cancel…" }).click();
    await page.getByRole("button", { name: "Cancel the schedule" }).click();
    await page.getByText("Canceled", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Change…" }).count()).toBe(0);
    expect((await admin.get(`${path}/${sale}`)).body.state).toBe("canceled");
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Schedules" }).click();
    await page.getByRole("link", { name: "End of the sale" }).waitFor();
    expect(await page.getByRole("link", { name: "Late sale" }).count()).toBe(0);
    await page.getByRole("button", { name: "Canceled" }).click();
    await page.getByRole("link", { name: "Late sale" }).waitFor();
    expect(problems).toEqual([]);
    await admin.delete(`${path}/${end}`);
  });

  it("shows the schedules of a month as a calendar", async () => {
    const first = await schedule("Autumn", dayToCome(9), [base("hat", 8)]);
    const second = await schedule("Autumn, part two", dayToCome(17), [base("hat", 9), base("glove", 3)]);
    await using visited = await opened("#/schedules");
    const { page, problems } = visited;
    await page.getByRole("button", { name: "Calendar" }).click();
    await page.getByText("Nothing is planned in this month.").waitFor();
    await page.getByRole("button", { name: "Next month" }).click();
    await page.getByRole("button", { name: "Next month" }).click();
    const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: zone }).format(
      dayToCome(9),
    );
    await page.getByRole("heading", { name: month }).waitFor();
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: zone }).format(dayToCome(9));
    const cell = page.getByRole("listitem").filter({ hasText: day });
    await cell.getByRole("link", { name: "09:00 Autumn (conflict)" }).waitFor();
    await saveScreenshot(page, "console-calendar");
    await keepPhone(page, "console-calendar-phone");
    expect(await unnamedControls(page)).toEqual([]);
    await cell.getByRole("link", { name: "17:00 Autumn, part two (conflict)" }).click();
    await page.getByRole("heading", { name: "Autumn, part two" }).waitFor();
    expect(problems).toEqual([]);
    for (const id of [first, second]) await admin.delete(`${path}/${id}`);
  });

  it("shows and reads times in the time zone of the store view that is chosen, and names it", async () => {
    const id = await schedule("Night sale", dayToCome(20), [base("hat", 8)]);
    await using visited = await opened("#/schedules");
    const { page, problems } = visited;
    const row = page.getByRole("listitem").filter({ hasText: "Night sale" });
    await row.getByText(/ 15 \w+ \d+, 20:00$/).waitFor();
    await page.getByLabel("Store view whose time zone").selectOption("Asia/Tokyo (Tokyo)");
    await page.getByText("Times are in Asia/Tokyo.").waitFor();
    const there = clockTime(dayToCome(20), "Asia/Tokyo").slice(11, 16);
    await row.getByText(new RegExp(` 16 \\w+ \\d+, ${there}$`)).waitFor();
    await keepPhone(page, "console-zone-phone");
    await page.reload();
    await page.getByText("Times are in Asia/Tokyo.").waitFor();
    await page.getByRole("link", { name: "Night sale" }).click();
    await page.getByRole("button", { name: "Change…" }).click();
    const day = clockTime(dayToCome(20), "Asia/Tokyo").slice(0, 10);
    await page.getByLabel("Time, in Asia/Tokyo").fill(`${day}T09:30`);
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText("16 ")
      .and(page.getByText(/, 09:30$/))
      .first()
      .waitFor();
    expect((await admin.get(`${path}/${id}`)).body.at).toBe(`${day}T00:30:00.000Z`);
    expect(problems).toEqual([]);
    await admin.delete(`${path}/${id}`);
  });

  it("says what a guard-rail would have stopped, before it is saved", async () => {
    await admin.post("/V1/products/base-prices", { prices: [basePrice("hat", 30), basePrice("scarf", 12)] });
    await using visited = await opened("#/guard-rails");
    const { page, problems } = visited;
    await page.getByRole("button", { name: "New guard-rail…" }).click();
    await page.getByLabel("Largest rise, in percent").fill("50");
    await page.getByRole("button", { name: "What would it have stopped in the last 30 days?" }).click();
    await page.getByText("1 of 5 changes, in 1 call.").waitFor();
    await page.getByRole("row", { name: "hat Base price 10.00 USD → 30.00 USD rise +200 %" }).waitFor();
    await saveScreenshot(page, "console-guard-rail-trial");
    await keepPhone(page, "console-guard-rail-trial-phone");
    expect(await unnamedControls(page)).toEqual([]);
    await page.getByLabel("Largest rise, in percent").fill("300");
    await page.getByRole("button", { name: "What would it have stopped in the last 30 days?" }).click();
    await page.getByText("None of 5 changes.").waitFor();
    await page.getByLabel("Largest rise, in percent").fill("much");
    await page.getByRole("button", { name: "What would it have stopped in the last 30 days?" }).click();
    await page.getByRole("alert").getByText("“much” is not a number.").waitFor();
    expect((await admin.get("/V1/price-guard-rails?searchCriteria=")).body.items).toEqual([]);
    expect(problems).toEqual([]);
  });
});
