import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { settings } from "../../src/config.js";
import { hasCurl } from "../support/curl.js";
import { codeOf, DocShop } from "./doc-page.js";
import { answerOf } from "./portico.js";

const docs = join(import.meta.dirname, "../../docs");
let newcomer: DocShop;
beforeAll(async () => {
  const PORTICO_CALLBACK_SECRET = `whsec_${randomBytes(32).toString("base64")}`;
  newcomer = await DocShop.start({ PORTICO_CALLBACK_HOSTS: "erp.example.com", PORTICO_CALLBACK_SECRET });
}, 120_000);
afterAll(() => newcomer[Symbol.asyncDispose]());

it.skipIf(!hasCurl)("docs/set-up-a-shop.md has commands and requests that work unchanged", async () => {
  const output = await newcomer.runPage("set-up-a-shop.md");
  expect(output).toContain('{"sku":"chair","name":"Silla","price":49}');
  expect(output).toMatch(/^store view +\d +uk_en +English/m);
  expect(output).toContain('[{"path":"carriers/flatrate/price","value":"7.50","is_own":true}]');
  expect(output).toMatch(/^USD +EUR +0\.92$/m);
  expect(output).toContain("The store view with id 2 cannot be deleted because of products with store view values (1)");
  expect(output).toContain("cannot be deleted. These administrators have it: jane.");
});

it.skipIf(!hasCurl)("docs/async-and-bulk.md has requests that work unchanged", async () => {
  const output = await newcomer.runPage("async-and-bulk.md");
  expect(output).toContain('"identifier":"bulk-2"');
  expect(output).toMatch(/"operation_id":2,"status":3,"entity_id":null,"identifier":null,"message":"[^"]+"/);
});

describe.skipIf(!hasCurl)("a shop with sample data", () => {
  beforeAll(() => answerOf(newcomer.folder, ["sampledata:deploy", "--products", "20"]), 120_000);

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
    ["events.md", ['"next":"', '"type":"order.placed"', "  order.placed  {", "whsec_", '"name":"ERP"']],
    ["rest.md", ['"sku":"sample-simple-00001"', '"total_count":', '"swagger":"2.0"', '"bulk_uuid"']],
    ["graphql.md", ['"has_next_page":true', '"saveCustomerGroup":{"id":']],
  ])("accepts the requests and commands of docs/%s unchanged", async (page, expected) => {
    const output = await newcomer.runPage(page);
    expect(expected.filter((text) => !output.includes(text))).toEqual([]);
  });

  it("accepts those of docs/graphql.md, including the subscription client, which follows a bulk to its end", async () => {
    const [preamble = ""] = newcomer.blocksOf("graphql.md");
    const bulk = newcomer.located(`curl -sS http://127.0.0.1:8080/rest/async/V1/products/cost \\
      -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
      -d '{"prices":[{"sku":"sample-simple-00003","store_id":0,"cost":3}]}'`);
    const signedIn = preamble.replace(/^curl [\s\S]*/m, "");
    const output = await newcomer.paste(`${signedIn}\necho "$TOKEN"\n${bulk}`);
    const [, TOKEN = "", BULK = ""] = /^(\w+)[\s\S]*"bulk_uuid":"([^"]+)"/.exec(output) ?? [];
    const [code = ""] = codeOf("graphql.md", "js");
    expect(await newcomer.runModule(code, { TOKEN, BULK })).toMatch(
      /\{ complete_count: 1, waiting: 0, is_finished: true \}\n$/,
    );
  });
});

it("docs/checkout.md has commands that work unchanged", async () => {
  await newcomer.runPage("checkout.md");
  expect(readFileSync(join(newcomer.files, "tablerates.csv"), "utf8")).toContain("US,CA,90210,10");
});

it("docs/operations.md has backup commands that work unchanged", async () => {
  expect(await newcomer.runCommands("operations.md")).toMatch(/restored/i);
});

describe("settings named in the documentation", () => {
  const pages = readdirSync(docs).filter((name) => name.endsWith(".md"));

  it.each(pages)("exist (docs/%s)", (page) => {
    const text = readFileSync(join(docs, page), "utf8");
    const named = [...text.matchAll(/\bPORTICO_[A-Z0-9_]+\b(?!\*)/g)].map(([name]) => name);
    expect(named.filter((name) => !(name in settings))).toEqual([]);
  });

  it("are shown in a Kubernetes example that is valid YAML", () => {
    const text = readFileSync(join(docs, "deployment.md"), "utf8");
    const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
    const [deployment] = parseAllDocuments(yaml);
    expect(deployment?.errors).toEqual([]);
    expect(deployment?.toJS()).toMatchObject({ kind: "Deployment", spec: { replicas: 3 } });
  });
});
