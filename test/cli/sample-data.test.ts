import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isVariation, sampleProduct } from "../../src/extras/sampledata/sample-products.js";
import {
  answerOf,
  dataFolder,
  type DataFolder,
  portico,
  serveInProcess,
  type InProcessServer,
  signIn,
} from "./portico.js";

// The sample data takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const password = "horse7battery";

let folder: DataFolder;
let server: InProcessServer;
let token: string;
beforeAll(async () => {
  folder = await dataFolder("prepared");
  server = await serveInProcess(folder, { PORTICO_ADMIN_PASSWORD: password });
  token = String(await signIn(server.rest, "admin", password));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const deploy = (count: number) => answerOf(folder, ["sampledata:deploy", "--products", String(count)]);

async function get(path: string, store?: string) {
  const rest = store === undefined ? server.rest : server.rest.replace("/rest/", `/rest/${store}/`);
  const answer = await fetch(`${rest}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  // oxlint-disable-next-line typescript/no-explicit-any -- the assertions say what it is
  return (await answer.json()) as any;
}

/** A page of orders or documents. */
interface Listed {
  readonly total_count: number;
  readonly items: readonly {
    readonly state?: string;
    readonly subtotal?: number;
    readonly shipping_amount?: number;
    readonly grand_total?: number;
    readonly total_refunded?: number;
  }[];
}

/** Returns all sample data as one text. */
const everything = async () =>
  JSON.stringify([
    await get("products?searchCriteria[pageSize]=1000"),
    await get("store/websites"),
    await get("store/storeViews"),
    await get("customerGroups/search?searchCriteria[pageSize]=100"),
    await get("categories"),
    await get("salesRules/search?searchCriteria"),
    await get("coupons/search?searchCriteria"),
    await get("orders?searchCriteria"),
  ]);

describe("sampledata:deploy", () => {
  it("fills the catalog through the running server, changes nothing when it is repeated, and adds missing products", async () => {
    expect(await deploy(20)).toEqual({ products: 20, created: 20 });
    const before = await everything();
    expect(await deploy(20)).toEqual({ products: 20, created: 0 });
    expect(await everything()).toBe(before);
    expect(await deploy(45)).toEqual({ products: 45, created: 25 });
    const after = await get("products?searchCriteria[pageSize]=1000&fields=items[sku,type_id],total_count");
    expect(after.total_count).toBe(45);
    expect(await deploy(7)).toEqual({ products: 7, created: 0 });
    const { stdout } = await portico(folder, ["sampledata:deploy", "--products", "45"]);
    expect(stdout).toContain("Nothing was changed");
  });

  it("creates websites, store views and customer groups", async () => {
    await deploy(20);
    const codes = (rows: { code: string }[]) => rows.map(({ code }) => code).filter((code) => code !== "admin");
    expect(codes(await get("store/websites"))).toEqual(["base", "eu", "ch"]);
    expect(codes(await get("store/storeViews"))).toEqual(["default", "de", "fr", "ch"]);
    const { items } = await get("customerGroups/search?searchCriteria[pageSize]=100");
    expect((items as { code: string }[]).map(({ code }) => code)).toEqual(expect.arrayContaining(["VIP", "Staff"]));
  });

  it("creates two price rules, one of them with a coupon, and table rates of a website", async () => {
    await deploy(20);
    const { items: rules } = await get("salesRules/search?searchCriteria");
    const { items: coupons } = await get("coupons/search?searchCriteria");
    expect(rules).toMatchObject([
      { coupon_type: "NO_COUPON", simple_free_shipping: "2", is_active: true },
      { coupon_type: "SPECIFIC_COUPON", discount_amount: 10, is_active: true },
    ]);
    expect(coupons).toMatchObject([{ code: "SAMPLE10", rule_id: rules[1].rule_id }]);
    const file = join(folder.path, "rates.csv");
    const exporting = ["shipping:tablerates:export", file, "--website", "ch"];
    expect(await answerOf(folder, exporting)).toEqual({ exported: 4 });
  });

  it("places orders: a new one, an invoiced one, a shipped one and one whose goods are refunded", async () => {
    await deploy(20);
    const list = async (path: string) => (await get(`${path}?searchCriteria[pageSize]=100`)) as Listed;
    const { items: orders } = await list("orders");
    expect(orders.map(({ state, total_refunded }) => [state, (total_refunded ?? 0) > 0])).toEqual([
      ["new", false],
      ["processing", false],
      ["complete", false],
      ["complete", true],
    ]);
    for (const { subtotal = 0, shipping_amount = 0, grand_total } of orders) {
      expect(grand_total).toBeCloseTo(subtotal + shipping_amount, 4);
    }
    const documents = await Promise.all(["invoices", "shipments", "creditmemos"].map(list));
    expect(documents.map(({ total_count }) => total_count)).toEqual([3, 2, 1]);
    expect(await answerOf(folder, ["inventory:reservation:list-inconsistencies"])).toEqual({ inconsistencies: [] });
  });

  it("stocks products in three warehouses for two websites, some with a low or zero quantity", async () => {
    await deploy(20);
    const codes = (rows: { source_code: string }[]) => rows.map(({ source_code }) => source_code);
    const { items: stocks } = await get("inventory/stocks");
    expect((stocks as { name: string }[]).map(({ name }) => name)).toEqual(["Default Stock", "European Stock"]);
    const { stock_id: id, extension_attributes: extension } = stocks[1];
    expect((extension.sales_channels as { code: string }[]).map(({ code }) => code)).toEqual(["ch", "eu"]);
    const sources = await get(`inventory/get-sources-assigned-to-stock-ordered-by-priority/${id}`);
    expect(codes(sources)).toEqual(["berlin", "lyon", "zurich"]);
    const rowsOf = async (sku: string) => {
      const filter = "searchCriteria[filter_groups][0][filters][0]";
      const { items } = await get(`inventory/source-items?${filter}[field]=sku&${filter}[value]=${sku}`);
      const rows = items as { source_code: string; quantity: number; status: number }[];
      return Object.fromEntries(rows.map(({ source_code, quantity, status }) => [source_code, [quantity, status]]));
    };
    expect(await rowsOf("sample-simple-00001")).toEqual({
      default: [11, 1],
      berlin: [6, 1],
      lyon: [3, 1],
      zurich: [2, 1],
    });
    expect(await rowsOf("sample-simple-00012")).toEqual({
      default: [0, 0],
      berlin: [0, 0],
      lyon: [0, 0],
      zurich: [0, 0],
    });
    expect(await rowsOf("sample-simple-00013")).toEqual({
      default: [2, 1],
      berlin: [2, 1],
      lyon: [1, 1],
      zurich: [0, 0],
    });
    expect(await get("inventory/low-quantity-notification/berlin/sample-simple-00013")).toMatchObject({
      notify_stock_qty: 5,
    });
    expect(await get("stockItems/sample-simple-00012")).toMatchObject({ qty: 0, is_in_stock: false });
  });

  it("assigns products to categories, except variations", async () => {
    await deploy(20);
    const { total_count: total } = await get("products?searchCriteria[pageSize]=1");
    const sold = Array.from({ length: total }, (_, index) => sampleProduct(index + 1)).filter(
      (product) => !isVariation(product),
    );
    const [home] = (await get("categories", "all")).children_data[0].children_data;
    expect(home).toMatchObject({ name: "Home", is_active: true, product_count: sold.length });
    expect(home.children_data).toHaveLength(11);
    const chairs = sold.filter(({ thing }) => thing === "Chair").length;
    expect(home.children_data[1]).toMatchObject({ name: "Chairs", product_count: chairs });
    expect((await get("categories", "de")).children_data[0].children_data[1].name).toBe("Stühle");
    const [chair] = (await get(`categories/${home.children_data[1].id}/products`)) as { sku: string }[];
    expect(chair?.sku).toBe("sample-simple-00001");
    expect((await get("products/sample-simple-00001")).extension_attributes.category_links).toEqual([
      { position: 1, category_id: String(home.children_data[1].id) },
    ]);
  });

  it("creates products of every type with all their parts", async () => {
    await deploy(20);
    const simple = await get("products/sample-simple-00001");
    expect(simple).toMatchObject({ type_id: "simple", status: 1, visibility: 4, attribute_set_id: 4, price: 84.19 });
    expect(simple.extension_attributes).toMatchObject({ website_ids: [1, 2, 3], stock_item: { is_in_stock: true } });
    const urlKey = { attribute_code: "url_key", value: "sample-simple-00001" };
    expect(simple.custom_attributes).toEqual(expect.arrayContaining([urlKey]));
    expect((await get("products/sample-simple-00001", "de")).name).toBe("Beispielartikel sample-simple-00001");

    expect(await get("products/sample-virtual-00003")).toMatchObject({ type_id: "virtual" });

    const downloadable = await get("products/sample-downloadable-00004");
    expect(downloadable.extension_attributes.downloadable_product_links).toHaveLength(1);
    expect(downloadable.tier_prices).toHaveLength(2);

    for (const sku of ["sample-bundle-00005", "sample-bundle-00006"]) {
      // Parts at several sources cannot be shipped together.
      const separately = { attribute_code: "shipment_type", value: "1" };
      expect((await get(`products/${sku}`)).custom_attributes).toContainEqual(separately);
      const [option] = (await get(`products/${sku}`)).extension_attributes.bundle_product_options;
      expect(option.product_links.map((link: { sku: string }) => link.sku)).toEqual([
        "sample-simple-00001",
        "sample-simple-00002",
      ]);
    }
    expect((await get("products/sample-bundle-00006")).price).toBeGreaterThan(0);

    const configurable = await get("products/sample-configurable-00010");
    expect(configurable.extension_attributes.configurable_product_links).toHaveLength(3);
    const [option] = configurable.extension_attributes.configurable_product_options;
    const variation = await get("products/sample-simple-00007");
    const color = variation.custom_attributes.find(
      (value: { attribute_code: string }) => value.attribute_code === "color",
    );
    expect(option.values.map((value: { value_index: number }) => String(value.value_index))).toContain(color.value);
  });
});

describe("sample products", () => {
  it("come after their parts, whatever their number", () => {
    const known = new Set<string>();
    for (let number = 1; number <= 200; number += 1) {
      const { sku, parts } = sampleProduct(number);
      expect(parts.filter((part) => !known.has(part))).toEqual([]);
      expect(known.has(sku)).toBe(false);
      known.add(sku);
    }
  });

  it("are mostly simple, with all types among the first ten", () => {
    const types = Array.from({ length: 1000 }, (_, index) => sampleProduct(index + 1).typeId);
    expect(new Set(types.slice(0, 10)).size).toBe(5);
    expect(types.filter((type) => type === "simple").length).toBeGreaterThan(500);
  });
});
