import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
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
