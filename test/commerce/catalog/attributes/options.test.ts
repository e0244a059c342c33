import { describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { attributesOf, simple } from "../support.js";
import { colours, optionsOf } from "./support.js";

const path = "/V1/products/attributes";
const { admin } = useApp();

interface Option {
  readonly label: string;
  readonly value: string;
}

/** Adds an attribute with the options oak, elm and ash, where oak is the default. Returns their ids. */
async function woods(code: string, frontend_input = "select"): Promise<string[]> {
  const { body } = await admin.post(
    path,
    {
      attribute: {
        attribute_code: code,
        frontend_input,
        default_frontend_label: code,
        options: [
          { label: "Oak", is_default: true, store_labels: [{ store_id: 1, label: "Eiche" }] },
          { label: "Elm" },
          { label: "Ash" },
        ],
      },
    },
    { store: "all" },
  );
  return (body.options as Option[]).slice(1).map(({ value }) => value);
}
const put = (code: string, attribute: Readonly<Record<string, unknown>>) =>
  admin.put(`${path}/${code}`, { attribute }, { store: "all" });
const read = async (code: string, store = "all") => (await admin.get(`${path}/${code}`, { store })).body;
const labels = async (code: string, store?: string) =>
  ((await read(code, store)).options as Option[]).map(({ label }) => label);

describe("attribute options", () => {
  it("are added and removed one by one", async () => {
    await admin.post(path, { attribute: { ...colours("one_by_one"), is_required: false } });
    const { status, body: id } = await admin.post(`${path}/one_by_one/options`, {
      option: { label: "Green", sort_order: 300, is_default: true, store_labels: [{ store_id: 1, label: "Grün" }] },
    });
    expect([status, typeof id]).toEqual([200, "string"]);
    const { body } = await admin.get(`${path}/one_by_one`);
    expect(body.options[3]).toEqual({ label: "Grün", value: id });
    expect(body.default_value).toBe(id);
    expect((await admin.delete(`${path}/one_by_one/options/${id}`)).body).toBe(true);
    const after = await admin.get(`${path}/one_by_one`);
    expect([after.body.options.length, after.body.default_value]).toEqual([3, ""]);
  });

  it("are removed from products when they are deleted", async () => {
    const select = await admin.post(path, { attribute: { ...colours("chosen"), is_required: false } });
    const several = await admin.post(path, {
      attribute: { ...colours("chosen_many"), frontend_input: "multiselect", is_required: false },
    });
    const [, blue] = optionsOf(select.body);
    const [, first, second] = optionsOf(several.body);
    await admin.post("/V1/products", {
      product: simple("chooser", {
        custom_attributes: [
          { attribute_code: "chosen", value: blue?.value },
          { attribute_code: "chosen_many", value: `${first?.value},${second?.value}` },
        ],
      }),
    });
    await admin.delete(`${path}/chosen/options/${blue?.value}`);
    await admin.delete(`${path}/chosen_many/options/${first?.value}`);
    const { body } = await admin.get("/V1/products/chooser");
    const values = Object.fromEntries(
      (body.custom_attributes as { attribute_code: string; value: unknown }[]).map((item) => [
        item.attribute_code,
        item.value,
      ]),
    );
    expect([values["chosen"], values["chosen_many"]]).toEqual([undefined, second?.value]);
  });

  it.each([
    ["chosen", { label: " " }, 400, "The attribute option label is empty. Enter the value and try again."],
    ["chosen", { label: "ADMIN red" }, 400, 'Admin store attribute option label "%1" is already exists.'],
    ["sku", { label: "A" }, 400, 'The "%1" attribute doesn\'t work with options.'],
    ["status", { label: "A" }, 400, 'The "%1" attribute doesn\'t work with options.'],
    [
      "nothing",
      { label: "A" },
      404,
      'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
    ],
  ])("cannot be added to %s as %j", async (...[code, option, status, message]) => {
    const reply = await admin.post(`${path}/${code}/options`, { option });
    expect([reply.status, reply.body.message]).toEqual([status, message]);
  });

  it("answer 404 if they are unknown", async () => {
    for (const id of ["99999999", "x"]) {
      const { status, body } = await admin.delete(`${path}/chosen/options/${id}`);
      expect([status, body]).toEqual([
        404,
        { message: 'The "%1" attribute doesn\'t include an option with "%2" ID.', parameters: ["chosen", id] },
      ]);
    }
  });

  it("get a label only once in concurrent calls", async () => {
    const call = () => admin.post(`${path}/chosen/options`, { option: { label: "Once" } });
    const replies = await Promise.all([call(), call()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("an attribute that is saved as it was read", () => {
  it.each(["select", "multiselect"])("keeps the options, labels and default of a %s", async (input) => {
    const code = `back_${input}`;
    await woods(code, input);
    const before = await read(code);
    const { status, body } = await put(code, before);
    expect([status, body]).toEqual([200, before]);
    expect(await labels(code, "default")).toEqual([" ", "Eiche", "Elm", "Ash"]);
  });

  it.each(["status", "visibility", "tax_class_id", "quantity_and_stock_status", "color"])(
    "is unchanged for the system attribute %s",
    async (code) => {
      const before = await read(code);
      const { status, body } = await put(code, before);
      expect([status, body]).toEqual([200, before]);
    },
  );
});

describe("options sent with their attribute", () => {
  it("do not change the options of system attributes", async () => {
    const { status } = await put("status", { options: [{ value: "1", label: "Lit", is_default: false }] });
    expect([status, await labels("status")]).toEqual([200, ["Enabled", "Disabled"]]);
    const { body } = await admin.post("/V1/products", { product: simple("still-enabled") });
    expect(body.status).toBe(1);
  });

  it("replace store view labels only if they contain a list of labels, even an empty one", async () => {
    const [oak] = await woods("relabelled");
    await put("relabelled", { options: [{ value: oak, label: "Oak wood" }] });
    expect(await labels("relabelled", "default")).toContain("Eiche");
    await put("relabelled", { options: [{ value: oak, label: "Oak wood", store_labels: [] }] });
    expect(await labels("relabelled", "default")).toContain("Oak wood");
  });

  it("become the default or stop being the default as flagged", async () => {
    const [oak, elm, ash] = await woods("favoured", "multiselect");
    const defaultAfter = async (...options: readonly object[]) =>
      (await put("favoured", { options })).body.default_value;
    expect(await defaultAfter({ value: ash, label: "Ash" })).toBe(oak);
    expect(
      await defaultAfter(
        { value: elm, label: "Elm", is_default: true },
        { value: ash, label: "Ash", is_default: true },
      ),
    ).toBe(`${elm},${ash}`);
    expect(await defaultAfter({ value: elm, label: "Elm", is_default: false })).toBe(ash);
    expect(await defaultAfter({ value: ash, label: "Ash", is_default: false })).toBe("");
  });

  it("are saved once if two have the same id, and the last one wins", async () => {
    const [oak] = await woods("twice");
    const store_labels = [{ store_id: 1, label: "Eichenholz" }];
    const { status } = await put("twice", {
      options: [
        { value: oak, label: "Oak wood", store_labels },
        { value: oak, label: "Oaken", store_labels },
      ],
    });
    expect([status, await labels("twice"), await labels("twice", "default")]).toEqual([
      200,
      [" ", "Elm", "Oaken", "Ash"],
      [" ", "Eichenholz", "Elm", "Ash"],
    ]);
  });

  it.each([
    ["select", "two of them", (ids: string[]) => `${ids[0]},${ids[1]}`],
    ["select", "an unknown id", () => "999999"],
    ["multiselect", "a word", () => "oak"],
    ["multiselect", "one of them and an unknown id", (ids: string[]) => `${ids[0]},999999`],
  ])("are the only valid default of a %s, unlike %s", async (input, what, made) => {
    const code = `default_${what.replaceAll(" ", "_")}`;
    const ids = await woods(code, input);
    const { status, body } = await put(code, { default_value: made(ids) });
    expect([status, body.parameters]).toEqual([400, { fieldName: "default_value", value: made(ids) }]);
    expect((await put(code, { default_value: ids[1] })).body.default_value).toBe(ids[1]);
  });
});

describe("deleting an option", () => {
  it("unlinks its variations from configurable products, which keep the others", async () => {
    const [oak, elm] = await woods("timber");
    const variation = async (sku: string, value: string | undefined) => {
      const product = simple(sku, { custom_attributes: [{ attribute_code: "timber", value }] });
      return (await admin.post("/V1/products", { product })).body.id as number;
    };
    const ids = [await variation("table-oak", oak), await variation("table-elm", elm)];
    const { body: attribute } = await admin.get(`${path}/timber`);
    const option = {
      attribute_id: String(attribute.attribute_id),
      label: "Timber",
      values: [oak, elm].map((value) => ({ value_index: Number(value) })),
    };
    await admin.post("/V1/products", {
      product: simple("table", {
        type_id: "configurable",
        extension_attributes: { configurable_product_options: [option], configurable_product_links: ids },
      }),
    });
    expect((await admin.delete(`${path}/timber/options/${elm}`)).body).toBe(true);
    const { body: table } = await admin.get("/V1/products/table");
    expect(table.extension_attributes.configurable_product_links).toEqual([ids[0]]);
    expect(table.extension_attributes.configurable_product_options[0].values).toEqual([{ value_index: Number(oak) }]);
    expect((await admin.put("/V1/products/table", { product: table })).status).toBe(200);
    const { body: left } = await admin.get("/V1/products/table-elm");
    expect(attributesOf(left)["timber"]).toBeUndefined();
  });
});
