import { beforeAll, describe, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { addStores, attributesOf, simple } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  await addStores(app.db);
});

const productNotFound = {
  message: "The product that was requested doesn't exist. Verify the product and try again.",
};
const optionNotFound = (fieldValue: number) => ({
  message: "No such entity with %fieldName = %fieldValue",
  parameters: { fieldName: "optionId", fieldValue },
});

const product = async (sku: string, options: object[] = []) =>
  (await admin.post("/V1/products", { product: simple(sku, { options }) }, { store: "all" })).body;
const save = (option: object, store = "all") => admin.post("/V1/products/options", { option }, { store });
const list = async (sku: string, store = "all") => (await admin.get(`/V1/products/${sku}/options`, { store })).body;
const flags = async (sku: string) => {
  const { has_options, required_options } = attributesOf((await admin.get(`/V1/products/${sku}`)).body);
  return [has_options, required_options];
};

const choices = [
  { title: "Small", sort_order: 1, price: 10, price_type: "fixed", sku: "small" },
  { title: "Large", sort_order: 2, price: 20.5, price_type: "percent", sku: "large" },
];
/** One option of each type, as it is read back except for its ids. */
const examples = [
  { type: "field", title: "Field", price: -10, price_type: "fixed", sku: "sku1", max_characters: 10 },
  { type: "area", title: "Area", price: 20, price_type: "percent", sku: "sku2", max_characters: 20 },
  {
    type: "file",
    title: "File",
    price: 30,
    price_type: "percent",
    sku: "sku3",
    file_extension: "jpg, png, gif",
    image_size_x: 10,
    image_size_y: 20,
  },
  { type: "drop_down", title: "Drop", values: choices },
  { type: "radio", title: "Radio", values: choices },
  { type: "checkbox", title: "Checkbox", values: choices },
  { type: "multiple", title: "Multiple", values: choices },
  { type: "date", title: "Date", price: 80, price_type: "fixed", sku: "date" },
  { type: "date_time", title: "Date and time", price: 90, price_type: "fixed", sku: "date time" },
  { type: "time", title: "Time", price: 100, price_type: "fixed", sku: "time" },
].map((option, index) => ({ ...option, sort_order: index + 1, is_require: index % 2 === 0 }));

interface Read {
  readonly option_id: number;
  readonly values?: readonly { readonly option_type_id: number }[];
}

const withoutIds = ({ product_sku: _sku, option_id: _id, values, ...own }: Read & { product_sku: string }) => ({
  ...own,
  ...(values ? { values: values.map(({ option_type_id: _type, ...choice }) => choice) } : {}),
});

describe("the types of custom options", () => {
  it("are listed with their groups", async () => {
    const { status, body } = await admin.get("/V1/products/options/types");
    expect(status).toBe(200);
    expect(body).toHaveLength(10);
    expect(body).toContainEqual({ label: "Drop-down", code: "drop_down", group: "Select" });
    expect(body).toContainEqual({ label: "Date & Time", code: "date_time", group: "Date" });
  });

  it("require the permission to read the catalog, like all other routes", async () => {
    const other = await app.asAdmin(["Magento_Catalog::products"]);
    const replies = [
      await other.get("/V1/products/options/types"),
      await other.get("/V1/products/x/options"),
      await other.get("/V1/products/x/options/1"),
      await other.post("/V1/products/options", { option: {} }),
      await other.put("/V1/products/options/1", { option: {} }),
      await other.delete("/V1/products/x/options/1"),
    ];
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(401));
  });
});

describe("a custom option", () => {
  it.each(examples)("is added and read back with the type $type", async (example) => {
    const sku = `type-${example.type}`;
    await product(sku);
    const { status, body } = await save({ ...example, product_sku: sku });
    expect(withoutIds(body)).toEqual(example);
    expect([status, body.product_sku]).toEqual([200, sku]);
    expect(await list(sku)).toEqual([body]);
    expect((await admin.get(`/V1/products/${sku}/options/${body.option_id}`)).body).toEqual(body);
    expect((await admin.get(`/V1/products/${sku}`)).body.options).toEqual([body]);
    expect(await flags(sku)).toEqual(["1", example.is_require ? "1" : "0"]);
  });

  it.each(examples)("can be sent with a product if it has the type $type", async (example) => {
    const { options } = await product(`body-${example.type}`, [example]);
    expect(options.map(withoutIds)).toEqual([example]);
  });

  it("is free with a fixed price by default", async () => {
    await product("free");
    await save({ product_sku: "FREE", title: "T", type: "field" });
    expect((await list("free"))[0]).toMatchObject({
      product_sku: "free",
      price: 0,
      price_type: "fixed",
      is_require: true,
      sort_order: 0,
    });
  });

  it("is answered as it was sent when it is new, with null for what was not sent", async () => {
    await product("echo");
    const option = { product_sku: "echo", title: "T", type: "drop_down", price: 2, price_type: "fixed" };
    const { body } = await save({ ...option, values: [{ title: "V" }] });
    expect(body).toMatchObject({ ...option, is_require: null, sort_order: null });
    expect(body.values).toMatchObject([{ title: "V", sort_order: null, price: null, price_type: null }]);
    const text = await save({ ...option, type: "field", values: [{ title: "V", price: 1, price_type: "fixed" }] });
    expect(text.body.values).toEqual([{ title: "V", sort_order: null, price: 1, price_type: "fixed" }]);
    const [stored, field] = await list("echo");
    expect(stored).toMatchObject({ is_require: true, sort_order: 0, values: [{ price: 0, price_type: "fixed" }] });
    expect(stored).not.toHaveProperty("price");
    expect(field).not.toHaveProperty("values");
  });

  it("is created for the id 0, and so are its values", async () => {
    await product("zero");
    const values = choices.map((choice) => ({ ...choice, option_type_id: 0 }));
    const option = { product_sku: "zero", option_id: 0, title: "T", type: "radio", values };
    const ids = [(await save(option)).body.option_id, (await save(option)).body.option_id];
    expect(new Set([0, ...ids]).size).toBe(3);
    const read = await list("zero");
    expect(read.map(({ option_id }: Read) => option_id)).toEqual(ids);
    expect(new Set(read.flatMap(({ values = [] }: Read) => values.map((value) => value.option_type_id))).size).toBe(4);
  });

  it("is changed by the id in the path, keeps absent fields, and does not affect other options", async () => {
    const { options } = await product("changed", examples);
    const [field] = options;
    const option = { product_sku: "changed", title: "Renamed", max_characters: 500 };
    const { status, body } = await admin.put(
      `/V1/products/options/${field.option_id}`,
      { option },
      {
        store: "all",
      },
    );
    expect(status).toBe(200);
    expect(body).toEqual({ ...field, title: "Renamed", max_characters: 500 });
    expect(await list("changed")).toEqual([body, ...options.slice(1)]);
  });

  it("keeps the given values with an id, adds values without an id, and removes others", async () => {
    const { options } = await product("values", [examples[3] ?? {}]);
    const [{ option_id, values }] = options;
    const added = { title: "Huge", price: 100500, price_type: "fixed", sku: "huge", sort_order: 100 };
    const { body } = await save({ product_sku: "values", option_id, values: [{ ...values[1], price: 7 }, added] });
    expect(body.values).toMatchObject([{ ...values[1], price: 7 }, added]);
    const emptied = await save({ product_sku: "values", option_id, values: [] });
    expect([emptied.status, emptied.body]).toEqual([400, { message: "Invalid option value" }]);
    const foreign = await save({ product_sku: "values", option_id, values: [{ ...added, option_type_id: 999999 }] });
    expect([foreign.status, foreign.body.parameters]).toEqual([404, { fieldName: "optionTypeId", fieldValue: 999999 }]);
    expect(await list("values")).toEqual([body]);
  });

  it("loses the fields that its new type does not have", async () => {
    const { options } = await product("retyped", [examples[2] ?? {}, examples[3] ?? {}]);
    const [file, drop] = options as Read[];
    const change = async (option: Read | undefined, more: object) =>
      withoutIds((await save({ product_sku: "retyped", option_id: option?.option_id, ...more })).body);
    expect(await change(file, { type: "radio", values: choices })).toEqual({
      type: "radio",
      title: "File",
      sort_order: 3,
      is_require: true,
      values: choices,
    });
    expect(await change(drop, { type: "area", price: 3, max_characters: 9 })).toMatchObject({ price: 3 });
    expect(await app.db.query("select 1 from product_option_value where option_id = $1", [drop?.option_id])).toEqual(
      [],
    );
  });

  it.each([
    [{ title: null, type: "field" }, "Missed values for option required fields"],
    [{ title: "", type: "field" }, "Missed values for option required fields"],
    [{ title: "T" }, "Missed values for option required fields\nInvalid option type"],
    [{ title: "T", type: "file", image_size_x: -10 }, "Invalid option value"],
    [{ title: "T", type: "area", max_characters: -1 }, "Invalid option value"],
    [{ title: "T", type: "drop_down" }, "Invalid option value"],
    [{ title: "T", type: "radio", values: [{ ...choices[0], title: null }] }, "Invalid option value"],
    [{ title: "T", type: "checkbox", values: [{ ...choices[0], price_type: "fixed_one" }] }, "Invalid option value"],
    [{ title: "T", type: "date", price: 1e20 }, "Invalid option value"],
    [{ title: "T", type: "multiple_some_value", values: choices }, "Invalid option type"],
    [{ title: "", type: "gesture" }, "Missed values for option required fields\nInvalid option type"],
  ])("is rejected with %j", async (option, message) => {
    await product("refused");
    const { status, body } = await save({ product_sku: "refused", ...option });
    expect([status, body]).toEqual([400, { message }]);
    expect(await list("refused")).toEqual([]);
  });

  it("is rejected without a reason when it is saved with its product", async () => {
    await product("unreasoned");
    const options = [{ title: "T", type: "gesture" }];
    const { status, body } = await admin.put("/V1/products/unreasoned", { product: { options } });
    expect([status, body]).toEqual([400, { message: "The product was unable to be saved. Please try again." }]);
  });

  it("requires an existing product", async () => {
    const option = { title: "T", type: "field" };
    const none = await save(option);
    expect([none.status, none.body]).toEqual([
      400,
      { message: "The ProductSku is empty. Set the ProductSku and try again." },
    ]);
    const unknown = await save({ ...option, product_sku: "nobody" });
    expect([unknown.status, unknown.body]).toEqual([404, productNotFound]);
    const missing = await admin.post("/V1/products/options", {});
    expect([missing.status, missing.body.parameters]).toEqual([400, { fieldName: "option" }]);
    expect((await admin.get("/V1/products/nobody/options")).body).toEqual(productNotFound);
  });

  it("is found, changed and removed only within its product", async () => {
    const { options } = await product("owner", [examples[0] ?? {}]);
    const [{ option_id: id }] = options;
    await product("thief");
    const found = [
      await admin.get(`/V1/products/thief/options/${id}`),
      await admin.delete(`/V1/products/thief/options/${id}`),
    ];
    for (const reply of found) expect([reply.status, reply.body]).toEqual([404, optionNotFound(id)]);
    const saved = [
      await admin.put(`/V1/products/options/${id}`, { option: { product_sku: "thief", title: "Mine" } }),
      await admin.put("/V1/products/thief", { product: { options: [{ option_id: id, title: "Mine" }] } }),
    ];
    for (const reply of saved) expect([reply.status, reply.body]).toEqual([404, { message: "No such entity." }]);
    expect(await list("owner")).toEqual(options);
  });

  it("is removed with its values, and updates the flags of the product", async () => {
    const { options } = await product("removed", [
      { ...examples[3], is_require: true },
      { ...examples[0], is_require: false },
    ]);
    expect(await flags("removed")).toEqual(["1", "1"]);
    const required = options.find(({ is_require }: { is_require: boolean }) => is_require);
    const optional = options.find(({ is_require }: { is_require: boolean }) => !is_require);
    const path = `/V1/products/REMOVED/options/${required.option_id}`;
    expect((await admin.delete(path)).body).toBe(true);
    expect(await list("removed")).toEqual([optional]);
    expect(await flags("removed")).toEqual(["1", "0"]);
    expect((await admin.delete(path)).status).toBe(404);
    expect((await admin.delete(`/V1/products/removed/options/${optional.option_id}`)).body).toBe(true);
    expect(await flags("removed")).toEqual(["0", "0"]);
    expect((await admin.delete("/V1/products/nobody/options/1")).body).toEqual(productNotFound);
  });

  it("has titles by store view, which null deletes", async () => {
    const { options } = await product("titles", [examples[3] ?? {}]);
    const [{ option_id, values }] = options;
    const german = { product_sku: "titles", option_id, title: "Größe", values: [{ ...values[0], title: "Klein" }] };
    const { body } = await save({ ...german, values: [german.values[0], values[1]] }, "german");
    expect(body).toMatchObject({ title: "Größe", values: [{ title: "Klein" }, { title: "Large" }] });
    expect(await list("titles")).toEqual(options);
    const back = await save(
      { product_sku: "titles", option_id, title: null, values: [{ ...values[0], title: null }, values[1]] },
      "german",
    );
    expect(back.body).toMatchObject({ title: "Drop", values: [{ title: "Small" }, { title: "Large" }] });
    expect((await save({ product_sku: "titles", option_id, title: null })).status).toBe(400);
  });

  it("takes a constant number of statements for any number of values", async () => {
    await product("counted");
    const values = Array.from({ length: 50 }, (_, index) => ({ ...choices[0], title: `Choice ${index}` }));
    const option = { product_sku: "counted", title: "T", type: "radio" };
    const count = async (sent: object[]) => {
      const statements = await app.statementsOf(() => save({ ...option, values: sent }));
      return statements.filter((text) => /\bproduct/.test(text)).length;
    };
    const one = await count(values.slice(0, 1));
    expect(one).toBeLessThanOrEqual(6);
    expect(await count(values)).toBe(one);
  });

  it("is added once by each of several concurrent calls", async () => {
    await product("at-once");
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) => save({ product_sku: "at-once", title: `T${index}`, type: "field" })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await list("at-once")).toHaveLength(6);
  });

  it("is added in bulk, where an invalid option fails separately", async () => {
    await product("bulk");
    const option = { product_sku: "bulk", title: "T", type: "field" };
    const accepted = await admin.post("/async/bulk/V1/products/options", [
      { option },
      { option: { ...option, type: "gesture" } },
    ]);
    const { operations_list: operations } = await waitForBulk(admin, accepted);
    expect(operations.map(({ status }) => status)).toEqual([1, 3]);
    expect(await list("bulk")).toHaveLength(1);
  });

  it("is saved and read over GraphQL", async () => {
    await product("graph");
    const saved = await admin.graphql(
      `mutation ($option: CustomOptionInput!) { saveCustomOption(option: $option) { option_id title } }`,
      { option: { product_sku: "graph", title: "Engraving", type: "FIELD", price: 1.5 } },
    );
    const { option_id: optionId } = saved.body.data.saveCustomOption;
    const { body } = await admin.graphql(
      `query ($optionId: Int!) { customOption(sku: "graph", optionId: $optionId) { title price }
        customOptions(sku: "graph") { option_id } customOptionTypes { code } }`,
      { optionId },
    );
    expect(body.data).toMatchObject({
      customOption: { title: "Engraving", price: 1.5 },
      customOptions: [{ option_id: optionId }],
    });
    const removed = await admin.graphql(
      `mutation ($optionId: Int!) { deleteCustomOption(sku: "graph", optionId: $optionId) }`,
      { optionId },
    );
    expect(removed.body.data).toEqual({ deleteCustomOption: true });
  });
});

describe("the website price scope", () => {
  it("sets a custom option's price for all store views of the website and no other", async () => {
    await using own = await startApp({ PORTICO_PRICE_SCOPE: "website" });
    const client = await own.asAdmin();
    await addStores(own.db);
    await client.post("/V1/products", { product: simple("priced") }, { store: "all" });
    const option = { product_sku: "priced", title: "Engraving", type: "field", price: 5, price_type: "fixed" };
    const { option_id } = (await client.post("/V1/products/options", { option }, { store: "all" })).body;
    const change = (price: number | null, more: object = {}) =>
      client.post(
        "/V1/products/options",
        { option: { product_sku: "priced", option_id, price, ...more } },
        { store: "german" },
      );
    const types = async () => (await client.get("/V1/products/priced/options", { store: "german" })).body[0].price_type;
    const prices = async () => {
      const of = async (store: string) => (await client.get("/V1/products/priced/options", { store })).body[0].price;
      return [await of("all"), await of("default"), await of("german"), await of("outlet_view")];
    };
    await change(-7.5);
    expect(await prices()).toEqual([5, -7.5, -7.5, 5]);
    await change(20, { price_type: "percent" });
    expect(await types()).toBe("percent");
    await change(null);
    expect(await prices()).toEqual([5, 5, 5, 5]);
    expect(await types()).toBe("fixed");
    await change(9);
    const values = [{ title: "Gold", price: 1, price_type: "fixed", sort_order: 1 }];
    const retyped = { product_sku: "priced", option_id, type: "radio", values };
    await client.post("/V1/products/options", { option: retyped }, { store: "all" });
    expect(await prices()).toEqual([undefined, undefined, undefined, undefined]);
  });
});
