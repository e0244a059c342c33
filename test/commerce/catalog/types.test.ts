import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { addCategories, attributesOf, simple } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addCategories(app.db, 5, 6);
  for (const sku of ["part-1", "part-2", "part-3"]) await admin.post("/V1/products", { product: simple(sku) });
});

const link = (sku: string, more: object = {}) => ({
  sku,
  qty: 1,
  position: 0,
  is_default: false,
  price: 1,
  price_type: 0,
  can_change_quantity: 1,
  ...more,
});

/** Returns the bundle that clients of the bulk API send. */
const bundle = (sku: string) => ({
  sku,
  name: `Bundle ${sku}`,
  attribute_set_id: 4,
  price: 50,
  status: 1,
  visibility: 4,
  type_id: "bundle",
  extension_attributes: {
    website_ids: [1],
    category_links: [{ position: 0, category_id: "5" }],
    bundle_product_options: [
      {
        title: "Pick one",
        required: true,
        type: "radio",
        position: 1,
        sku,
        product_links: [
          link("part-1", { price: 20.5, is_default: true, position: 1 }),
          link("PART-2", { position: 2 }),
        ],
      },
    ],
  },
  custom_attributes: [
    { attribute_code: "price_type", value: "1" },
    { attribute_code: "price_view", value: "0" },
    { attribute_code: "required_options", value: "1" },
    { attribute_code: "has_options", value: "1" },
    { attribute_code: "meta_title", value: "Title" },
    { attribute_code: "sku_type", value: "1" },
    { attribute_code: "meta_description", value: "Description" },
    { attribute_code: "weight_type", value: "1" },
    { attribute_code: "category_ids", value: ["5", "6"] },
    { attribute_code: "description", value: "<p>d</p>" },
    { attribute_code: "short_description", value: "s" },
  ],
});

describe("a bundle", () => {
  it("is created from the request body in the specification and read back", async () => {
    const { status, body } = await admin.post("/V1/products", { product: bundle("bundle-1") });
    expect(status).toBe(200);
    expect(body).toMatchObject({ sku: "bundle-1", type_id: "bundle", price: 50 });
    expect(body.extension_attributes.category_links).toEqual([
      { position: 0, category_id: "5" },
      { position: 0, category_id: "6" },
    ]);
    const [option, ...others] = body.extension_attributes.bundle_product_options;
    expect(others).toEqual([]);
    expect(option).toMatchObject({ title: "Pick one", required: true, type: "radio", position: 1, sku: "bundle-1" });
    expect(option.product_links).toMatchObject([
      { sku: "part-1", qty: 1, position: 1, is_default: true, price: 20.5, price_type: 0, can_change_quantity: 1 },
      { sku: "part-2", position: 2, is_default: false, option_id: option.option_id },
    ]);
    expect(attributesOf(body)).toMatchObject({
      price_type: "1",
      price_view: "0",
      sku_type: "1",
      weight_type: "1",
      shipment_type: "0",
      required_options: "0",
      has_options: "0",
      meta_title: "Title",
      meta_description: "Description",
      category_ids: ["5", "6"],
    });
    const lists = { product_links: [], tier_prices: [] };
    expect((await admin.get("/V1/products/bundle-1")).body).toEqual({ ...body, ...lists });
    const list = await admin.get(`/V1/products?${search([["sku", "bundle-1"]])}`);
    expect(list.body.items[0].extension_attributes.bundle_product_options).toEqual([option]);
  });

  it("requires a base price only if its price is fixed", async () => {
    const { price: _price, ...dynamic } = bundle("bundle-dynamic");
    const refused = await admin.post("/V1/products", { product: dynamic });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('"Price" attribute value is empty');
    const custom_attributes = [
      { attribute_code: "price_type", value: "0" },
      { attribute_code: "price_view", value: "0" },
    ];
    const { status, body } = await admin.post("/V1/products", { product: { ...dynamic, custom_attributes } });
    expect(status).toBe(200);
    expect(body.price).toBe(0);
    const [first] = body.extension_attributes.bundle_product_options[0].product_links;
    expect(first).toMatchObject({ price: 10.5, price_type: null });
  });

  it("keeps absent options, replaces given options, and deletes them for an empty list", async () => {
    const created = (await admin.post("/V1/products", { product: bundle("bundle-2") })).body;
    const [option] = created.extension_attributes.bundle_product_options;
    const put = async (product: object) =>
      (await admin.put("/V1/products/bundle-2", { product }, { store: "all" })).body;
    const kept = await put({ name: "Renamed", extension_attributes: { website_ids: [1] } });
    expect(kept.extension_attributes.bundle_product_options).toEqual([option]);
    const changed = await put({
      extension_attributes: {
        bundle_product_options: [
          { option_id: option.option_id, title: "Pick", product_links: [option.product_links[1], link("part-3")] },
          { title: "More", type: "checkbox", product_links: [link("part-1")] },
        ],
      },
    });
    const options = changed.extension_attributes.bundle_product_options;
    expect(options).toHaveLength(2);
    const pick = options.find(({ option_id }: { option_id: number }) => option_id === option.option_id);
    expect(pick).toMatchObject({ title: "Pick", type: "radio", required: true });
    expect(pick.product_links.map(({ sku }: { sku: string }) => sku)).toEqual(["part-3", "part-2"]);
    expect(pick.product_links).toContainEqual(option.product_links[1]);
    const after = await put({ extension_attributes: { bundle_product_options: [] } });
    expect(after.extension_attributes.bundle_product_options).toEqual(options);
  });

  it("is rejected as a whole if a part is unknown, composite or duplicated", async () => {
    const post = (sku: string, product_links: object[]) => {
      const bundle_product_options = [{ title: "Pick", type: "radio", required: true, product_links }];
      return admin.post("/V1/products", {
        product: { ...bundle(sku), extension_attributes: { bundle_product_options } },
      });
    };
    const unknown = await post("bad-bundle", [link("nobody")]);
    expect(unknown.status).toBe(404);
    expect(unknown.body.message).toBe(
      "The product that was requested doesn't exist. Verify the product and try again.",
    );
    const composite = await post("bad-bundle", [link("bundle-1")]);
    expect(composite.body.message).toBe("The bundle product can't contain another composite product.");
    const twice = await post("bad-bundle", [link("part-1"), link("PART-1")]);
    expect(twice.body).toEqual({
      message: 'Child with specified sku: "%1" already assigned to product: "%2"',
      parameters: ["part-1", "bad-bundle"],
    });
    expect((await admin.get("/V1/products/bad-bundle")).status).toBe(404);
  });
});

describe("a downloadable product", () => {
  const address = "https://example.com/file.zip";
  const content = { file_data: Buffer.from("a file").toString("base64"), name: "My file.txt" };
  const downloadable = (sku: string, links: object[], samples: object[] = []) =>
    simple(sku, {
      type_id: "downloadable",
      extension_attributes: { downloadable_product_links: links, downloadable_product_samples: samples },
    });

  it("keeps URLs and files, and returns them", async () => {
    const links = [
      {
        title: "From afar",
        sort_order: 1,
        is_shareable: 1,
        price: 2.25,
        number_of_downloads: 3,
        link_type: "url",
        link_url: address,
      },
      {
        title: "From here",
        sort_order: 2,
        is_shareable: 0,
        price: 0,
        number_of_downloads: 0,
        link_type: "file",
        link_file_content: content,
        sample_type: "url",
        sample_url: address,
      },
    ];
    const samples = [{ title: "Taste", sort_order: 1, sample_type: "file", sample_file_content: content }];
    const { status, body } = await admin.post("/V1/products", { product: downloadable("down-1", links, samples) });
    expect(status).toBe(200);
    const { downloadable_product_links: read, downloadable_product_samples: tastes } = body.extension_attributes;
    expect(read).toMatchObject([
      links[0],
      { title: "From here", link_type: "file", link_file: "/m/y/My_file.txt", sample_type: "url", sample_url: address },
    ]);
    expect(read[1]).not.toHaveProperty("link_file_content");
    expect(tastes).toMatchObject([{ title: "Taste", sample_type: "file", sample_file: "/m/y/My_file_1.txt" }]);
    const again = await admin.put("/V1/products/down-1", {
      product: { extension_attributes: { downloadable_product_links: [{ ...read[1], title: "Here" }] } },
    });
    expect(again.body.extension_attributes.downloadable_product_links).toEqual([{ ...read[1], title: "Here" }]);
    expect(again.body.extension_attributes.downloadable_product_samples).toEqual(tastes);
    await admin.delete("/V1/products/down-1");
    expect(await app.db.query("select 1 from downloadable_file")).toEqual([]);
  });

  it.each([
    [{ link_type: "disc" }, "The link type is invalid. Verify and try again."],
    [{ link_url: "nowhere" }, "Link URL must have valid format."],
    [{ link_url: "javascript:alert(1)" }, "Link URL must have valid format."],
    [{ price: -1 }, "Link price must have numeric positive value."],
    [{ number_of_downloads: -1 }, "Number of downloads must be a positive integer."],
    [{ sort_order: -1 }, "Sort order must be a positive integer."],
    [{ title: "" }, "The link title is empty. Enter the link title and try again."],
    [{ link_type: "file" }, "Link file not found. Please try again."],
    [{ link_type: "file", link_file: "/m/y/other.txt" }, "Link file not found. Please try again."],
    [
      { link_type: "file", link_file_content: { file_data: "*", name: "a" } },
      "Provided content must be valid base64 encoded data.",
    ],
    [
      { link_type: "file", link_file_content: { ...content, name: "../../a" } },
      "Provided file name contains forbidden characters.",
    ],
    [{ sample_type: "url", sample_url: "x" }, "Sample URL must have valid format."],
  ])("rejects a link with %j", async (wrong, message) => {
    const given = { title: "Link", sort_order: 1, price: 1, is_shareable: 1, link_type: "url", link_url: address };
    const { status, body } = await admin.post("/V1/products", {
      product: downloadable("down-bad", [{ ...given, ...wrong }]),
    });
    expect(body).toEqual({ message });
    expect(status).toBe(400);
  });
});

describe("a configurable product", () => {
  const colours: Record<string, number> = {};

  beforeAll(async () => {
    const color = await app.db.models.attribute.findFirstOrThrow({ where: { code: "color" } });
    for (const label of ["red", "blue"]) {
      const option = await app.db.models.attributeOption.create({
        data: { attribute_id: color.id, label, value: `new-${label}` },
      });
      await app.db.models.attributeOption.update({ where: { id: option.id }, data: { value: String(option.id) } });
      colours[label] = option.id;
    }
    colours["attribute"] = color.id;
  });

  const child = async (sku: string, colour?: string) => {
    const custom_attributes = colour ? [{ attribute_code: "color", value: String(colours[colour]) }] : [];
    const { body } = await admin.post("/V1/products", { product: simple(sku, { visibility: 1, custom_attributes }) });
    return body.id as number;
  };

  const options = () => [
    {
      attribute_id: String(colours["attribute"]),
      label: "Colour",
      position: 0,
      values: [{ value_index: colours["red"] }, { value_index: colours["blue"] }],
    },
  ];

  const configurable = (sku: string, links: number[], configurable_product_options = options()) => ({
    sku,
    name: sku,
    attribute_set_id: 4,
    type_id: "configurable",
    extension_attributes: { configurable_product_options, configurable_product_links: links },
  });

  it("is created without a price, with options and variations, and read back", async () => {
    const links = [await child("shirt-red", "red"), await child("shirt-blue", "blue")];
    const { status, body } = await admin.post("/V1/products", { product: configurable("shirt", links) });
    expect(status).toBe(200);
    expect(body.price).toBe(0);
    expect(body.extension_attributes.configurable_product_links).toEqual(links);
    const [option] = body.extension_attributes.configurable_product_options;
    expect(option).toMatchObject({ ...options()[0], product_id: body.id });
    expect(attributesOf(body)).toMatchObject({ has_options: "0", required_options: "0" });
    await admin.delete("/V1/products/shirt-red");
    const { body: left } = await admin.get("/V1/products/shirt");
    expect(left.extension_attributes.configurable_product_links).toEqual(links.slice(1));
  });

  it("is rejected with variations that are ambiguous, incomplete or unknown", async () => {
    const one = await child("cap-1", "red");
    const two = await child("cap-2", "red");
    const none = await child("cap-none");
    const post = async (...links: number[]) =>
      (await admin.post("/V1/products", { product: configurable("cap", links) })).body;
    expect(await post(one, two)).toEqual({
      message: 'Products "%1" and "%2" have the same set of attribute values.',
      parameters: [two, one],
    });
    expect(await post(none)).toEqual({
      message: 'Product with id "%1" does not contain required attribute "%2".',
      parameters: [none, "color"],
    });
    expect(await post(999999)).toMatchObject({ parameters: [999999] });
  });

  it("is rejected with an attribute that is unknown or has no global options, and with an option without values", async () => {
    const post = (option: object) =>
      admin.post("/V1/products", { product: configurable("hat", [], [{ ...options()[0], ...option } as never]) });
    expect((await post({ attribute_id: "99999" })).status).toBe(404);
    const [name] = await app.db.query<{ id: number }>(
      "select id from attribute where code = 'name' and entity_type_id = 4",
    );
    expect((await post({ attribute_id: String(name?.id) })).status).toBe(400);
    expect((await post({ values: [] })).body.message).toBe("Option values are not specified.");
  });
});

describe("types of product", () => {
  it("are listed under a path that could also be a SKU", async () => {
    const { status, body } = await admin.get("/V1/products/types");
    expect(status).toBe(200);
    expect(body).toContainEqual({ name: "downloadable", label: "Downloadable Product" });
    expect(body).toHaveLength(6);
    expect((await app.asGuest().get("/V1/products/types")).status).toBe(401);
  });

  it("accept only the attributes that apply to them", async () => {
    const create = async (type_id: string) =>
      (await admin.post("/V1/products", { product: simple(`of-${type_id}`, { type_id, weight: 3 }) })).body;
    expect(await create("virtual")).toMatchObject({ type_id: "virtual", weight: 3 });
    const grouped = await create("grouped");
    expect(grouped.type_id).toBe("grouped");
    expect(grouped).not.toHaveProperty("weight");
  });
});
