import { execFileSync } from "node:child_process";
import { beforeAll, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";

const { app } = useApp({ PORTICO_BASE_URL: "https://shop.example.com/api", PORTICO_TWO_FACTOR: "on" });
beforeAll(async () => {
  execFileSync(process.execPath, ["scripts/bundle-console.mjs"]);
});

const get = (path: string, { url } = app) => fetch(url + path);

it("serves the console with a policy that allows only its own files", async () => {
  const page = await get("/console");
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")?.split("; ").sort()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
  ]);
  expect(page.headers.get("cache-control")).toBe("no-cache");
  const text = await page.text();
  expect(text).toContain('data-path="/api"');
  expect(text).toContain('data-two-factor="true"');
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style|style=|\son\w+=|\{\{|\[\[/);
});

it("serves files with a hash in their name, which browsers cache permanently", async () => {
  const text = await (await get("/console")).text();
  const files = [...text.matchAll(/"\/api(\/console\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(files).toHaveLength(3);
  for (const path of files) {
    expect(path).toMatch(/-[0-9A-Za-z]{8}\.(js|css|svg)$/);
    const file = await get(path);
    expect(file.status).toBe(200);
    expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

it("answers 404 for a file that does not exist or is outside of the folder", async () => {
  for (const path of [
    "/console/assets/main.js",
    `/console/assets/${encodeURIComponent("../../index.html")}`,
    "/console/assets/",
    "/console/x",
  ]) {
    expect((await get(path)).status).toBe(404);
  }
});

it("is turned off by a setting", async () => {
  await using without = await startApp({ PORTICO_CONSOLE: "off" });
  expect((await get("/console", without)).status).toBe(404);
  expect(await (await get("/", without)).text()).not.toContain("/console");
});
