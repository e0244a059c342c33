import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImportOptions, importShop, verifyShop } from "../../../src/extras/magento-import/import-shop.js";
import type { Source } from "../../../src/extras/magento-import/kind.js";
import { createServices, type Services } from "../../../src/services.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client, Reply } from "../../support/client.js";
import { processOf } from "./local-process.js";

const [first, second] = ["first", "second"];
const listener = { onProgress: () => undefined, onKindEnd: () => undefined };

/** A red square of one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

let source: TestApp;
let target: TestApp;
let reader: Client;
let services: Services;

beforeAll(async () => {
  [source, target] = await Promise.all([startApp(), startApp()]);
  reader = await source.asAdmin();
  services = createServices(target.config, target.db, pino({ level: "silent" }));
  for (const sku of [first, second]) {
    const product = { sku, name: sku, price: 9, type_id: "downloadable", attribute_set_id: 4 };
    await saved(reader.post("/V1/products", { product }));
  }
  // The ids of the parts of the first product lie between those of the second one.
  for (const [at, sku] of [second, first, first, second].entries()) await addParts(sku, at + 1);
});
afterAll(async () => {
  await services.media.stop();
  await Promise.all([source[Symbol.asyncDispose](), target[Symbol.asyncDispose]()]);
});

async function saved(reply: Promise<Reply>): Promise<void> {
  const { status, text } = await reply;
  expect([status, text]).toEqual([200, text]);
}

/** Adds an option with a value, an image, a link and a sample to a product. */
async function addParts(sku: string, at: number): Promise<void> {
  const [title, sort_order] = [`part ${at}`, at];
  const values = [{ title, sort_order, price: 1, price_type: "fixed" }];
  const option = { product_sku: sku, title, type: "drop_down", is_require: false, sort_order, values };
  const content = { base64_encoded_data: pixel, type: "image/png", name: `part-${at}.png` };
  const entry = { media_type: "image", label: title, position: at, disabled: false, types: [], content };
  const url = `https://files.example.com/${at}`;
  const link = { title, sort_order, price: 1, number_of_downloads: 0, is_shareable: 1 };
  await saved(reader.post("/V1/products/options", { option }));
  await saved(reader.post(`/V1/products/${sku}/media`, { entry }, { store: "all" }));
  await saved(
    reader.post(`/V1/products/${sku}/downloadable-links`, { link: { ...link, link_type: "url", link_url: url } }),
  );
  await saved(
    reader.post(`/V1/products/${sku}/downloadable-links/samples`, {
      sample: { title, sort_order, sample_type: "url", sample_url: url },
    }),
  );
}

const shop = (): Source => ({
  get: async (path, store = "all") => (await reader.get(`/V1${path}`, { store })).body as unknown,
  ask: async (path, body) => (await reader.post(`/V1${path}`, body, { store: "all" })).body as unknown,
  file: async (url) => Buffer.from(await (await fetch(url)).arrayBuffer()),
});

const options = (): ImportOptions => ({
  ...{ url: source.url, source: shop(), isRestart: false, withImages: true, pageSize: 5 },
  mediaUrl: `${source.url}/media/`,
});

/** Returns the titles of the parts of a product. */
async function partsOf(client: Client, sku: string) {
  const { body } = await client.get(`/V1/products/${sku}`);
  const { downloadable_product_links: links, downloadable_product_samples: samples } = body.extension_attributes;
  const titles = (parts: readonly { readonly title: string }[]) => parts.map(({ title }) => title);
  return {
    options: titles(body.options),
    values: (body.options as { values: { title: string }[] }[]).flatMap(({ values }) => titles(values)),
    images: (body.media_gallery_entries as { label: string }[]).map(({ label }) => label),
    links: titles(links),
    samples: titles(samples),
  };
}

describe("an import of products whose parts have ids between those of other products", () => {
  it("imports all options, values, images, links and samples, and verifies them", async () => {
    const local = await processOf(target, services);
    const { problems } = await importShop(local, options(), listener);
    expect(problems.filter(({ severity }) => severity !== "id" && severity !== "partly")).toEqual([]);
    const client = await target.asAdmin();
    for (const sku of [first, second]) expect(await partsOf(client, sku)).toEqual(await partsOf(reader, sku));
    const [one, two] = [
      ["part 2", "part 3"],
      ["part 1", "part 4"],
    ];
    expect((await partsOf(client, first)).values).toEqual(one);
    expect((await partsOf(client, second)).values).toEqual(two);
    const found = await verifyShop(local, options(), () => undefined);
    expect(found.flatMap(({ differences }) => differences)).toEqual([]);
  });
});
