import { beforeAll, describe, expect, it } from "vitest";
import { version } from "../../src/platform/process/version.js";
import { readExamples } from "../conformance/write-examples.js";
import { useApp } from "../support/app.js";
import { eventually } from "../support/bulk.js";
import { chromiumPath, saveScreenshot, overflowingElements, signInWith, unnamedControls } from "./chromium.js";
import { useBrowser } from "./use-browser.js";

const executable = chromiumPath();
const sku = "browser-shirt";

// A browser is slow on a busy machine.
describe.skipIf(executable === undefined)("the web interface in a browser", { timeout: 240_000 }, () => {
  const { app, admin } = useApp({ NODE_ENV: "development" });
  const visit = useBrowser("scripts/bundle-explorer.mjs");

  beforeAll(async () => {
    const product = { sku, name: "Shirt", attribute_set_id: 4, type_id: "simple", price: 10 };
    expect((await admin.post("/V1/products", { product })).status).toBe(200);
  });

  const priceNow = async () =>
    (await admin.post("/V1/products/base-prices-information", { skus: [sku] })).body[0].price;

  it.each([
    { name: "landing-light", width: 1280, colorScheme: "light" },
    { name: "landing-dark", width: 1280, colorScheme: "dark" },
    { name: "landing-phone", width: 390, colorScheme: "dark" },
  ] as const)("shows addresses, health and requests ($name)", async ({ name, ...looks }) => {
    await using visited = await visit(`${app.url}/`, looks);
    const { page, problems } = visited;
    expect(await page.title()).toBe("Portico");
    expect(await page.textContent(".health")).toContain("working");
    expect(await page.locator(".request pre").count()).toBe(4);
    expect(await page.locator("dd a").first().getAttribute("href")).toBe(`${app.url}/swagger`);
    await saveScreenshot(page, name);
    expect(await overflowingElements(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each([
    { name: "docs", width: 1280, colorScheme: "light" },
    { name: "docs-phone", width: 390, colorScheme: "dark" },
  ] as const)("searches the documentation ($name)", async ({ name, ...looks }) => {
    await using visited = await visit(`${app.url}/docs/price-guard-rails.html`, looks);
    const { page, problems } = visited;
    await page.fill("#search", "idempotency key");
    await page.locator("#found a").first().waitFor();
    await saveScreenshot(page, name);
    const target = (await page.locator("#found a").first().getAttribute("href")) ?? "";
    expect(target).toMatch(/^[\w-]+\.html#[\w-]+$/);
    await page.press("#search", "Enter");
    await page.waitForURL(`**/docs/${target}`);
    expect(await page.locator("nav [aria-current]").count()).toBe(1);
    // Only tables and code scroll.
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(await unnamedControls(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("shows more routes once a token is set, and tries one of them out", async () => {
    await using visited = await visit(`${app.url}/swagger`);
    const { page, problems } = visited;
    await page.waitForSelector(".opblock");
    const note = page.locator("#note");
    expect(await note.textContent()).toMatch(/^You are a guest and can call \d+ routes?\. Sign in to see more/);
    expect(await page.locator('[data-path="/V1/products/base-prices"]').count()).toBe(0);
    const first = page.locator(".opblock").first();
    await first.locator(".opblock-summary").click();
    await first.locator(".opblock-body").waitFor();
    expect(await first.getByRole("button", { name: "Try it out" }).count()).toBe(0);

    // The page would scroll to the operation of its address at some moment after signing in.
    await page.evaluate("history.replaceState(null, '', location.pathname)");
    await signInWith(page, admin.token ?? "");
    await note.getByText("You are an administrator").waitFor();
    await page.evaluate("scrollTo(0, 0)");
    await saveScreenshot(page, "swagger-light");

    // Of a hundred and more rows, the page has only those in view; the filter leaves fewer.
    await page.locator(".operation-filter-input").fill("products");
    const tag = page.locator('[data-tag="products"]');
    const operation = page.locator(".opblock", { has: page.locator('[data-path="/V1/products/base-prices"]') });
    const open = async () => {
      await tag.scrollIntoViewIfNeeded();
      if ((await tag.getAttribute("data-is-open")) === "false") await tag.click();
      return operation.count();
    };
    await eventually(open, 60).toBe(1);
    await operation.locator(".opblock-summary").click();
    await operation.getByRole("button", { name: "Try it out" }).click();
    await operation.locator("textarea").fill(JSON.stringify({ prices: [{ sku, store_id: 0, price: 12.5 }] }));
    expect(await priceNow()).toBe(10);
    await operation.getByRole("button", { name: "Execute" }).click();
    const answered = operation.locator(".live-responses-table .response-col_status").getByText("200");
    await answered.waitFor();
    await answered.scrollIntoViewIfNeeded();
    await saveScreenshot(page, "swagger-tried-out");
    expect(await priceNow()).toBe(12.5);
    expect(problems).toEqual([]);
  });

  it.each(["openapi3", "swagger2"])(
    "lets swagger-client, which the page contains, create, price, find and delete a product (%s)",
    async (format) => {
      await using visited = await visit(`${app.url}/swagger`);
      const { page, problems } = visited;
      await page.waitForSelector(".opblock");
      const results = await page.evaluate(
        storyOfSwaggerClient({ format, token: admin.token ?? "", sku: `swagger-${format}` }),
      );
      expect(results).toEqual([
        { status: 200, body: expect.objectContaining({ sku: `swagger-${format}`, price: 4 }) },
        { status: 200, body: [] },
        { status: 200, body: { items: [{ sku: `swagger-${format}`, price: 5.5 }], total_count: 1 } },
        { status: 200, body: true },
        { status: 404, body: expect.objectContaining({ message: expect.any(String) }) },
      ]);
      // The browser itself reports the 404.
      expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
    },
  );

  it("shows an operation with the body and the response of a call, and names every control", async () => {
    await using visited = await visit(`${app.url}/swagger`);
    const { page } = visited;
    expect(await page.locator(".bar").textContent()).toContain(`Portico ${version}`);
    await page.waitForSelector(".opblock");
    await signInWith(page, admin.token ?? "");
    await page.locator("#note").getByText("You are an administrator").waitFor();
    const tag = page.locator('[data-tag="taxClasses"]');
    expect(await tag.textContent()).toContain("Classes of products and customers");
    await tag.click();
    const operation = page.locator(".opblock", { has: page.locator('[data-path="/V1/taxClasses"]') });
    await operation.locator(".opblock-summary").click();
    const { body, answer } = readExamples()["POST /V1/taxClasses"] ?? {};
    const readJsonIn = async (part: string): Promise<unknown> =>
      JSON.parse((await operation.locator(`${part} pre`).first().textContent()) ?? "");
    expect(await readJsonIn(".opblock-section-request-body")).toEqual(body);
    expect(await readJsonIn(".responses-inner")).toEqual(answer);
    await operation.getByRole("button", { name: "Try it out" }).click();
    await operation.scrollIntoViewIfNeeded();
    await saveScreenshot(page, "swagger-example");
    expect(await unnamedControls(page)).toEqual([]);
  });

  it("reports an unknown token", async () => {
    await using visited = await visit(`${app.url}/swagger`);
    const { page } = visited;
    await page.waitForSelector(".opblock");
    await signInWith(page, "no-such-token");
    await page.getByText("This token is unknown or has expired").waitFor();
    await page.locator(".opblock").first().waitFor();
  });

  it("shows the asynchronous and bulk routes of a store view, dark and at the width of a phone", async () => {
    await using visited = await visit(`${app.url}/swagger?store=default&type=bulk`, {
      width: 390,
      colorScheme: "dark",
    });
    const { page, problems } = visited;
    await page.waitForSelector(".opblock");
    await signInWith(page, admin.token ?? "");
    await page.locator("#note").getByText("You are an administrator").waitFor();
    expect(await page.locator(".servers option").first().textContent()).toContain("/rest/default");
    const tag = page.locator('[data-tag="products"]');
    if ((await tag.getAttribute("data-is-open")) === "false") await tag.click();
    await page.locator('[data-path="/async/bulk/V1/products/base-prices"]').waitFor();
    await saveScreenshot(page, "swagger-bulk-phone");
    expect(await overflowingElements(page)).toEqual([]);
    await page.getByRole("link", { name: "Asynchronous", exact: true }).click();
    await page.waitForURL(/store=default&type=async/);
    await page.waitForSelector(".opblock");
    expect(problems).toEqual([]);
  });

  it("reports a store view that does not exist", async () => {
    await using visited = await visit(`${app.url}/swagger?store=nowhere`);
    await visited.page.getByText('The store view "nowhere" does not exist.').waitFor();
  });

  it("runs a query in the GraphQL explorer", async () => {
    await using visited = await visit(`${app.url}/graphql`);
    const { page, problems } = visited;
    await page.waitForSelector(".graphiql-execute-button");
    await page.getByRole("button", { name: "Headers" }).click();
    const headers = page.locator(".graphiql-editor-tool .graphiql-editor:not(.hidden) .CodeMirror");
    await headers.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${admin.token ?? ""}` }));
    await page.locator(".graphiql-query-editor .CodeMirror").click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(`{ product(sku: "${sku}") { name } }`);
    // With several operations, as initially, the button opens a menu.
    await page.click(".graphiql-execute-button:not([aria-haspopup])");
    await page.locator(".result-window").getByText('"Shirt"').waitFor();
    await saveScreenshot(page, "graphql-explorer");
    await page.setViewportSize({ width: 390, height: 844 });
    for (const part of [".graphiql-query-editor", ".result-window"]) {
      expect((await page.locator(part).boundingBox())?.width).toBeGreaterThan(250);
    }
    await saveScreenshot(page, "graphql-explorer-phone");
    expect(problems).toEqual([]);
  });
});

/** A program for the reference page: creates, prices, finds and deletes a product with swagger-client, in either format. */
const storyOfSwaggerClient = (given: {
  readonly format: string;
  readonly token: string;
  readonly sku: string;
}) => `(async () => {
  const { format, token, sku } = ${JSON.stringify(given)};
  const headers = { Authorization: "Bearer " + token };
  const spec = await (await fetch("/rest/all/schema?format=" + format, { headers })).json();
  const { fn } = SwaggerUIBundle({ spec, domNode: document.createElement("div") }).getSystem();
  const isOld = format === "swagger2";
  const securities = { authorized: { bearer: { value: isOld ? headers.Authorization : token } } };
  const results = [];
  const run = async (operationId, parameters, body) => {
    const sent = isOld
      ? { parameters: { ...parameters, ...(body ? { [operationId + "Body"]: body } : {}) } }
      : { parameters, requestBody: body, requestContentType: "application/json" };
    const options = { spec, operationId, securities, contextUrl: location.origin, ...sent };
    const answer = await fn.execute(options).catch((error) => error.response ?? Promise.reject(error));
    results.push({ status: answer.status, body: answer.body ?? JSON.parse(answer.text) });
  };
  const product = { sku, name: "Swagger", attribute_set_id: 4, type_id: "simple", price: 4 };
  await run("PostV1Products", {}, { product });
  await run("PostV1ProductsBaseprices", {}, { prices: [{ sku, store_id: 0, price: 5.5 }] });
  const filter = "searchCriteria[filterGroups][0][filters][0]";
  const query = { [filter + "[field]"]: "sku", [filter + "[value]"]: sku, fields: "items[sku,price],total_count" };
  await run("GetV1Products", query);
  await run("DeleteV1ProductsSku", { sku });
  await run("GetV1ProductsSku", { sku });
  return results;
})()`;
