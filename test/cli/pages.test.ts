import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, dataFolder, type DataFolder, portico, serveHere, type ServerHere } from "./portico.js";

const run = promisify(execFile);
const hasCurl = await run("curl", ["--version"]).then(
  () => true,
  () => false,
);
const password = "correct-horse-1";

let folder: DataFolder;
let server: ServerHere;
/** The folder of files that pages write and read. */
const files = mkdtempSync(join(tmpdir(), "portico-pages-"));
beforeAll(async () => {
  folder = await dataFolder("prepared");
  server = await serveHere(folder, { PORTICO_ADMIN_PASSWORD: password });
}, 120_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
  rmSync(files, { recursive: true });
});

/** Returns the blocks of commands of a page, with the address of the server. */
function blocksOf(page: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs", page), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)```$/gm)].map(([, block = ""]) =>
    block
      .replaceAll("http://127.0.0.1:8080/rest", server.rest.replace(/\/V1\/$/, ""))
      .replace(/^export PORTICO_ADMIN_PASSWORD=….*$/m, "")
      .replaceAll(/(?<=[ @])(prices|failed|exported|tablerates)\.csv/g, (name) => join(files, name))
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

/** Runs a page from its beginning to its end. A block that signs in comes before all requests. */
async function runPage(page: string): Promise<string> {
  const isPreamble = (block: string) => block.includes("export TOKEN=");
  const preamble = blocksOf(page).find(isPreamble) ?? "";
  const lines = blocksOf(page)
    .filter((block) => !isPreamble(block))
    .flatMap((block) => block.split("\n"));
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

describe.skipIf(!hasCurl)("the pages about prices have requests and commands that work as they are", () => {
  beforeAll(() => answerOf(folder, ["sampledata:deploy", "--products", "20"]), 120_000);

  it.each([
    [
      "prices-in-bulk.md",
      [
        "no-such-product",
        '"old" : {"price" : 49.9}',
        '"operation_id":1,"status":1',
        '"old":{"price":44.9},"new":{"price":49.9}',
      ],
    ],
    ["price-history.md", ['{"restored":1,"left":[]}', '"lowest_price":18.9']],
    ["price-files.md", ['"written":1', "base,sample-simple-00002,-1,invalid_price", '"state":"open"']],
    ["price-guard-rails.md", ['"max_rise_percent":50', '"kind":"tier"']],
  ])("docs/%s", async (page, expected) => {
    const output = await runPage(page);
    expect(expected.filter((text) => !output.includes(text))).toEqual([]);
  });
});

it("docs/checkout.md has commands that work as they are", async () => {
  await runPage("checkout.md");
  expect(readFileSync(join(files, "tablerates.csv"), "utf8")).toContain("US,CA,90210,10");
});
