import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Credentials } from "../support/oauth.js";
import { codeOf, DocShop } from "./doc-page.js";
import { answerOf, dataFolder, type DataFolder, serveInProcess, type InProcessServer, signIn } from "./portico.js";

const password = "correct-horse-1";
const page = "moving-from-magento.md";

let folder: DataFolder;
let shop: InProcessServer;
let newcomer: DocShop;
beforeAll(async () => {
  folder = await dataFolder("prepared");
  shop = await serveInProcess(folder, { PORTICO_ADMIN_PASSWORD: password, PORTICO_INTEGRATION_BEARER: "on" });
  newcomer = await DocShop.start();
}, 120_000);
afterAll(async () => {
  await newcomer[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Fills the shop to import with sample data and the product of the recorded request on the page. */
async function fillShop(): Promise<void> {
  await answerOf(folder, ["sampledata:deploy", "--products", "4"]);
  const token = await signIn(shop.rest, "admin", password);
  const answer = await fetch(`${shop.rest}products`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ product: { sku: "coat", name: "Coat", price: 99.5, attribute_set_id: 4 } }),
  });
  expect(answer.status).toBe(200);
}

it("docs/moving-from-magento.md has commands that work unchanged", async () => {
  await fillShop();
  const integration = ["integration:create", "--name", "Move", "--all"];
  const { access_token: MAGENTO_TOKEN } = await answerOf<Credentials>(folder, integration);
  const recorded = codeOf(page, "json").map((block) => JSON.stringify(JSON.parse(block)));
  writeFileSync(join(newcomer.files, "access.jsonl"), recorded.join("\n"));
  const token = await signIn(newcomer.rest, "admin", password);
  const output = await newcomer.runCommands(page, {
    names: { "https://shop.example.com": new URL(shop.rest).origin, "--token TOKEN": `--token ${token}` },
    settings: { MAGENTO_TOKEN },
  });
  expect(output).toContain("Usage: portico admin:user:create");
  expect(output).toContain("Nothing was changed: this was a dry run.");
  expect(output).toMatch(/^products +5 +0\n[\s\S]*^products +5 +0\n[\s\S]*^products +5 +0\n[\s\S]*^products +0 +0\n/m);
  expect(output).toMatch(/^Compared [1-9]\d*; 0 differences/m);
  expect(output).toContain("1 request sent, 0 skipped, 0 with differences.");
});
