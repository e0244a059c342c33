import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { attributesOf, simple, waitUntilBlocked } from "./support.js";

const { app, admin } = useApp();

describe("a product", () => {
  it("is created with Magento's defaults, read back, and deleted with everything that belongs to it", async () => {
    const created = await admin.post("/V1/products", { product: simple("life-1", { weight: 1.5 }) });
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({
      sku: "life-1",
      name: "Product life-1",
      attribute_set_id: 4,
      price: 10.5,
      status: 1,
      visibility: 4,
      type_id: "simple",
      weight: 1.5,
      options: [],
      media_gallery_entries: [],
    });
    expect(created.body.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(created.body.extension_attributes.website_ids).toEqual([1]);
    expect(created.body.extension_attributes).not.toHaveProperty("category_links");
    expect(attributesOf(created.body)).toMatchObject({
      options_container: "container2",
      tax_class_id: "2",
      url_key: "product-life-1",
      required_options: "0",
      has_options: "0",
      category_ids: [],
    });
    const read = await admin.get("/V1/products/LIFE-1");
    expect(read.body).toEqual({ ...created.body, product_links: [], tier_prices: [] });
    expect((await admin.delete("/V1/products/life-1")).body).toBe(true);
    const gone = await admin.get("/V1/products/life-1");
    expect(gone.status).toBe(404);
    expect(gone.body).toEqual({
      message: "The product that was requested doesn't exist. Verify the product and try again.",
    });
    const left = await app.db.query<{ count: number }>(
      `select (select count(*) from product_values) + (select count(*) from product_price)
        + (select count(*) from stock_item) + (select count(*) from product_website)
        + (select count(*) from product_url_key) as count`,
    );
    expect(left).toEqual([{ count: 0 }]);
  });

  it("gets a SKU only once in concurrent calls", async () => {
    const skus = ["rename-1", "rename-2", "rename-3"];
    const made = await Promise.all(skus.map((sku) => admin.post("/V1/products", { product: simple(sku) })));
    const replies = await Promise.all(
      made.map(({ body }) => admin.put("/V1/products/wanted", { product: { id: body.id, sku: "wanted" } })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    for (const { status, body } of replies)
      if (status === 400) expect(body.message).toContain('The value of the "SKU" attribute isn\'t unique.');
  });

  it("is disabled by status 0 as well as 2, and stays disabled", async () => {
    await admin.post("/V1/products", { product: simple("off", { status: 0 }) });
    const { body } = await admin.put("/V1/products/off", { product: { name: "Still off" } });
    expect(body).toMatchObject({ status: 0, name: "Still off" });
    expect((await admin.get("/V1/stockStatuses/off")).body.stock_status).toBe(0);
  });

  it.each([
    ["new", (set: number) => admin.post("/V1/products", { product: simple("comer", { attribute_set_id: set }) })],
    ["old", (set: number) => admin.put("/V1/products/mover", { product: { attribute_set_id: set } })],
  ])("is rejected (%s) if its attribute set is deleted concurrently", async (name, save) => {
    const set = { attributeSet: { attribute_set_name: `Passing ${name}`, sort_order: 1 }, skeletonId: 4 };
    const { attribute_set_id } = (await admin.post("/V1/products/attribute-sets", set)).body;
    await admin.post("/V1/products", { product: simple("mover") });
    let saved: ReturnType<typeof save> | undefined;
    await app.db.transaction(async (db) => {
      await db.execute("delete from attribute_set where id = $1", [attribute_set_id]);
      saved = save(attribute_set_id as number);
      await waitUntilBlocked(db);
    });
    const { status, body } = { ...(await saved) };
    const reason = "Invalid attribute set entity type";
    expect([status, body]).toEqual([400, { message: "Invalid product data: %1", parameters: [reason] }]);
  });
});
