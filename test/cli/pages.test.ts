import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dataFolder, type DataFolder, portico, serveHere, type ServerHere } from "./portico.js";

const run = promisify(execFile);
const hasCurl = await run("curl", ["--version"]).then(
  () => true,
  () => false,
);
const password = "correct-horse-1";

let folder: DataFolder;
let server: ServerHere;
beforeAll(async () => {
  folder = await dataFolder("prepared");
  server = await serveHere(folder, { PORTICO_ADMIN_PASSWORD: password });
}, 120_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Returns the blocks of commands of a page, with the address of the server. */
function blocksOf(page: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs", page), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)```$/gm)].map(([, block = ""]) =>
    block
      .replaceAll("http://127.0.0.1:8080/rest", server.rest.replace(/\/V1\/$/, ""))
      .replace(/^export PORTICO_ADMIN_PASSWORD=….*$/m, "")
      .replaceAll("\\\n", " "),
  );
}

/** Pastes commands into a shell. Fails if one of them fails, or if a request is answered with an error. */
async function paste(script: string): Promise<string> {
  const strict = 'curl() { command curl --fail-with-body "$@"; }';
  const env = { ...process.env, PORTICO_ADMIN_PASSWORD: password };
  const { stdout } = await run("sh", ["-ec", `${strict}\n${script}`], { env });
  return stdout;
}

/** Runs a line with a command of Portico here, because a process for each takes long. */
async function runLine(line: string): Promise<string> {
  const mayFail = line.includes("|| true");
  const { stdout: words } = await run("sh", ["-c", `set -- ${line.replace("|| true", "")}\nprintf '%s\\n' "$@"`]);
  const { code, stdout, stderr } = await portico(folder, words.trimEnd().split("\n").slice(1));
  expect([line, code, stderr]).toEqual([line, mayFail ? 1 : 0, mayFail ? (expect.any(String) as string) : ""]);
  return stdout + stderr;
}

/** Runs a page from its beginning to its end. The first block sets what the requests of the others need. */
async function runPage(page: string): Promise<string> {
  const [preamble = "", ...blocks] = blocksOf(page);
  const lines = blocks.join("\n").split("\n");
  let output = "";
  let requests: string[] = [];
  const flush = async () => {
    if (requests.length > 0) output += await paste([preamble, ...requests].join("\n"));
    requests = [];
  };
  for (const line of lines.filter((one) => one.trim() !== "" && !one.startsWith("#"))) {
    if (!line.startsWith("bin/portico ")) requests.push(line);
    else {
      await flush();
      output += await runLine(line);
    }
  }
  await flush();
  return output;
}

it.skipIf(!hasCurl)("docs/set-up-a-shop.md has commands and requests that work as they are", async () => {
  const output = await runPage("set-up-a-shop.md");
  expect(output).toContain('{"sku":"chair","name":"Chaise","price":49}');
  expect(output).toMatch(/^store view +\d +eu_de +German/m);
  expect(output).toContain('[{"path":"carriers/flatrate/price","value":"7.50","is_own":true}]');
  expect(output).toMatch(/^USD +EUR +0\.92$/m);
  expect(output).toContain(
    "The store view with id 2 cannot be deleted because of products with values of their own (1)",
  );
  expect(output).toContain("cannot be deleted. These administrators have it: jane.");
});

it.skipIf(!hasCurl)("docs/async-and-bulk.md has requests that work as they are", async () => {
  const output = await paste(blocksOf("async-and-bulk.md").join("\n"));
  expect(output).toContain('"identifier":"bulk-2"');
  expect(output).toMatch(/"operation_id":2,"status":3,"entity_id":null,"identifier":null,"message":"[^"]+"/);
});
