import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.js";
import { waitForBulk } from "../support/bulk.js";
import type { Client } from "../support/client.js";
import { addStores, attributesOf, simple } from "./support.js";

const path = "/V1/configurable-products";
let app: TestApp;
let admin: Client;
/** Attributes by code, with their ids and the ids of their options by label. */
const attributes: Record<string, { id: number; choices: Record<string, number> }> = {};

beforeAll(async () => {
  app = await startApp({ PORTICO_CONSUMER: "on" });
  await addStores(app.db);
  admin = await app.asAdmin();
  await addAttribute("shade", ["red", "blue", "green"]);
  await addAttribute("format", ["small", "large"]);
});
afterAll(() => app[Symbol.asyncDispose]());

async function addAttribute(code: string, labels: readonly string[]) {
  const { models } = app.db;
  const type = await models.entityType.findFirstOrThrow({ where: { code: "catalog_product" } });
  const { id } = await models.attribute.create({
    data: {
      entity_type_id: type.id,
      code,
      frontend_label: code,
      frontend_input: "select",
      backend_type: "int",
      scope: "global",
      is_user_defined: true,
      apply_to: [],
    },
  });
  const choices: Record<string, number> = {};
  for (const [index, label] of labels.entries()) {
    const choice = await models.attributeOption.create({
      data: { attribute_id: id, label, value: `new-${label}`, sort_order: index },
    });
    await models.attributeOption.update({ where: { id: choice.id }, data: { value: String(choice.id) } });
    choices[label] = choice.id;
  }
  attributes[code] = { id, choices };
}

const idOf = (code: string) => attributes[code]?.id ?? 0;
const choice = (code: string, label: string) => attributes[code]?.choices[label] ?? 0;

const option = (code: string, labels: readonly string[], more: object = {}) => ({
  attribute_id: String(idOf(code)),
  label: `By ${code}`,
  values: labels.map((label) => ({ value_index: choice(code, label) })),
  ...more,
});

const create = async (product: object) => {
  const { status, body } = await admin.post("/V1/products", { product });
  expect(status).toBe(200);
  return body as { id: number; sku: string };
};
const child = (sku: string, values: Readonly<Record<string, string>>) =>
  create(
    simple(sku, {
      visibility: 1,
      custom_attributes: Object.entries(values).map(([code, label]) => ({
        attribute_code: code,
        value: String(choice(code, label)),
      })),
    }),
  );
const parent = (sku: string) => create(simple(sku, { type_id: "configurable" }));
const addOption = (sku: string, given: object) => admin.post(`${path}/${sku}/options`, { option: given });
const addChild = (sku: string, childSku: string) => admin.post(`${path}/${sku}/child`, { childSku });
const skusOf = async (sku: string) =>
  ((await admin.get(`${path}/${sku}/children`)).body as { sku: string }[]).map((product) => product.sku);
const optionsOf = async (sku: string, store?: string) =>
  (await admin.get(`${path}/${sku}/options/all`, store === undefined ? {} : { store })).body as {
    id: number;
    label: string;
  }[];

const messageOf = ({ status, body }: { status: number; body: { message: string; parameters?: unknown } }) => [
  status,
  body.message,
  ...(body.parameters === undefined ? [] : [body.parameters]),
];

const noProduct = [404, "The product that was requested doesn't exist. Verify the product and try again."];
const noOption = [404, "The option that was requested doesn't exist. Verify the entity and try again."];
const onlyConfigurable = (sku: string) => [400, 'This is implemented for the "%1" configurable product only.', [sku]];

/** Creates a configurable product by shade, with a red and a blue variation. */
async function shirt(sku: string) {
  await parent(sku);
  const { body: optionId } = await addOption(sku, option("shade", ["red", "blue"]));
  for (const shade of ["red", "blue"]) {
    await child(`${sku}-${shade}`, { shade, format: "small" });
    expect((await addChild(sku, `${sku}-${shade}`)).body).toBe(true);
  }
  return optionId as number;
}

describe("the options of a configurable product", () => {
  it("are added with values, listed, and read one by one", async () => {
    const { id: product_id } = await parent("options");
    const { status, body: id } = await addOption("options", option("shade", ["blue"], { position: 1 }));
    expect([status, typeof id]).toEqual([200, "number"]);
    await addOption("options", { ...option("format", ["large"]), attribute_id: "format" });
    const all = await optionsOf("OPTIONS");
    expect(all).toEqual([
      {
        id: expect.any(Number) as number,
        attribute_id: String(idOf("format")),
        label: "By format",
        position: 0,
        is_use_default: false,
        product_id,
        values: [{ value_index: choice("format", "large") }],
      },
      expect.objectContaining({ id, label: "By shade", position: 1 }),
    ]);
    expect((await admin.get(`${path}/options/options/${id}`)).body).toEqual(all[1]);
    const { body } = await admin.get("/V1/products/options");
    expect(body.extension_attributes.configurable_product_options).toEqual(all);
    expect(attributesOf(body)).toMatchObject({ has_options: "1", required_options: "1" });
  });

  it("make a simple product configurable, but not a downloadable one", async () => {
    await create(simple("becomes"));
    await create(simple("stays", { type_id: "downloadable" }));
    expect((await addOption("becomes", option("shade", ["red"]))).status).toBe(200);
    expect((await admin.get("/V1/products/becomes")).body.type_id).toBe("configurable");
    expect(messageOf(await addOption("stays", option("shade", ["red"])))).toEqual([400, "Incompatible product type"]);
  });

  it("report all missing fields of a new option", async () => {
    await parent("lacking");
    const { status, body } = await addOption("lacking", {});
    expect([status, body]).toEqual([
      400,
      {
        message: "One or more input exceptions have occurred.",
        errors: [
          { message: "Option attribute ID is not specified." },
          { message: "Option label is not specified." },
          { message: "Option values are not specified." },
        ],
      },
    ]);
    expect(messageOf(await addOption("lacking", option("shade", [], { values: [{ value_index: 0 }] })))).toEqual([
      400,
      "Value index is not specified for an option.",
    ]);
    expect(messageOf(await addOption("lacking", option("shade", ["red"], { attribute_id: "nothing" })))).toEqual([
      404,
      'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
      ["nothing"],
    ]);
    expect((await addOption("lacking", option("shade", ["red"], { attribute_id: "name" }))).status).toBe(400);
    expect(messageOf(await addOption("nobody", option("shade", ["red"])))).toEqual(noProduct);
    expect(await optionsOf("lacking")).toEqual([]);
  });

  it("are changed by their id or by their attribute", async () => {
    await parent("change");
    const { body: id } = await addOption("change", option("shade", ["red"]));
    const put = (at: number, given: object) =>
      admin.put(`${path}/change/options/${at}`, { option: given }, { store: "all" });
    expect((await put(id, { label: "Updated", position: 3 })).body).toBe(id);
    expect(await optionsOf("change")).toMatchObject([
      { id, label: "Updated", position: 3, values: [{ value_index: choice("shade", "red") }] },
    ]);
    expect((await addOption("change", option("shade", ["green"], { label: "Again" }))).body).toBe(id);
    expect(await optionsOf("change")).toMatchObject([
      { id, label: "Again", values: [{ value_index: choice("shade", "green") }] },
    ]);
    expect(messageOf(await put(999999, { label: "Lost" }))).toEqual([404, 'Option with id "%1" not found', [999999]]);
    await create(simple("plain"));
    expect(messageOf(await admin.put(`${path}/plain/options/${id}`, { option: { label: "x" } }))).toEqual(
      onlyConfigurable("plain"),
    );
  });

  it("have labels by store view", async () => {
    await parent("labels");
    const { body: id } = await addOption("labels", option("shade", ["red"]));
    const put = (label: string | null) =>
      admin.put(`${path}/labels/options/${id}`, { option: { label } }, { store: "german" });
    await put("Farbton");
    expect([(await optionsOf("labels", "german"))[0]?.label, (await optionsOf("labels"))[0]?.label]).toEqual([
      "Farbton",
      "By shade",
    ]);
    await put(null);
    expect((await optionsOf("labels", "german"))[0]?.label).toBe("By shade");
  });

  it("return an error for other product types, and 404 for an unknown id", async () => {
    await create(simple("simple-one"));
    await parent("asked");
    expect(messageOf(await admin.get(`${path}/simple-one/options/all`))).toEqual(onlyConfigurable("simple-one"));
    expect(messageOf(await admin.get(`${path}/nobody/options/all`))).toEqual(noProduct);
    expect(messageOf(await admin.get(`${path}/asked/options/-42`))).toEqual([
      404,
      'The "%1" entity that was requested doesn\'t exist. Verify the entity and try again.',
      [-42],
    ]);
  });

  it("remove the variations when they are deleted", async () => {
    const id = await shirt("torn");
    expect(await skusOf("torn")).toHaveLength(2);
    expect((await admin.delete(`${path}/torn/options/${id}`)).body).toBe(true);
    expect([await optionsOf("torn"), await skusOf("torn")]).toEqual([[], []]);
    expect((await admin.get("/V1/products/torn-red")).status).toBe(200);
    expect(messageOf(await admin.delete(`${path}/torn/options/${id}`))).toEqual(noOption);
    expect(messageOf(await admin.delete(`${path}/torn-red/options/${id}`))).toEqual(onlyConfigurable("torn-red"));
  });
});

describe("the variations of a configurable product", () => {
  it("are listed as products, and other product types have none", async () => {
    await shirt("listed");
    const { status, body } = await admin.get(`${path}/listed/children`);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { sku: "listed-red", price: 10.5, type_id: "simple", status: 1, visibility: 1 },
      { sku: "listed-blue" },
    ]);
    expect(attributesOf(body[0])).toMatchObject({ shade: String(choice("shade", "red")) });
    expect(await skusOf("listed-red")).toEqual([]);
    expect(messageOf(await admin.get(`${path}/nobody/children`))).toEqual(noProduct);
  });

  it("are empty for a product that is no longer configurable", async () => {
    await shirt("former");
    await child("former-green", { shade: "green" });
    await admin.put("/V1/products/former", { product: { type_id: "simple" } });
    expect(await skusOf("former")).toEqual([]);
    expect(messageOf(await addChild("former", "former-green"))).toEqual([
      400,
      "The parent product doesn't have configurable product options.",
    ]);
  });

  it("add their values to the options", async () => {
    await shirt("wider");
    await child("wider-green", { shade: "green" });
    await addChild("wider", "wider-green");
    const [shade] = await optionsOf("wider");
    expect(shade).toMatchObject({
      values: ["red", "blue", "green"].map((label) => ({ value_index: choice("shade", label) })),
    });
  });

  it("are not added if they are ambiguous, incomplete, already added or composite", async () => {
    await shirt("strict");
    await child("strict-twin", { shade: "red" });
    await child("strict-none", { format: "small" });
    await create({
      ...simple("strict-set", { type_id: "grouped" }),
      custom_attributes: [{ attribute_code: "shade", value: String(choice("shade", "green")) }],
    });
    const { id: twin } = (await admin.get("/V1/products/strict-twin")).body;
    const { id: red } = (await admin.get("/V1/products/strict-red")).body;
    expect(messageOf(await addChild("strict", "strict-red"))).toEqual([400, "The product is already attached."]);
    expect(messageOf(await addChild("strict", "strict-none"))).toEqual([
      400,
      'The child product doesn\'t have the "%1" attribute value. Verify the value and try again.',
      ["shade"],
    ]);
    expect(messageOf(await addChild("strict", "strict-twin"))).toEqual([
      400,
      'Products "%1" and "%2" have the same set of attribute values.',
      [twin, red],
    ]);
    expect(messageOf(await addChild("strict", "strict-set"))).toEqual([
      400,
      "The configurable product can't contain another composite product.",
    ]);
    expect(messageOf(await addChild("strict", "nobody"))).toEqual(noProduct);
    expect(messageOf(await addChild("nobody", "strict-red"))).toEqual(noProduct);
    expect(messageOf(await addChild("strict-twin", "strict-none"))).toEqual([
      400,
      "The parent product doesn't have configurable product options.",
    ]);
    expect(await skusOf("strict")).toEqual(["strict-red", "strict-blue"]);
  });

  it("are added once if two equal variations are added concurrently", async () => {
    await parent("race");
    await addOption("race", option("shade", ["red"]));
    const twins = ["race-1", "race-2", "race-3", "race-4"];
    for (const sku of twins) await child(sku, { shade: "red" });
    const replies = await Promise.all(twins.map((sku) => addChild("race", sku)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await skusOf("race")).toHaveLength(1);
  });

  it("are removed, and answer 404 if they were not added", async () => {
    await shirt("fewer");
    const remove = (sku: string) => admin.delete(`${path}/fewer/children/${sku}`);
    expect((await remove("FEWER-RED")).body).toBe(true);
    expect(await skusOf("fewer")).toEqual(["fewer-blue"]);
    expect(messageOf(await remove("fewer-red"))).toEqual(noOption);
    expect(messageOf(await admin.delete(`${path}/fewer-red/children/fewer-blue`))).toEqual([
      400,
      'The product with the "%1" SKU isn\'t a configurable product.',
      ["fewer-red"],
    ]);
  });
});

describe("the values of an option", () => {
  const valuesOf = async (sku: string) => {
    const [first] = (await optionsOf(sku)) as { values?: { value_index: number }[] }[];
    return first?.values?.map(({ value_index }) => value_index);
  };
  const shades = (...labels: string[]) => labels.map((label) => choice("shade", label));

  it("are removed with their last variation, and kept if they never had one", async () => {
    const id = await shirt("leaving");
    await admin.put(`${path}/leaving/options/${id}`, { option: option("shade", ["red", "blue", "green"]) });
    await admin.delete(`${path}/leaving/children/leaving-red`);
    expect(await valuesOf("leaving")).toEqual(shades("blue", "green"));
    await admin.delete("/V1/products/leaving-blue");
    expect(await valuesOf("leaving")).toEqual(shades("green"));
    const { body: red } = await admin.get("/V1/products/leaving-red");
    const links = (ids: number[]) => ({ product: { extension_attributes: { configurable_product_links: ids } } });
    await admin.put("/V1/products/leaving", links([red.id]));
    expect(await valuesOf("leaving")).toEqual(shades("green", "red"));
    await admin.put("/V1/products/leaving", links([]));
    expect(await valuesOf("leaving")).toEqual(shades("green"));
  });

  it("are kept while another variation has them", async () => {
    await parent("checked");
    await addOption("checked", option("shade", ["red"]));
    await addOption("checked", option("format", ["small", "large"]));
    for (const format of ["small", "large"]) {
      await child(`checked-${format}`, { shade: "red", format });
      await addChild("checked", `checked-${format}`);
    }
    await admin.delete(`${path}/checked/children/checked-small`);
    expect(await valuesOf("checked")).toEqual(shades("red"));
    const [, format] = (await optionsOf("checked")) as unknown as { values: { value_index: number }[] }[];
    expect(format?.values).toEqual([{ value_index: choice("format", "large") }]);
  });
});

describe("generated variations", () => {
  const generate = (options: object[], product: object = { sku: "tee", name: "Tee", price: 10 }) =>
    admin.put(`${path}/variation`, { product, options });

  it("include one product for each combination, and are not stored", async () => {
    const [red, blue, small, large] = [
      choice("shade", "red"),
      choice("shade", "blue"),
      choice("format", "small"),
      choice("format", "large"),
    ];
    const { status, body } = await generate(
      [option("shade", ["blue", "red", "red"]), option("format", ["small", "large"], { attribute_id: "format" })],
      {
        sku: "tee",
        name: "Tee",
        price: 10,
        visibility: 4,
        weight: 2,
        custom_attributes: [
          { attribute_code: "description", value: "Soft" },
          { attribute_code: "shade", value: "0" },
        ],
      },
    );
    expect(status).toBe(200);
    const products = body as { sku: string; custom_attributes: [] }[];
    expect(products.map(({ sku }) => sku)).toEqual([
      `tee-${red}-${small}`,
      `tee-${red}-${large}`,
      `tee-${blue}-${small}`,
      `tee-${blue}-${large}`,
    ]);
    expect(products[1]).toMatchObject({ name: `Tee-${red}-${large}`, price: 10, weight: 2, status: 1, visibility: 1 });
    expect(products[1]?.custom_attributes).toEqual([
      { attribute_code: "description", value: "Soft" },
      { attribute_code: "shade", value: String(red) },
      { attribute_code: "format", value: String(large) },
    ]);
    expect((await admin.get(`/V1/products/tee-${red}-${small}`)).status).toBe(404);
  });

  it("can be created unchanged", async () => {
    const { body } = await generate([option("shade", ["green"])], simple("made"));
    const [product] = body as { sku: string }[];
    expect((await admin.post("/V1/products", { product })).body).toMatchObject({ sku: product?.sku, visibility: 1 });
  });

  it("are empty without values, and need existing attributes", async () => {
    expect((await generate([])).body).toEqual([]);
    expect((await generate([option("shade", []), option("format", ["small"])])).body).toEqual([]);
    expect(messageOf(await generate([option("shade", ["red"], { attribute_id: "nothing" })]))).toEqual([
      404,
      'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
      ["nothing"],
    ]);
    expect(messageOf(await generate([{ values: [] }]))).toEqual([400, "Option attribute ID is not specified."]);
  });

  it("are limited to the size of one bulk call", async () => {
    const many = Array.from({ length: 14 }, () => option("format", ["small", "large"]));
    expect(messageOf(await generate(many))).toEqual([
      400,
      "The options have %1 combinations. The limit is %2.",
      [16384, 10000],
    ]);
  });
});

describe("the routes of configurable products", () => {
  it("require the products resource", async () => {
    const other = await app.asAdmin(["Magento_Catalog::categories"]);
    const replies = [
      await other.get(`${path}/listed/options/all`),
      await other.get(`${path}/listed/children`),
      await other.post(`${path}/listed/child`, { childSku: "listed-red" }),
      await other.put(`${path}/variation`, { product: simple("x"), options: [] }),
    ];
    for (const { status, body } of replies) {
      expect([status, body.parameters]).toEqual([401, { resources: "Magento_Catalog::products" }]);
    }
  });

  it("can be called in bulk", async () => {
    await parent("queued");
    await addOption("queued", option("shade", ["red"]));
    await child("queued-red", { shade: "red" });
    const detail = await waitForBulk(
      admin,
      await admin.post("/async/bulk/V1/configurable-products/bySku/child", [
        { sku: "queued", childSku: "queued-red" },
        { sku: "queued", childSku: "nobody" },
      ]),
    );
    expect(detail.operations_list.map(({ status }) => status)).toEqual([1, 3]);
    expect(await skusOf("queued")).toEqual(["queued-red"]);
  });

  it("are available in GraphQL, which reads only the requested fields of a variation", async () => {
    await shirt("graph");
    const { body } = await admin.graphql(
      `{ configurableChildren(sku: "graph") { sku } configurableOptions(sku: "graph") { label } }`,
    );
    expect(body.data).toEqual({
      configurableChildren: [{ sku: "graph-red" }, { sku: "graph-blue" }],
      configurableOptions: [{ label: "By shade" }],
    });
  });
});
