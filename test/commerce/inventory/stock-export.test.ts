import { beforeAll, describe, expect, it } from "vitest";
import { search } from "../../support/client.js";
import { useApp } from "../../support/app.js";
import { addProduct, addStock, setSourceItems } from "./support.js";

const { app, admin } = useApp();
const dump = "/V1/inventory/dump-stock-index-data";
const quantities = "/V1/inventory/export-stock-salable-qty";
let europe: number;

beforeAll(async () => {
  europe = await addStock(admin, "Europe", "berlin");
  await admin.put(`/V1/inventory/stocks/${europe}`, {
    stock: {
      name: "Europe",
      extension_attributes: {
        sales_channels: [
          { type: "outlet", code: "base" },
          { type: "outlet", code: "pier" },
        ],
      },
    },
  });
  await addProduct(admin, "Ex-held", { stock_item: { qty: 10 } });
  await addProduct(admin, "ex-out", { stock_item: { qty: 0 } });
  await addProduct(admin, "ex-free", { stock_item: { qty: 3, use_config_manage_stock: false, manage_stock: false } });
  await addProduct(admin, "ex-abroad", {
    extension_attributes: { website_ids: [], stock_item: { qty: 2, is_in_stock: true } },
  });
  await addProduct(admin, "ex-group", { type_id: "grouped", stock_item: { is_in_stock: true } });
  const link = {
    sku: "ex-group",
    link_type: "associated",
    linked_product_sku: "ex-held",
    linked_product_type: "simple",
  };
  const { status } = await admin.post("/V1/products/ex-group/links", { items: [{ ...link, position: 1 }] });
  expect(status).toBe(200);
  await setSourceItems(app.db, { sku: "ex-out", source: "berlin", quantity: 4 });
  await app.db.models.inventoryReservedQuantity.create({
    data: { sku_key: "ex-held", stock_id: 1, quantity: "-4" },
  });
});

const row = (sku: string, qty: number, is_salable: boolean) => ({ sku, qty, is_salable });
const exported = async (channel: string, criteria = "searchCriteria[pageSize]=10") => {
  const { status, body } = await admin.get(`${quantities}/${channel}?${criteria}`);
  expect(status).toBe(200);
  return body as { readonly items: readonly object[]; readonly total_count: number };
};

describe("the dump of the stock of a website", () => {
  it("has each of its products, with the quantity that reservations do not lower", async () => {
    const { status, body } = await admin.get(`${dump}/website/base`);
    expect(status).toBe(200);
    expect(body).toEqual([
      row("Ex-held", 10, true),
      row("ex-out", 0, false),
      row("ex-free", 0, true),
      row("ex-group", 0, true),
    ]);
  });

  it("has what the stock of the channel can have, which is not all that the website sells", async () => {
    const { body } = await admin.get(`${dump}/outlet/base`);
    expect(body).toEqual([row("ex-out", 4, true), row("ex-free", 0, true), row("ex-group", 0, false)]);
  });

  it("is not found for an unknown channel, and for one that is no website", async () => {
    const unknown = await admin.get(`${dump}/website/nowhere`);
    expect([unknown.status, unknown.body]).toEqual([404, { message: "No linked stock found" }]);
    const { status, body } = await admin.get(`${dump}/outlet/pier`);
    expect([status, body.parameters]).toEqual([404, ["pier"]]);
  });
});

describe("the export of salable quantities", () => {
  it("has what is left of each product, of all websites", async () => {
    expect(await exported("website/base")).toEqual({
      items: [
        row("Ex-held", 6, true),
        row("ex-out", 0, false),
        row("ex-free", 0, true),
        row("ex-abroad", 2, true),
        row("ex-group", 0, true),
      ],
      search_criteria: { filter_groups: [], page_size: 10 },
      total_count: 5,
    });
  });

  it("searches by the fields of products, in pages of those that the stock can have", async () => {
    const named = search([["name", "%", "like"]], { "sortOrders][0][field": "sku", pageSize: 2 });
    expect(await exported("outlet/pier", named)).toMatchObject({
      items: [row("ex-out", 4, true), row("ex-group", 0, false)],
      total_count: 3,
    });
    const { items, total_count } = await exported("website/base", search([["sku", "EX-HELD"]]));
    expect([items, total_count]).toEqual([[row("Ex-held", 6, true)], 1]);
  });

  it("needs a known channel and criteria", async () => {
    const { status, body } = await admin.get(`${quantities}/website/nowhere?searchCriteria[pageSize]=1`);
    expect([status, body]).toEqual([404, { message: "No linked stock found" }]);
    const without = await admin.get(`${quantities}/website/base`);
    expect([without.status, without.body.parameters]).toEqual([400, { fieldName: "searchCriteria" }]);
  });
});

it("needs the permission for stocks", async () => {
  const other = await app.asAdmin(["Magento_InventoryApi::source"]);
  for (const path of [`${dump}/website/base`, `${quantities}/website/base?searchCriteria[pageSize]=1`]) {
    const { status, body } = await other.get(path);
    expect([status, body.parameters]).toEqual([401, { resources: "Magento_InventoryApi::stock" }]);
  }
});
