import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDifferences, pathPattern } from "../../../src/extras/magento-import/compare.js";
import {
  type ImportOptions,
  importShop,
  runDryImport,
  verifyShop,
} from "../../../src/extras/magento-import/import-shop.js";
import type { Source } from "../../../src/extras/magento-import/kind.js";
import type { LocalProcess } from "../../../src/extras/magento-import/shops/local-shop.js";
import { RemoteShop } from "../../../src/extras/magento-import/shops/remote-shop.js";
import { deploySampleData } from "../../../src/extras/sampledata/deploy-sample-data.js";
import { createServices, type Services } from "../../../src/services.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { integration } from "../../support/oauth.js";
import { fillShop } from "./full-shop.js";
import { processOf } from "./local-process.js";

let source: TestApp;
let reader: Client;
let target: TestApp;
let services: Services;
let local: LocalProcess;
let shop: RemoteShop;

const listener = { onProgress: () => undefined, onKindEnd: () => undefined };

beforeAll(async () => {
  [source, target] = await Promise.all([startApp(), startApp()]);
  await deploySampleData(source.db, 12, () => undefined);
  reader = await source.asAdmin();
  await fillShop(reader);
  services = createServices(target.config, target.db, pino({ level: "silent" }));
  local = await processOf(target, services);
  shop = await signingShop();
});
afterAll(async () => {
  await services.media.stop();
  await Promise.all([source[Symbol.asyncDispose](), target[Symbol.asyncDispose]()]);
});

/** Reads the source with the four keys of an integration. */
async function signingShop(): Promise<RemoteShop> {
  const { credentials } = await integration(source);
  const access = {
    ...{ consumerKey: credentials.consumer_key, consumerSecret: credentials.consumer_secret },
    ...{ token: credentials.access_token, tokenSecret: credentials.access_token_secret },
  };
  return new RemoteShop({ url: source.url, access, parallel: 4 });
}

const options = (more: Partial<ImportOptions> = {}): ImportOptions => ({
  ...{ url: source.url, source: shop, isRestart: false, withImages: true, pageSize: 5 },
  mediaUrl: `${source.url}/media/`,
  ...more,
});

/** Returns a source whose connection is lost permanently after a number of answers for a path. */
function brokenAfter(answers: number, path: string): Source {
  let left = answers;
  return {
    get: (asked, store) => {
      if (asked.startsWith(path) && --left < 0) return Promise.reject(new Error("the power went out"));
      return shop.get(asked, store);
    },
    ask: (asked, body) => shop.ask(asked, body),
    file: (url) => shop.file(url),
  };
}

/** Reads whose answers must be equal on both sides, for clients that know ids. */
const reads = [
  ...["/V1/store/websites", "/V1/store/storeGroups", "/V1/store/storeViews", "/V1/products/coat"],
  ...["/V1/products?searchCriteria[pageSize]=50", "/V1/categories", "/V1/products/attributes/fabric"],
  ...["/V1/customers/search?searchCriteria[pageSize]=9", "/V1/customerGroups/search?searchCriteria[pageSize]=9"],
  ...["/V1/orders?searchCriteria[pageSize]=9", "/V1/invoices?searchCriteria[pageSize]=9"],
  ...["/V1/shipments?searchCriteria[pageSize]=9", "/V1/creditmemos?searchCriteria[pageSize]=9"],
  ...["/V1/salesRules/search?searchCriteria[pageSize]=9", "/V1/coupons/search?searchCriteria[pageSize]=9"],
  ...["/V1/taxRates/search?searchCriteria[pageSize]=9", "/V1/taxRules/search?searchCriteria[pageSize]=9"],
  ...["/V1/inventory/stocks?searchCriteria"],
];

/** Fields that differ: times of the copy, and addresses and secrets of the server. */
const own = ["updated_at", "created_at", "protect_code", "stock_item.item_id", "search_criteria"].map(pathPattern);

describe("an import of a shop", () => {
  it("can be tried without changes, continues after an interruption, and makes Portico return the same responses as the shop", async () => {
    const client = await target.asAdmin();
    const before = await client.get("/V1/products/attributes?searchCriteria[pageSize]=200");
    const nextStore = await readNextStore();
    const tried = await runDryImport(local, options(), listener);
    expect(tried.problems.filter(({ severity }) => severity !== "partly")).toEqual([]);
    expect((await client.get("/V1/products/attributes?searchCriteria[pageSize]=200")).body).toEqual(before.body);
    expect((await client.get("/V1/products?searchCriteria")).body.total_count).toBe(0);
    expect(await readNextStore()).toEqual(nextStore);

    const broken = importShop(local, options({ source: brokenAfter(8, "/products?") }), listener);
    await expect(broken).rejects.toThrow("the power went out");
    const half = (await client.get("/V1/products?searchCriteria&fields=total_count")).body.total_count as number;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(13);

    const { problems, kinds, isContinued } = await importShop(local, options(), listener);
    expect(isContinued).toBe(true);
    expect(problems.filter(({ severity }) => severity !== "partly")).toEqual([]);
    expect(kinds.find(({ kind }) => kind === "products")).toMatchObject({ total: 13, written: 13, failed: 0 });
    expect(await differences()).toEqual([]);
    const found = await Promise.all(
      reads.map(async (path) => {
        const [one, other] = await Promise.all([reader.get(path), client.get(path)]);
        return findDifferences(one.body, other.body, own).map((difference) => ({ path, ...difference }));
      }),
    );
    expect(found.flat()).toEqual([]);
  });

  it("sends no emails and deducts no stock", async () => {
    expect(await target.db.query("select kind from mail")).toEqual([]);
    expect(await target.db.query("select quantity::float from inventory_source_item where sku = 'coat'")).toEqual(
      await source.db.query("select quantity::float from inventory_source_item where sku = 'coat'"),
    );
  });

  it("imports later changes without duplicates, and notes another id if one is taken", async () => {
    const client = await target.asAdmin();
    const taken = await client.post("/V1/products", {
      product: { sku: "own", name: "Own", attribute_set_id: 4, price: 1 },
    });
    await reader.post("/V1/products", { product: { sku: "new", name: "New", attribute_set_id: 4, price: 2 } });
    await reader.put("/V1/products/coat", { product: { sku: "coat", price: 77 } });
    await reader.post("/V1/orders/2/cancel");
    const { problems } = await importShop(local, options({ since: "last" }), listener);
    const id = taken.body.id as number;
    expect(problems).toContainEqual(
      expect.objectContaining({
        kind: "products",
        item: "new",
        severity: "id",
        reason: `id changed from ${id} to ${id + 1_000_000}`,
      }),
    );
    expect((await client.get("/V1/products/coat?fields=price,options[option_id]")).body).toEqual(
      (await reader.get("/V1/products/coat?fields=price,options[option_id]")).body,
    );
    expect(await differences()).toEqual([]);
  });

  it("records new store views in the audit log, and leaves Portico's default one enabled", async () => {
    const created = "select distinct name from audit_event where event = 'store view created' order by name";
    expect(await target.db.query(created)).toEqual([{ name: "ch" }, { name: "de" }, { name: "fr" }]);
    await source.db.execute("update store set is_active = 0 where code in ('default', 'fr')");
    const { problems } = await importShop(local, options({ only: ["stores"] }), listener);
    await source.db.execute("update store set is_active = 1 where code = 'default'");
    expect(problems.filter(({ item }) => item === "store view default")).toMatchObject([
      { severity: "partly", reason: expect.stringContaining("needs its default store view") as string },
    ]);
    const states = "select code, is_active from store where code in ('default', 'fr') order by code";
    expect(await target.db.query(states)).toEqual([
      { code: "default", is_active: 1 },
      { code: "fr", is_active: 0 },
    ]);
  });

  it("continues an earlier import only if that covers the requested changes", async () => {
    const quick = (more: Partial<ImportOptions>) => options({ withImages: false, pageSize: 50, ...more });
    const end = (more: Partial<ImportOptions>) =>
      importShop(local, quick({ source: brokenAfter(0, "/customers/search"), ...more }), listener).catch(
        () => undefined,
      );
    const again = async (more: Partial<ImportOptions>) => (await importShop(local, quick(more), listener)).isContinued;
    await end({ since: "2026-01-31 12:00:00" });
    expect(await again({ since: "2026-01-31 12:00:00" })).toBe(true);
    await end({ since: "2026-01-31 12:00:00" });
    expect(await again({ since: "2026-01-31" })).toBe(false);
    await end({ since: "last" });
    expect(await again({})).toBe(false);
    await end({});
    expect(await again({ isRestart: true })).toBe(false);
    expect(await again({ since: "last" })).toBe(false);
    expect(await again({ only: ["stores"] })).toBe(false);
    expect(await again({})).toBe(false);
  });

  it("keeps the images of a product that is imported again without images", async () => {
    await importShop(local, options({ withImages: false, only: ["products"] }), listener);
    const client = await target.asAdmin();
    const { body } = await client.get("/V1/products/coat?fields=media_gallery_entries[label]");
    expect(body).toEqual({ media_gallery_entries: [{ label: "Front" }] });
  });

  it("names each field that differs in a comparison", async () => {
    const client = await target.asAdmin();
    await client.put("/V1/products/coat", { product: { sku: "coat", name: "Jacket" } }, { store: "all" });
    const { body: coat } = await client.get("/V1/products/coat");
    const [image] = coat.media_gallery_entries;
    const option = (coat.options as { option_id: number; title: string }[]).find(({ title }) => title === "Monogram");
    const entry = { ...image, label: "Back", types: [] };
    const changed = [
      await client.put(`/V1/products/coat/media/${image.id}`, { entry }, { store: "all" }),
      await client.put(`/V1/products/options/${option?.option_id}`, { option: { ...option, price: 6 } }),
    ];
    expect(changed).toMatchObject([{ status: 200 }, { status: 200 }]);
    await target.db.execute("update sales_order_payment set method = 'free' where entity_id = 1");
    const [order] = await target.db.query<{ increment_id: string }>(
      "select o.increment_id from sales_order o join sales_order_payment p on p.parent_id = o.entity_id where p.entity_id = 1",
    );
    const coatDiffers = { kind: "products", item: "coat" };
    expect(await differences()).toEqual([
      { ...coatDiffers, field: "name", expected: "Coat", actual: "Jacket" },
      ...["image_label", "thumbnail_label"].map((attribute_code) => ({
        ...coatDiffers,
        field: `custom_attributes[${attribute_code}]`,
        expected: { attribute_code, value: "Front" },
        actual: null,
      })),
      { ...coatDiffers, field: `media_gallery_entries[${image.id}].label`, expected: "Front", actual: "Back" },
      {
        ...coatDiffers,
        field: `media_gallery_entries[${image.id}].types`,
        expected: ["image", "thumbnail"],
        actual: [],
      },
      { ...coatDiffers, field: `options[${option?.option_id}].price`, expected: 5, actual: 6 },
      { kind: "orders", item: order?.increment_id, field: "payment.method", expected: "checkmo", actual: "free" },
    ]);
  });
});

const differences = async () =>
  (await verifyShop(local, options(), () => undefined)).flatMap((kind) => kind.differences);

const readNextStore = () => target.db.query("select last_value::int, is_called from store_id_seq");
