import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";
import { hasCurl } from "../support/curl.js";
import { answerOf, dataFolder, serveInProcess, signIn } from "./portico.js";

// The sample data takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const password = "horse7battery";

/** Returns the commands of a section of the README. */
async function commandsOf(title: string): Promise<string> {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [, section = ""] = readme.split(`### ${title}\n`);
  const [text = ""] = section.split(/^##/m);
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands).join("\n");
}

it.skipIf(!hasCurl)("places, invoices, ships and refunds the order of the README, pasted into a shell", async () => {
  await using folder = await dataFolder("prepared");
  await using server = await serveInProcess(folder, { PORTICO_ADMIN_PASSWORD: password });
  await answerOf(folder, ["sampledata:deploy", "--products", "20"]);
  const token = String(await signIn(server.rest, "admin", password));
  const commands = `${await commandsOf("An order in five calls")}\necho "placed $ORDER"`;
  const env = { ...process.env, REST: server.rest.replace(/\/V1\/$/, ""), TOKEN: token };
  const { stdout } = await promisify(execFile)("sh", ["-ec", commands], { env });
  expect(stdout).not.toContain('"message"');
  const [, id] = /placed (\d+)/.exec(stdout) ?? [];
  const answer = await fetch(`${server.rest}orders/${id}`, { headers: { Authorization: `Bearer ${token}` } });
  const order = (await answer.json()) as { readonly total_paid: number; readonly grand_total: number };
  expect(order).toMatchObject({
    state: "complete",
    customer_email: "ada@example.com",
    items: [{ sku: "sample-simple-00001", qty_invoiced: 2, qty_shipped: 2, qty_refunded: 1 }],
  });
  expect(order.total_paid).toBe(order.grand_total);
});

it.skipIf(!hasCurl)(
  "sets the prices of the README at once, in a bulk and over GraphQL, pasted into a shell",
  async () => {
    await using folder = await dataFolder("prepared");
    await using server = await serveInProcess(folder, { PORTICO_ADMIN_PASSWORD: password });
    await answerOf(folder, ["sampledata:deploy", "--products", "20"]);
    const files = await mkdtemp(join(tmpdir(), "portico-readme-"));
    const titles = ["Ten thousand prices in one call", "Asynchronous and bulk calls", "GraphQL"];
    const commands = (await Promise.all(titles.map(commandsOf)))
      .join("\n")
      .replaceAll("http://127.0.0.1:8080", server.rest.replace(/\/rest\/V1\/$/, ""))
      .replace("time curl", "curl")
      .replaceAll("curl -sS", "curl --fail-with-body -sS");
    const TOKEN = String(await signIn(server.rest, "admin", password));
    const env = { ...process.env, REST: server.rest.replace(/\/V1\/$/, ""), TOKEN };
    const { stdout } = await promisify(execFile)("sh", ["-ec", commands], { env, cwd: files });
    await rm(files, { recursive: true });
    expect(stdout).toContain('"bulk_id"');
    expect(stdout).toContain('{"data":{"updateSpecialPrices":[]}}');
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const priced =
      "searchCriteria[filter_groups][0][filters][0][field]=price&searchCriteria[filter_groups][0][filters][0][value]=9.99";
    const found = (await (await fetch(`${server.rest}products?${priced}`, { headers })).json()) as {
      readonly total_count: number;
    };
    expect(found.total_count).toBeGreaterThan(0);
  },
);
