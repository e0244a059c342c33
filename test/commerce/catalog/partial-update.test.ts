import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { addStores, attributesOf, pixel, simple } from "./support.js";

const { app, admin } = useApp();
let otherWebsite: number;

beforeAll(async () => {
  ({ otherWebsite } = await addStores(app.db));
  await admin.post("/V1/products", { product: simple("friend") });
  await admin.post("/V1/products", { product: simple("stranger") });
});

const rich = (sku: string) =>
  simple(sku, {
    weight: 2,
    visibility: 3,
    extension_attributes: {
      website_ids: [1, otherWebsite],
      category_links: [{ category_id: "2", position: 7 }],
      stock_item: { qty: 4, is_in_stock: true },
    },
    product_links: [{ link_type: "related", linked_product_sku: "FRIEND", position: 1 }],
    options: [
      { title: "Text", type: "field", sort_order: 1, is_require: true, price: 2.5, price_type: "fixed" },
      {
        title: "Size",
        type: "drop_down",
        sort_order: 2,
        is_require: false,
        values: [{ title: "Big", sort_order: 1, price: 10, price_type: "percent", sku: "big" }],
      },
    ],
    media_gallery_entries: [
      {
        media_type: "image",
        label: "Front",
        position: 1,
        disabled: false,
        types: ["image", "thumbnail"],
        content: { ...pixel, name: `${sku}.png` },
      },
    ],
    tier_prices: [
      { customer_group_id: 32000, qty: 5, value: 9 },
      { customer_group_id: 1, qty: 10, value: 0, extension_attributes: { percentage_value: 50 } },
    ],
    custom_attributes: [
      { attribute_code: "description", value: "<p>Long</p>" },
      { attribute_code: "special_price", value: 8 },
      { attribute_code: "special_from_date", value: "2020-01-02" },
      { attribute_code: "special_to_date", value: "2099-12-31 23:59:59" },
      { attribute_code: "cost", value: "3.5" },
      { attribute_code: "no_such_attribute", value: "ignored" },
    ],
  });

const create = async (sku: string) => {
  const { status, body } = await admin.post("/V1/products", { product: rich(sku) }, { store: "all" });
  expect(body).toMatchObject({ sku });
  expect(status).toBe(200);
  return body;
};

const put = (sku: string, product: object) => admin.put(`/V1/products/${sku}`, { product }, { store: "all" });

describe("a product with all its parts", () => {
  it("is read back as it was saved", async () => {
    const body = await create("rich");
    expect(body.product_links).toEqual([
      { sku: "rich", link_type: "related", linked_product_sku: "friend", linked_product_type: "simple", position: 1 },
    ]);
    expect(body.options).toMatchObject([
      { product_sku: "rich", title: "Text", type: "field", is_require: true, price: 2.5, price_type: "fixed" },
      { title: "Size", values: [{ title: "Big", sort_order: 1, price: 10, price_type: "percent", sku: "big" }] },
    ]);
    expect(body.media_gallery_entries).toMatchObject([
      { label: "Front", position: 1, disabled: false, types: ["image", "thumbnail"], file: "/r/i/rich.png" },
    ]);
    expect(body.tier_prices).toEqual([
      { customer_group_id: 32000, qty: 5, value: 9, extension_attributes: { website_id: 0 } },
      { customer_group_id: 1, qty: 10, value: 5.25, extension_attributes: { percentage_value: 50, website_id: 0 } },
    ]);
    expect(body.extension_attributes).toMatchObject({
      website_ids: [1, otherWebsite],
      category_links: [{ category_id: "2", position: 7 }],
      stock_item: { qty: 4, is_in_stock: true, use_config_max_sale_qty: true, max_sale_qty: 10000, min_sale_qty: 1 },
    });
    expect(attributesOf(body)).toMatchObject({
      description: "<p>Long</p>",
      special_price: "8.000000",
      special_from_date: "2020-01-02 00:00:00",
      special_to_date: "2099-12-31 23:59:59",
      cost: "3.500000",
      category_ids: ["2"],
      has_options: "1",
      required_options: "1",
      image: "/r/i/rich.png",
      thumbnail: "/r/i/rich.png",
    });
    expect(attributesOf(body)).not.toHaveProperty("no_such_attribute");
  });

  it.each([
    { what: "the price", change: { price: 99 }, then: { price: 99 } },
    { what: "the name", change: { name: "Other" }, then: { name: "Other" } },
    { what: "nothing", change: {}, then: {} },
  ])("keeps everything else if the request contains $what", async ({ what, change, then }) => {
    const sku = `keep ${what}`;
    const before = await create(sku);
    const { body, status } = await put(encodeURIComponent(sku), change);
    expect(status).toBe(200);
    const tiers = before.tier_prices.map((tier: { extension_attributes: object }) =>
      "percentage_value" in tier.extension_attributes && "price" in change ? { ...tier, value: 49.5 } : tier,
    );
    expect(body).toEqual({ ...before, ...then, tier_prices: tiers, updated_at: body.updated_at });
    expect(body.updated_at >= before.updated_at).toBe(true);
  });

  it("deletes only the lists that are empty in the request", async () => {
    const before = await create("empty");
    const lists = ["product_links", "options", "media_gallery_entries", "tier_prices"];
    for (const list of lists) {
      const { body } = await put("empty", { [list]: [] });
      expect(body[list]).toEqual([]);
      for (const other of lists.slice(lists.indexOf(list) + 1)) expect(body[other]).toEqual(before[other]);
    }
    const { body } = await put("empty", { extension_attributes: { website_ids: [], category_links: [] } });
    expect(body.extension_attributes.website_ids).toEqual([]);
    expect(body.extension_attributes).not.toHaveProperty("category_links");
    expect(attributesOf(body)).toMatchObject({ category_ids: [], has_options: "0", required_options: "0" });
    expect(attributesOf(body)).not.toHaveProperty("image");
    const { status } = await admin.request(`/media/catalog/product${before.media_gallery_entries[0].file}`);
    expect(status).toBe(404);
  });

  it("replaces a list: items with an id are changed, items without are added", async () => {
    const before = await create("replace");
    const [text, size] = before.options;
    const links = [{ link_type: "upsell", linked_product_sku: "stranger", position: 3 }];
    const { body } = await put("replace", {
      product_links: links,
      options: [
        {
          ...size,
          title: "Width",
          values: [...size.values, { title: "Small", sort_order: 2, price: 1, price_type: "fixed" }],
        },
        { title: "Date", type: "date", is_require: false },
      ],
      tier_prices: [{ customer_group_id: 2, qty: 3, value: 1.5 }],
      media_gallery_entries: [{ id: before.media_gallery_entries[0].id, label: "Back", types: ["small_image"] }],
    });
    expect(body.product_links).toMatchObject([{ link_type: "upsell", linked_product_sku: "stranger", position: 3 }]);
    expect(body.options.map((option: { title: string }) => option.title).sort()).toEqual(["Date", "Width"]);
    const width = body.options.find((option: { title: string }) => option.title === "Width");
    expect(width.option_id).toBe(size.option_id);
    expect(width.values.map(({ title }: { title: string }) => title)).toEqual(["Big", "Small"]);
    expect(width.values[0].option_type_id).toBe(size.values[0].option_type_id);
    expect(body.options).not.toContainEqual(expect.objectContaining({ option_id: text.option_id }));
    expect(body.tier_prices).toMatchObject([{ customer_group_id: 2, qty: 3, value: 1.5 }]);
    expect(body.media_gallery_entries).toMatchObject([
      { id: before.media_gallery_entries[0].id, label: "Back", position: 1, types: ["small_image"] },
    ]);
    expect(attributesOf(body)).toMatchObject({ small_image: before.media_gallery_entries[0].file });
    expect(attributesOf(body)).not.toHaveProperty("image");
  });

  it("is unchanged after it is saved as it was returned", async () => {
    const before = await create("round-trip");
    const { body, status } = await put("round-trip", before);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, updated_at: body.updated_at });
  });

  it("has a title, a label and a role by store view", async () => {
    const before = await create("own-titles");
    const { options, media_gallery_entries: media } = before;
    await admin.put(
      "/V1/products/own-titles",
      {
        product: {
          options: [{ ...options[0], title: "Texto" }, options[1]],
          media_gallery_entries: [{ ...media[0], label: "Vorne", types: ["image"] }],
        },
      },
      { store: "german" },
    );
    const german = (await admin.get("/V1/products/own-titles", { store: "german" })).body;
    expect(german.options[0].title).toBe("Texto");
    expect(german.media_gallery_entries[0]).toMatchObject({ label: "Vorne", types: ["image"] });
    const global = (await admin.get("/V1/products/own-titles", { store: "all" })).body;
    expect(global.options).toEqual(options);
    expect(global.media_gallery_entries).toEqual(media);
  });

  it("gets another SKU by its id, and is found by the new SKU regardless of case", async () => {
    const { id } = await create("old-name");
    const { body } = await admin.put("/V1/products/old-name", { product: { id, sku: "New-Name" } });
    expect(body).toMatchObject({ id, sku: "New-Name" });
    expect((await admin.get("/V1/products/new-name")).body.id).toBe(id);
    expect((await admin.get("/V1/products/old-name")).status).toBe(404);
    const clash = await admin.put("/V1/products/x", { product: { id, sku: "friend" } });
    expect(clash.status).toBe(400);
    expect(clash.body.message).toBe(
      'The value of the "SKU" attribute isn\'t unique. Set a unique value and try again.',
    );
  });
});
