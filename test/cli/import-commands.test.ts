import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DataFolder, openFolder, portico } from "./portico.js";

/** The answers of a small Magento shop, in the shapes of Magento's public documentation. */
const answers: Readonly<Record<string, unknown>> = {
  "/rest/all/V1/store/websites": [
    { id: 0, code: "admin", name: "Admin", default_group_id: 0 },
    { id: 1, code: "base", name: "Main Website", default_group_id: 1 },
  ],
  "/rest/all/V1/store/storeGroups": [
    {
      id: 1,
      website_id: 1,
      root_category_id: 2,
      default_store_id: 1,
      name: "Main Website Store",
      code: "main_website_store",
    },
  ],
  "/rest/all/V1/store/storeViews": [
    { id: 1, code: "default", name: "Default Store View", website_id: 1, store_group_id: 1, is_active: 1 },
  ],
  "/rest/all/V1/store/storeConfigs": [
    {
      ...{ id: 1, code: "default", website_id: 1, locale: "en_GB", base_currency_code: "GBP" },
      ...{ default_display_currency_code: "GBP", timezone: "Europe/London", weight_unit: "kgs" },
      ...{ base_media_url: "http://magento.example.com/media/", extension_attributes: {} },
    },
  ],
  "/rest/all/V1/taxClasses/search": {
    items: [
      { class_id: 2, class_name: "Taxable Goods", class_type: "PRODUCT" },
      { class_id: 90, class_name: "Odd", class_type: "ODD" },
    ],
    search_criteria: { filter_groups: [], page_size: 200, current_page: 1 },
    total_count: 2,
  },
  "/rest/all/V1/customerGroups/search": {
    items: [
      { id: 0, code: "NOT LOGGED IN", tax_class_id: 3, tax_class_name: "Retail Customer" },
      {
        id: 9,
        code: "Trade",
        tax_class_id: 3,
        tax_class_name: "Retail Customer",
        extension_attributes: { loyalty: 5 },
      },
    ],
    search_criteria: { filter_groups: [], page_size: 200, current_page: 1 },
    total_count: 2,
  },
};

let folder: DataFolder;
let magento: Server;
let url: string;
const requests: string[] = [];
/** Errors that the shop returns before it answers. */
const failures: { status: number; headers: Record<string, string> }[] = [];

beforeAll(async () => {
  folder = await openFolder();
  const created = await portico(folder, [
    ...["admin:user:create", "--admin-user", "mover", "--admin-password", "correct-horse-1"],
    ...["--admin-email", "mover@example.com", "--admin-firstname", "M", "--admin-lastname", "O"],
  ]);
  if (created.code !== 0) throw new Error(created.stderr);
  magento = createServer((request: IncomingMessage, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    requests.push(`${request.method} ${path} ${request.headers.authorization}`);
    const failure = failures.shift();
    const body = answers[path];
    const status = failure?.status ?? (body === undefined ? 404 : 200);
    response.writeHead(status, { "Content-Type": "application/json", ...failure?.headers });
    response.end(
      JSON.stringify(failure || body === undefined ? { message: "Request does not match any route." } : body),
    );
  });
  magento.listen(0, "127.0.0.1");
  await once(magento, "listening");
  url = `http://127.0.0.1:${(magento.address() as AddressInfo).port}`;
});
afterAll(async () => {
  magento.closeAllConnections();
  magento.close();
  await folder[Symbol.asyncDispose]();
});

const at = (name: string) => join(folder.path, name);
const taking = () => [
  ...["magento:import", "--from", `${url}/`, "--token", "secret", "--report", at("report.json")],
  ...["--only", "stores,settings,tax classes,customer groups"],
];

describe("magento:import", () => {
  it("imports a shop that asks it to slow down, keeps ids, and reports data it could not import", async () => {
    failures.push({ status: 429, headers: { "Retry-After": "0" } }, { status: 503, headers: { "Retry-After": "0" } });
    const ended = await portico(folder, taking());
    expect(ended.stderr).toBe("");
    expect(ended.stdout).toMatch(/^Retrying in 0 s: \S+ answered 429: Request does not match any route\.$/m);
    expect(ended.stdout).toMatch(/tax classes +1 +1\n/);
    expect(ended.stdout).toContain("passwords of customers: Magento does not return them");
    expect(ended.code).toBe(1);
    expect(requests.every((request) => request.startsWith("GET ") && request.endsWith(" Bearer secret"))).toBe(true);
    const { problems } = JSON.parse(await readFile(at("report.json"), "utf8")) as { problems: object[] };
    expect(problems).toMatchObject([
      { kind: "tax classes", item: "Odd", severity: "failed" },
      {
        ...{ kind: "customer groups", item: "Trade", severity: "partly" },
        reason: "without the field extension_attributes.loyalty, which Portico does not have",
      },
    ]);
    const config = await portico(folder, ["config:get", "currency/options/base"]);
    expect(config.stdout).toBe("GBP\n");
  });

  it("compares both sides and fails where they differ", async () => {
    const ended = await portico(folder, [...taking(), "--verify"]);
    expect(ended.stdout).toMatch(/customer groups +2 +0\n/);
    expect(ended.stdout).toContain('tax classes Odd: (all) is "not in Portico" instead of "in the source"');
    expect(ended.code).toBe(1);
  });

  it("lists the kinds for an unknown one, and names missing options", async () => {
    const unknown = await portico(folder, ["magento:import", "--from", url, "--token", "x", "--only", "wishes"]);
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('The kind "wishes" does not exist. Kinds: stores,'),
    ]);
    expect((await portico(folder, ["magento:import", "--from", "shop"])).code).toBe(2);
    expect((await portico(folder, ["magento:import", "--from", url])).stderr).toContain("The shop needs a token");
    const keys = ["--token", "x", "--consumer-key", "y"];
    expect((await portico(folder, ["magento:import", "--from", url, ...keys])).stderr).toContain("OAuth needs");
  });
});

describe("compat:replay", () => {
  it("names each field whose value, type or position differs, and skips writes and ignored fields", async () => {
    const websites = "/rest/all/V1/store/websites";
    const recorded = [
      { method: "GET", path: websites, status: 200, answer: answers[websites] },
      {
        ...{ method: "GET", path: "/rest/all/V1/taxClasses/search?searchCriteria", status: 200 },
        answer: { items: [{ class_id: "2", class_name: "Goods" }], search_criteria: {}, total_count: 2 },
      },
      { method: "GET", path: "/rest/all/V1/nowhere", status: 200 },
      { method: "POST", path: "/rest/all/V1/products", body: {}, status: 200 },
    ];
    await writeFile(at("access.jsonl"), recorded.map((line) => JSON.stringify(line)).join("\n"));
    const replaying = [
      "compat:replay",
      at("access.jsonl"),
      "--against",
      url,
      "--ignore",
      "search_criteria,items[*].class_name",
    ];
    const ended = await portico(folder, replaying);
    expect(ended.stdout.split("\n")).toEqual([
      'line 2: GET /rest/all/V1/taxClasses/search?searchCriteria: items[0].class_id is 2 instead of "2"',
      'line 2: GET /rest/all/V1/taxClasses/search?searchCriteria: items[0].class_type is "PRODUCT" instead of absent',
      'line 2: GET /rest/all/V1/taxClasses/search?searchCriteria: items[1] is {"class_id":90,"class_name":"Odd","class_type":"ODD"} instead of absent',
      "line 3: GET /rest/all/V1/nowhere: status is 404 instead of 200",
      "line 4: POST /rest/all/V1/products skipped: it changes data",
      "3 requests sent, 1 skipped, 2 with differences.",
      "",
    ]);
    expect(ended.code).toBe(1);
    await writeFile(at("same.jsonl"), JSON.stringify(recorded[0]));
    expect((await portico(folder, ["compat:replay", at("same.jsonl"), "--against", url])).code).toBe(0);
    await writeFile(at("wrong.jsonl"), "GET /");
    expect((await portico(folder, ["compat:replay", at("wrong.jsonl"), "--against", url])).stderr).toContain(
      "Line 1 is no",
    );
  });
});
