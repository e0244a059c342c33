import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startApp } from "../../support/app.js";

it("reads and stores shop settings in the default scope, a website or a store view", async () => {
  await using app = await startApp();
  const admin = await app.asAdmin(["Magento_Config::config"]);
  const path = "carriers/flatrate/price";
  const read = async (query = "") => (await admin.get(`/V1/store/settings?path=${path}${query}`)).body;
  const inStore = { scope: "stores", scope_code: "default" };
  expect(await read()).toEqual([{ path, value: "5.00", is_own: false }]);
  const settings = [
    { path, value: "4" },
    { path, value: "3", ...inStore },
  ];
  expect((await admin.put("/V1/store/settings", { settings })).body).toBe(true);
  expect(await read()).toEqual([{ path, value: "4", is_own: true }]);
  expect(await read("&scope=stores&scopeCode=default")).toEqual([{ path, value: "3", is_own: true }]);

  const broken = [
    { path, value: "9" },
    { path: "carriers/flatrate/active", value: "yes" },
  ];
  expect((await admin.put("/V1/store/settings", { settings: broken })).status).toBe(400);
  expect(await read()).toEqual([{ path, value: "4", is_own: true }]);
  await admin.put("/V1/store/settings", { settings: [{ path, value: null, ...inStore }] });
  expect(await read("&scope=stores&scopeCode=default")).toEqual([{ path, value: "4", is_own: false }]);
  expect((await admin.get("/V1/store/settings?path=carriers/owl")).status).toBe(400);
  expect((await app.asGuest().get(`/V1/store/settings?path=${path}`)).status).toBe(401);
  const entries = await app.db.query("select name from audit_event where event = 'setting changed' order by id");
  expect(entries).toEqual([{ name: `${path} (default)` }, ...[1, 2].map(() => ({ name: `${path} (stores/default)` }))]);
});

it("can set every setting that the sources read", async () => {
  await using app = await startApp();
  const admin = await app.asAdmin(["Magento_Config::config"]);
  const sections =
    "carriers|catalog|cataloginventory|checkout|currency|customer|general|oauth|payment|sales|sales_email|shipping|tax|trans_email|web";
  const path = new RegExp(`"((?:${sections}|magento_\\w+)/\\w+/\\w+)"`, "g");
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.includes("generated") && !file.endsWith("unknown-path.ts"),
  );
  const paths = new Set(
    files.flatMap((file) => [...readFileSync(`src/${file}`, "utf8").matchAll(path)].map(([, found]) => found ?? "")),
  );
  expect(paths.size).toBeGreaterThan(50);
  const unknown = [];
  for (const setting of paths) {
    const { body } = await admin.get(`/V1/store/settings?path=${setting}`);
    if (body[0]?.path !== setting) unknown.push(setting);
  }
  expect(unknown).toEqual([]);
});

it.each([
  ["global", 400],
  ["website", 200],
] as const)("answers a base currency of one website with %s prices by %i", async (PORTICO_PRICE_SCOPE, expected) => {
  await using app = await startApp({ PORTICO_PRICE_SCOPE });
  const admin = await app.asAdmin(["Magento_Config::config"]);
  const path = "currency/options/base";
  const set = (scope: object, value: string | null = "GBP") =>
    admin.put("/V1/store/settings", { settings: [{ path, value, ...scope }] });
  for (const scope of ["websites", "stores"]) {
    const scope_code = scope === "websites" ? "base" : "default";
    expect((await set({ scope, scope_code })).status).toBe(expected);
    expect((await set({ scope, scope_code }, null)).status).toBe(200);
  }
  expect((await set({})).status).toBe(200);
});
