import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { addBundle, addParts, link, option, type Option, path, priced } from "./bundle-products.js";
import { addStores, attributesOf, messageOf, noOption, noProduct, simple } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  await addStores(app.db);
  await addParts(admin);
});

const bundle = (sku: string, priceType?: "0" | "1") => addBundle(admin, sku, priceType);
const optionsOf = async (sku: string, store?: string): Promise<Option[]> =>
  (await admin.get(`${path}/${sku}/options/all`, store === undefined ? {} : { store })).body as Option[];
const onlyBundles = [400, "This is implemented for bundle products only."];

describe("the options of a bundle", () => {
  it("are listed and read one by one, as in the product", async () => {
    const first = await bundle("read");
    expect(await optionsOf("READ")).toEqual([first]);
    expect((await admin.get(`${path}/read/options/${first.option_id}`)).body).toEqual(first);
    expect(first).toMatchObject({
      title: "Pick one",
      required: true,
      type: "radio",
      position: 1,
      sku: "read",
      product_links: [
        { sku: "part-1", option_id: first.option_id, qty: 1, position: 1, price: 1, price_type: 0 },
        { sku: "part-2", position: 2, price: 25, price_type: 1, is_default: false, can_change_quantity: 0 },
      ],
    });
  });

  it("have the prices of their products if the bundle's price is dynamic, and no weight of its own", async () => {
    const first = await bundle("dynamic", "0");
    const prices = [
      { price: 10.5, price_type: null },
      { price: 10.5, price_type: null },
    ];
    expect(first.product_links).toMatchObject(prices);
    // As in Magento, the list of products has no prices of its own.
    expect((await admin.get(`${path}/dynamic/children`)).body).toMatchObject([{ price: null }, { price: null }]);
    const { body } = await admin.get("/V1/products/dynamic");
    expect(body).toMatchObject({ weight: 0, extension_attributes: { stock_item: { is_in_stock: false } } });
    const weighed = { weight: 3, custom_attributes: [{ attribute_code: "weight_type", value: "1" }] };
    expect((await admin.put("/V1/products/dynamic", { product: weighed })).body).toMatchObject({ weight: 3 });
  });

  it("return an error for another product type, an unknown SKU and an unknown id", async () => {
    const other = await bundle("other");
    await bundle("mine");
    expect(messageOf(await admin.get(`${path}/part-1/options/all`))).toEqual(onlyBundles);
    expect(messageOf(await admin.get(`${path}/part-1/options/1`))).toEqual(onlyBundles);
    expect(messageOf(await admin.get(`${path}/nobody/options/all`))).toEqual(noProduct);
    expect(messageOf(await admin.get(`${path}/mine/options/999999`))).toEqual(noOption);
    expect(messageOf(await admin.get(`${path}/mine/options/${other.option_id}`))).toEqual(noOption);
  });

  it("are added with their products, and update whether the bundle has required options", async () => {
    await admin.post("/V1/products", {
      product: simple("empty", {
        type_id: "bundle",
        custom_attributes: priced("1"),
      }),
    });
    expect(await optionsOf("empty")).toEqual([]);
    const { status, body: id } = await admin.post(`${path}/options/add`, {
      option: option("empty", { required: false, type: "checkbox" }),
    });
    expect([status, typeof id]).toEqual([200, "number"]);
    expect(await optionsOf("empty")).toMatchObject([{ option_id: id, type: "checkbox", required: false }]);
    await admin.post(`${path}/options/add`, { option: option("empty", { position: 0, product_links: [] }) });
    const [first] = await optionsOf("empty");
    expect(first).toMatchObject({ required: true, product_links: [] });
    const after = attributesOf((await admin.get("/V1/products/empty")).body);
    expect(after).toMatchObject({ has_options: "0", required_options: "0" });
  });

  it.each([
    [{ title: undefined }, 400, '"%fieldName" is required. Enter and try again.', { fieldName: "title" }],
    [{ title: " " }, 400, '"%fieldName" is required. Enter and try again.', { fieldName: "title" }],
    [
      { type: "wheel" },
      400,
      'Invalid value of "%value" provided for the %fieldName field.',
      { fieldName: "type", value: "wheel" },
    ],
    [{ sku: "part-1" }, ...onlyBundles],
    [{ sku: "nobody" }, ...noProduct],
    [{ sku: undefined }, ...noProduct],
    [{ product_links: [{ sku: "nobody" }] }, ...noProduct],
    [{ product_links: [{ sku: "set" }] }, 400, "The bundle product can't contain another composite product."],
    [
      { product_links: [{ sku: "part-3", qty: 0 }] },
      400,
      'Invalid value of "%value" provided for the %fieldName field.',
      { fieldName: "qty", value: "0" },
    ],
    [
      { product_links: [{ sku: "part-3" }, { sku: "PART-3" }] },
      400,
      'Child with specified sku: "%1" already assigned to product: "%2"',
      ["part-3", "refusing"],
    ],
  ])("are not added with %j", async (wrong, ...answer) => {
    if ((await admin.get("/V1/products/refusing")).status === 404) await bundle("refusing");
    const before = await optionsOf("refusing");
    expect(messageOf(await admin.post(`${path}/options/add`, { option: option("refusing", wrong) }))).toEqual(answer);
    expect(await optionsOf("refusing")).toEqual(before);
  });

  it("keep absent fields and products when they are changed", async () => {
    const first = await bundle("change");
    const put = (id: number, given: object) => admin.put(`${path}/options/${id}`, { option: given }, { store: "all" });
    const reply = await put(first.option_id, { sku: "change", title: "Choose", type: "select" });
    expect([reply.status, reply.body]).toEqual([200, first.option_id]);
    expect(await optionsOf("change")).toEqual([{ ...first, title: "Choose", type: "select" }]);
    expect(messageOf(await put(999999, { sku: "change", title: "Lost" }))).toEqual(noOption);
    const other = await bundle("change-other");
    expect(messageOf(await put(other.option_id, { sku: "change", title: "Stolen" }))).toEqual(noOption);
  });

  it("identify products by selection or by SKU, so that two can be swapped", async () => {
    const { option_id: id, product_links: links } = await bundle("swap");
    const [one, two] = links;
    const product_links = [
      { ...one, sku: "part-2" },
      { ...two, sku: "part-1" },
    ];
    await admin.put(`${path}/options/${id}`, { option: { sku: "swap", product_links } });
    const [swapped] = await optionsOf("swap");
    expect(swapped?.product_links).toMatchObject([
      { id: one?.id, sku: "part-2", position: 1 },
      { id: two?.id, sku: "part-1", position: 2 },
    ]);
    await admin.put(`${path}/options/${id}`, { option: { sku: "swap", product_links: [{ sku: "part-1", qty: 4 }] } });
    const [left] = await optionsOf("swap");
    expect(left?.product_links).toMatchObject([{ id: two?.id, sku: "part-1", qty: 4, position: 2 }]);
  });

  it("have titles by store view, which null deletes", async () => {
    const { option_id: id } = await bundle("titles");
    const put = (title: string | null, store: string) =>
      admin.put(`${path}/options/${id}`, { option: { sku: "titles", title } }, { store });
    await put("Wähle", "german");
    expect([(await optionsOf("titles", "german"))[0]?.title, (await optionsOf("titles"))[0]?.title]).toEqual([
      "Wähle",
      "Pick one",
    ]);
    await put("Take one", "all");
    await put(null, "german");
    expect((await optionsOf("titles", "german"))[0]?.title).toBe("Take one");
  });

  it("are deleted once", async () => {
    const { option_id: id } = await bundle("delete");
    const remove = () => admin.delete(`${path}/delete/options/${id}`);
    expect((await remove()).body).toBe(true);
    expect(await optionsOf("delete")).toEqual([]);
    expect(messageOf(await remove())).toEqual(noOption);
    expect(messageOf(await admin.delete(`${path}/part-1/options/${id}`))).toEqual(onlyBundles);
  });

  it("have four types", async () => {
    expect((await admin.get(`${path}/options/types`)).body).toEqual([
      { label: "Drop-down", code: "select" },
      { label: "Radio Buttons", code: "radio" },
      { label: "Checkbox", code: "checkbox" },
      { label: "Multiple Select", code: "multi" },
    ]);
    expect((await app.asGuest().get(`${path}/options/types`)).status).toBe(401);
  });

  it("are created as new options if they are saved with another product, whatever their ids", async () => {
    const first = await bundle("original");
    const { body } = await admin.post("/V1/products", {
      product: {
        ...simple("copy", { type_id: "bundle", custom_attributes: priced("1") }),
        extension_attributes: { bundle_product_options: [first, first] },
      },
    });
    const copies = body.extension_attributes.bundle_product_options as Option[];
    expect(copies).toHaveLength(2);
    expect(copies.map(({ option_id }) => option_id)).not.toContain(first.option_id);
    expect(await optionsOf("original")).toEqual([first]);
  });
});

describe("the options saved with a bundle", () => {
  it("are updated once if an id occurs twice, and replace the other options of the bundle", async () => {
    const first = await bundle("twice");
    await admin.post(`${path}/options/add`, { option: option("twice", { title: "Second", position: 2 }) });
    await admin.put("/V1/products/twice", {
      product: { extension_attributes: { bundle_product_options: [first, first] } },
    });
    const options = await optionsOf("twice");
    expect(options.map(({ title }) => title)).toEqual(["Pick one", "Pick one"]);
    expect(options).toContainEqual(first);
  });
});

describe("the routes of bundles", () => {
  it("require the products resource", async () => {
    const other = await app.asAdmin(["Magento_Catalog::categories"]);
    const replies = [
      await other.get(`${path}/read/options/all`),
      await other.get(`${path}/read/children`),
      await other.post(`${path}/options/add`, { option: option("read") }),
      await other.post(`${path}/read/links/1`, { linkedProduct: link("part-3") }),
    ];
    for (const { status, body } of replies) {
      expect([status, body.parameters]).toEqual([401, { resources: "Magento_Catalog::products" }]);
    }
  });

  it("can be called in bulk, with separate results", async () => {
    const { option_id: id } = await bundle("queued");
    const detail = await waitForBulk(
      admin,
      await admin.post("/async/bulk/V1/bundle-products/bySku/links/byOptionId", [
        { sku: "queued", optionId: id, linkedProduct: link("part-3") },
        { sku: "queued", optionId: id, linkedProduct: link("part-1") },
      ]),
    );
    expect(detail.operations_list.map(({ status }) => status)).toEqual([1, 3]);
    expect((await optionsOf("queued"))[0]?.product_links).toHaveLength(3);
  });

  it("are available in GraphQL", async () => {
    const { option_id: id } = await bundle("graph");
    const { body } = await admin.graphql(
      `mutation ($option: BundleOptionInput!) { saveBundleOption(option: $option) }`,
      { option: { option_id: id, sku: "graph", title: "Over GraphQL" } },
    );
    expect(body).toEqual({ data: { saveBundleOption: id } });
    const read = await admin.graphql(`{ bundleOptions(sku: "graph") { title product_links { sku } } }`);
    expect(read.body.data.bundleOptions).toEqual([
      { title: "Over GraphQL", product_links: [{ sku: "part-1" }, { sku: "part-2" }] },
    ]);
  });

  it("write with a constant number of statements", async () => {
    await bundle("counted");
    const put = async (count: number) => {
      const bundle_product_options = Array.from({ length: count }, (_, index) =>
        option("counted", { position: index, title: `Option ${index}` }),
      );
      const save = () =>
        admin.put("/V1/products/counted", { product: { extension_attributes: { bundle_product_options } } });
      const statements = await app.statementsOf(async () => expect((await save()).status).toBe(200));
      return statements.filter((text) => /bundle_/.test(text)).length;
    };
    expect(await put(12)).toBe(await put(2));
    expect(await optionsOf("counted")).toHaveLength(2);
  });
});
