import { describe, expect, it } from "vitest";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { useApp } from "../support/app.js";
import { chromiumPath, signInWith } from "./chromium.js";
import { useBrowser } from "./use-browser.js";

const executable = chromiumPath();
const jane = { username: "jane", password: "correct-horse-1" };

// A browser is slow on a busy machine.
describe.skipIf(executable === undefined)("the caller of the reference", { timeout: 240_000 }, () => {
  const { app, admin } = useApp({ NODE_ENV: "development" });
  const visit = useBrowser("scripts/bundle-explorer.mjs");

  it("signs in with a user name and a password, and shows why a sign-in fails", async () => {
    await createAdmin(app.db, { ...jane, firstname: "Jane", lastname: "Doe", email: "jane@example.com" });
    await using visited = await visit(`${app.url}/swagger`);
    const { page, problems } = visited;
    await page.waitForSelector(".opblock");
    const form = page.getByRole("form", { name: "Sign in" });
    await form.getByLabel("User").fill(jane.username);
    await form.getByLabel("Password").fill("wrong-password-1");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator("#note.problem").getByText("incorrect").waitFor();
    await form.getByLabel("Password").fill(jane.password);
    await page.keyboard.press("Enter");
    await page.locator("#note").getByText("You are an administrator").waitFor();
    await page.locator("#signed-in").getByText(`${jane.username} (administrator)`).waitFor();
    expect(await page.locator("#password").inputValue()).toBe("");
    expect(await page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]")).toEqual(["", 0, 0]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.locator("#note").getByText("You are a guest").waitFor();
    expect(await form.getByLabel("User").inputValue()).toBe("");
    expect(await page.locator(".opblock").first().getByRole("button", { name: "Try it out" }).count()).toBe(0);
    // The browser itself reports the 401.
    expect(problems.filter((problem) => !problem.includes("401"))).toEqual([]);
  });

  it("keeps its header in one row at 1280 pixels, signed out and signed in", async () => {
    await using visited = await visit(`${app.url}/swagger`);
    const { page } = visited;
    await page.waitForSelector(".opblock");
    const isOneRow = () =>
      page.evaluate<boolean>(`(() => {
        const boxes = [...document.querySelectorAll(".bar > div > *")].map((each) => each.getBoundingClientRect());
        const shown = boxes.filter(({ height }) => height > 0);
        return Math.max(...shown.map(({ top }) => top)) < Math.min(...shown.map(({ bottom }) => bottom));
      })()`);
    expect(await page.evaluate("innerWidth")).toBe(1280);
    expect(await isOneRow()).toBe(true);
    await signInWith(page, admin.token ?? "");
    await page.locator("#signed-in").getByText("Signed in as an administrator").waitFor();
    expect(await isOneRow()).toBe(true);
  });

  it("hands its token to the GraphQL explorer that it opens", async () => {
    await using visited = await visit(`${app.url}/swagger`);
    const { page, problems } = visited;
    await page.waitForSelector(".opblock");
    await signInWith(page, admin.token ?? "");
    await page.locator("#note").getByText("You are an administrator").waitFor();
    const [explorer] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: "GraphQL", exact: true }).click(),
    ]);
    await explorer.getByRole("button", { name: "Headers" }).click();
    await explorer
      .locator(".CodeMirror")
      .getByText(admin.token ?? "")
      .waitFor();
    expect(await explorer.evaluate("[document.cookie, sessionStorage.length]")).toEqual(["", 0]);
    expect(problems).toEqual([]);
  });
});
