import { expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { simple } from "./support.js";

const { app, admin } = useApp();

const layout = (value: string | null) => ({ custom_attributes: [{ attribute_code: "page_layout", value }] });

it("lets only callers with the right change the design of a product", async () => {
  const editor = await app.asAdmin(["Magento_Catalog::products"]);
  const designer = await app.asAdmin(["Magento_Catalog::products", "Magento_Catalog::edit_product_design"]);
  const refusal = [401, "Not allowed to edit the product's design attributes"];
  const save = async (client: Client, product: object) => {
    const { status, body } = await client.put("/V1/products/designed", { product });
    return status === 200 ? status : [status, body.message];
  };
  const create = await editor.post("/V1/products", { product: simple("designed", layout("1column")) });
  expect([create.status, create.body.message]).toEqual(refusal);
  expect((await editor.post("/V1/products", { product: simple("designed") })).status).toBe(200);
  expect(await save(editor, layout("1column"))).toEqual(refusal);
  expect(await save(designer, layout("1column"))).toBe(200);
  // A product that was read can be sent back whole.
  const { body: whole } = await editor.get("/V1/products/designed");
  expect(whole.custom_attributes).toContainEqual({ attribute_code: "options_container", value: "container2" });
  expect(await save(editor, { ...whole, name: "Renamed" })).toBe(200);
  expect(await save(editor, layout("empty"))).toEqual(refusal);
  expect(await save(admin, layout("empty"))).toBe(200);
});

it("lets only callers with the right change the design of a category", async () => {
  const editor = await app.asAdmin(["Magento_Catalog::categories"]);
  const designer = await app.asAdmin(["Magento_Catalog::categories", "Magento_Catalog::edit_category_design"]);
  const refusal = [401, "Not allowed to edit the category's design attributes"];
  const { body } = await editor.post("/V1/categories", { category: { name: "Designed", is_active: true } });
  const save = async (client: Client, category: object) => {
    const { status, body: answer } = await client.put(`/V1/categories/${String(body.id)}`, { category });
    return status === 200 ? status : [status, answer.message];
  };
  expect(await save(editor, layout("1column"))).toEqual(refusal);
  expect(await save(editor, { name: "Renamed" })).toBe(200);
  expect(await save(designer, layout("1column"))).toBe(200);
  expect(await save(editor, layout("1column"))).toBe(200);
});

it.each([
  ["custom_layout_update", "<x/>", "Custom layout update text cannot be changed, only removed"],
  ["custom_layout_update_file", "missing", "Selected layout update is not available"],
])("refuses a new %s of products and categories, which an older one can keep", async (code, value, reason) => {
  const update = { custom_attributes: [{ attribute_code: code, value }] };
  const product = await admin.post("/V1/products", { product: simple(`new-${code}`, update) });
  expect([product.status, product.body]).toEqual([400, { message: reason }]);
  const { body } = await admin.post("/V1/categories", { category: { name: code, is_active: true } });
  const category = await admin.put(`/V1/categories/${String(body.id)}`, { category: update });
  const refusal = { message: "Could not save category: %1", parameters: [reason] };
  expect([category.status, category.body]).toEqual([400, refusal]);
  await admin.post("/V1/products", { product: simple(`old-${code}`) });
  await app.db.execute(
    `insert into product_values (product_id, store_id, data)
     select id, 0, jsonb_build_object($2::text, $3::text) from product where sku = $1
     on conflict (product_id, store_id) do update set data = product_values.data || excluded.data`,
    [`old-${code}`, code, value],
  );
  expect((await admin.put(`/V1/products/old-${code}`, { product: { ...update, name: "Kept" } })).status).toBe(200);
});
