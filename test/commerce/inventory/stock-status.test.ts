import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { placedEvent } from "../../../scripts/stock-rush.js";
import { reserve } from "../../../src/commerce/inventory/published.reservations.js";
import { asQuantity } from "../../../src/platform/money/amount.js";
import { addStores, simple } from "../catalog/support.js";
import { addStock, setSourceItems } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
let outlet: number;

beforeAll(async () => {
  outlet = (await addStores(app.db)).otherWebsite;
});

/** Creates a product that is in stock if it has a quantity above 0 and nothing else is said. */
const create = async (sku: string, given?: { readonly qty?: number; readonly is_in_stock?: boolean }, more = {}) => {
  const stock_item = given?.qty === undefined ? given : { is_in_stock: given.qty > 0, ...given };
  const product = simple(sku, { extension_attributes: { stock_item }, ...more });
  return (await admin.post("/V1/products", { product })).body;
};
const read = async (sku: string) => (await admin.get(`/V1/stockItems/${sku}`)).body;
const status = async (sku: string) => (await admin.get(`/V1/stockStatuses/${sku}`)).body.stock_status;
const update = (sku: string, stockItem: object) => admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem });

describe("the stock status", () => {
  it("shows the stock in whole units", async () => {
    const { id } = await create("pieces", { qty: 7.75 });
    const { status: answered, body } = await admin.get("/V1/stockStatuses/Pieces?scopeId=0");
    expect(answered).toBe(200);
    expect(body).toEqual({ product_id: id, stock_id: 1, qty: 7, stock_status: 1, stock_item: await read("pieces") });
    await update("pieces", { qty: -2 });
    expect((await admin.get("/V1/stockStatuses/pieces")).body).toMatchObject({ qty: 0, stock_status: 0 });
  });

  it("does not depend on whether the product is enabled", async () => {
    await create("disabled", { qty: 5 }, { status: 2 });
    expect(await status("disabled")).toBe(1);
  });

  it("is that of the website's stock, less reservations there", async () => {
    const there = await addStock(admin, "There", "there");
    const channels = [{ type: "website", code: "outlet" }];
    await admin.put(`/V1/inventory/stocks/${there}`, {
      stock: { stock_id: there, name: "There", extension_attributes: { sales_channels: channels } },
    });
    await create("both", { qty: 5 });
    await setSourceItems(app.db, { sku: "both", source: "there", quantity: 8 });
    const of = async (scope: string, store?: string) => {
      const { body } = await admin.get(`/V1/stockStatuses/both${scope}`, store === undefined ? {} : { store });
      return [body.qty, body.stock_status] as unknown[];
    };
    await reserve(app.db, placedEvent(1), { stockId: there, items: [{ sku: "both", quantity: asQuantity(8) }] });
    expect(await of(`?scopeId=${outlet}`)).toEqual([0, 0]);
    expect(await of("?scopeId=1")).toEqual([5, 1]);
    expect(await of("")).toEqual([5, 1]);
    expect(await of("", "outlet_view")).toEqual([0, 0]);
  });

  it("follows from the parts of a grouped product or a bundle", async () => {
    for (const sku of ["part-1", "part-2", "part-3"]) await create(sku, { qty: 5 });
    const associated = ["part-1", "part-2"].map((linked_product_sku, position) => ({
      link_type: "associated",
      linked_product_sku,
      position,
    }));
    await create("group", { is_in_stock: true }, { type_id: "grouped", product_links: associated });
    const option = (required: boolean, ...skus: string[]) => ({
      title: "Pick",
      type: "radio",
      required,
      product_links: skus.map((sku) => ({ sku, qty: 1, is_default: false, price: 1, price_type: 0 })),
    });
    const custom_attributes = ["price_type", "price_view"].map((attribute_code) => ({ attribute_code, value: "1" }));
    const bundle = await admin.post("/V1/products", {
      product: simple("bundle", {
        type_id: "bundle",
        custom_attributes,
        extension_attributes: {
          stock_item: { is_in_stock: true },
          bundle_product_options: [option(true, "part-1", "part-2"), option(false, "part-3")],
        },
      }),
    });
    expect(bundle.status).toBe(200);
    const statuses = async () => [await status("group"), await status("bundle")];
    expect(await statuses()).toEqual([1, 1]);
    await update("part-1", { qty: 0 });
    expect(await statuses()).toEqual([1, 1]);
    await update("part-2", { qty: 0 });
    expect(await statuses()).toEqual([0, 0]);
    await update("part-2", { qty: 1 });
    await update("group", { is_in_stock: false, qty: 9 });
    expect(await statuses()).toEqual([0, 1]);
    expect((await read("group")).qty).toBe(0);
  });

  it("follows from the variations of a configurable product", async () => {
    const color = await app.db.models.attribute.findFirstOrThrow({ where: { code: "color" } });
    const { id } = await app.db.models.attributeOption.create({
      data: { attribute_id: color.id, label: "red", value: "red" },
    });
    await app.db.models.attributeOption.update({ where: { id }, data: { value: String(id) } });
    const child = await create(
      "red-shirt",
      { qty: 1 },
      { custom_attributes: [{ attribute_code: "color", value: String(id) }] },
    );
    const configurable_product_options = [
      { attribute_id: String(color.id), label: "Colour", position: 0, values: [{ value_index: id }] },
    ];
    const made = await admin.post("/V1/products", {
      product: {
        sku: "shirt",
        name: "Shirt",
        attribute_set_id: 4,
        type_id: "configurable",
        extension_attributes: { configurable_product_options, configurable_product_links: [child.id] },
      },
    });
    expect(made.body.extension_attributes.stock_item).toMatchObject({ is_in_stock: false });
    expect(await status("shirt")).toBe(0);
    await update("shirt", { is_in_stock: true });
    expect(await status("shirt")).toBe(1);
    await update("red-shirt", { qty: 0 });
    expect(await status("shirt")).toBe(0);
  });
});
