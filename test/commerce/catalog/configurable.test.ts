import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { configurableProducts, path } from "./configurable-products.js";
import { addStores, attributesOf, messageOf, noOption, noProduct, simple } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
const { addAttributes, idOf, choice, option, create, child, parent, addOption, addChild, skusOf, optionsOf, shirt } =
  configurableProducts(() => admin);

beforeAll(async () => {
  await addStores(app.db);
  await addAttributes(app);
});

const onlyConfigurable = (sku: string) => [400, 'This is implemented for the "%1" configurable product only.', [sku]];

describe("the options of a configurable product", () => {
  it("are added with values, listed, and read one by one", async () => {
    const { id: product_id } = await parent("options");
    const { status, body: id } = await addOption("options", option("shade", ["blue"], { position: 1 }));
    expect([status, typeof id]).toEqual([200, "string"]);
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
      expect.objectContaining({ id: Number(id), label: "By shade", position: 1 }),
    ]);
    expect((await admin.get(`${path}/options/options/${id}`)).body).toEqual(all[1]);
    const { body } = await admin.get("/V1/products/options");
    expect(body.extension_attributes.configurable_product_options).toEqual(all);
    expect(attributesOf(body)).toMatchObject({ has_options: "0", required_options: "0" });
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
      { id: Number(id), label: "Updated", position: 3, values: [{ value_index: choice("shade", "red") }] },
    ]);
    expect((await addOption("change", option("shade", ["green"], { label: "Again" }))).body).toBe(id);
    expect(await optionsOf("change")).toMatchObject([
      { id: Number(id), label: "Again", values: [{ value_index: choice("shade", "green") }] },
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
