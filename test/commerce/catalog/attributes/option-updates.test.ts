import { describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { waitForBulk } from "../../../support/bulk.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

const path = "/V1/products/attributes";
const create = (attribute_code: string, more: object = {}) =>
  admin.post(path, {
    attribute: { attribute_code, frontend_input: "select", default_frontend_label: attribute_code, ...more },
  });
const optionsOf = async (code: string, store = "all") =>
  (await admin.get(`${path}/${code}/options`, { store })).body as { label: string; value: string }[];
const labels = async (code: string, store?: string) => (await optionsOf(code, store)).map(({ label }) => label);
const invalid = (fieldName: string, value: number | null) => ({
  message: 'Invalid value of "%value" provided for the %fieldName field.',
  parameters: { fieldName, value },
});

describe("updating an option", () => {
  const update = (code: string, id: number | string, option: object) =>
    admin.put(`${path}/${code}/options/${id}`, { option });
  const two = async (code: string) => {
    const store_labels = [{ store_id: 1, label: "Eins" }];
    await create(code, {
      options: [
        { label: "One", sort_order: 1, store_labels },
        { label: "Two", sort_order: 2 },
      ],
    });
    const [, one, other] = await optionsOf(code);
    return [one?.value ?? "", other?.value ?? ""] as const;
  };

  it("replaces its labels and its sort order, and ignores its value", async () => {
    const [one, other] = await two("replaced");
    expect((await update("replaced", other, { label: "Second", value: one })).body).toBe(true);
    expect(await labels("replaced")).toEqual([" ", "Second", "One"]);
    expect((await update("REPLACED", one, { label: "First", sort_order: 9 })).body).toBe(true);
    expect(await labels("replaced")).toEqual([" ", "Second", "First"]);
    expect(await labels("replaced", "default")).toEqual([" ", "Second", "First"]);
  });

  it("makes it the default of a select, and one of the defaults of a multiselect", async () => {
    const [one, other] = await two("chosen");
    await update("chosen", one, { label: "One", is_default: true });
    await update("chosen", other, { label: "Two", is_default: true });
    expect((await admin.get(`${path}/chosen`)).body.default_value).toBe(other);
    await create("several", {
      frontend_input: "multiselect",
      options: [{ label: "A", is_default: true }, { label: "B" }],
    });
    const [, a, b] = await optionsOf("several");
    await update("several", b?.value ?? "", { label: "B", is_default: true });
    expect((await admin.get(`${path}/several`)).body.default_value).toBe(`${a?.value},${b?.value}`);
  });

  it("is rejected with Magento's texts", async () => {
    const [one] = await two("refused");
    const reply = async (code: string, id: number | string, option: object) => {
      const { status, body } = await update(code, id, option);
      return [status, body];
    };
    const empty = { message: "The attribute option label is empty. Enter the value and try again." };
    expect(await reply("refused", one, { sort_order: 1 })).toEqual([400, empty]);
    expect(await reply("refused", one, { label: " " })).toEqual([400, empty]);
    expect(await reply("refused", one, { label: "TWO" })).toEqual([
      400,
      { message: "Admin store attribute option label '%1' is already exists.", parameters: ["TWO"] },
    ]);
    expect(await reply("refused", 999999, { label: "X" })).toEqual([
      400,
      { message: "The '%1' attribute doesn't include an option id '%2'.", parameters: ["refused", 999999] },
    ]);
    expect(await reply("refused", 0, { label: "X" })).toEqual([
      400,
      { message: "The option id is empty. Enter the value and try again." },
    ]);
    expect(await reply("name", one, { label: "X" })).toEqual([
      400,
      { message: 'The "%1" attribute doesn\'t work with options.', parameters: ["name"] },
    ]);
    expect((await reply("unknown", one, { label: "X" }))[0]).toBe(404);
    const guest = await app.asGuest().put(`${path}/refused/options/${one}`, { option: { label: "X" } });
    expect(guest.status).toBe(401);
  });

  it("works in bulk and over GraphQL", async () => {
    const [one, other] = await two("queued");
    const bulk = [one, other].map((optionId, index) => ({
      attributeCode: "queued",
      optionId,
      option: { label: `Bulk ${index}` },
    }));
    const { operations_list: operations } = await waitForBulk(
      admin,
      await admin.put("/async/bulk/V1/products/attributes/byAttributeCode/options/byOptionId", bulk),
    );
    expect(operations.map(({ status }) => status)).toEqual([1, 1]);
    const { body } = await admin.graphql(
      `mutation { updateProductAttributeOption(attributeCode: "queued", optionId: ${one}, option: { label: "Graph" }) }`,
    );
    expect(body.data).toEqual({ updateProductAttributeOption: true });
    expect(await labels("queued")).toEqual([" ", "Bulk 1", "Graph"]);
  });
});

describe("is-filterable", () => {
  const read = async (code: string) => (await admin.get(`${path}/${code}/is-filterable`)).body;
  const set = (code: string, value: number | string) => admin.put(`${path}/${code}/is-filterable/${value}`);

  it("is a number that a later save of the attribute keeps", async () => {
    await create("filtered", { is_filterable: true });
    expect(await read("filtered")).toBe(1);
    for (const number of [2, 7]) {
      expect((await set("filtered", number)).body).toBe(true);
      expect(await read("filtered")).toBe(number);
    }
    const { body } = await admin.get(`${path}/filtered`);
    expect(body.is_filterable).toBe(true);
    await admin.put(`${path}/filtered`, { attribute: body });
    expect(await read("filtered")).toBe(7);
    await set("filtered", 0);
    expect([await read("filtered"), (await admin.get(`${path}/filtered`)).body.is_filterable]).toEqual([0, false]);
  });

  it("is rejected for an input type without options, a word and an unknown attribute", async () => {
    await create("plain", { frontend_input: "text" });
    expect(await set("plain", 1)).toMatchObject({ status: 400, body: invalid("is_filterable", 1) });
    expect((await set("plain", "true")).status).toBe(400);
    expect((await set("unknown", 1)).status).toBe(404);
    expect((await admin.get(`${path}/unknown/is-filterable`)).status).toBe(404);
  });
});

describe("an attribute", () => {
  it("is addressed by its id and by its code in any case, wherever a path has its code", async () => {
    const { attribute_id: id } = (await create("by_id", { options: [{ label: "A" }] })).body;
    expect((await admin.get(`${path}/${id}`)).body.attribute_code).toBe("by_id");
    expect((await admin.get(`${path}/BY_ID`)).body.attribute_id).toBe(id);
    const added = await admin.post(`${path}/${id}/options`, { option: { label: "B" } });
    expect(await labels(String(id))).toEqual([" ", "A", "B"]);
    expect((await admin.delete(`${path}/${id}/options/${added.body}`)).body).toBe(true);
    const place = { attributeSetId: 4, attributeGroupId: 7, attributeCode: id, sortOrder: 1 };
    expect((await admin.post("/V1/products/attribute-sets/attributes", place)).status).toBe(200);
    expect((await admin.delete(`/V1/products/attribute-sets/4/attributes/${id}`)).body).toBe(true);
    expect((await admin.delete(`${path}/${id}`)).body).toBe(true);
    expect((await admin.get(`${path}/by_id`)).status).toBe(404);
  });

  it.each([
    ["swatch_visual", { frontend_input: "select", backend_type: "int" }],
    ["swatch_text", { frontend_input: "select", backend_type: "int" }],
    ["weee", { backend_type: "static", apply_to: ["simple", "virtual", "downloadable", "bundle", "configurable"] }],
    ["gallery", { frontend_input: "gallery", backend_type: "varchar" }],
    ["pagebuilder", { frontend_input: "pagebuilder", backend_type: "static" }],
  ])("can have the input %s", async (frontend_input, expected) => {
    const { status, body } = await create(`a_${frontend_input}`, { frontend_input });
    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
    if (expected.backend_type !== "int") return;
    const option = { label: "Black", value: "#000000" };
    expect((await admin.post(`${path}/a_${frontend_input}/options`, { option })).status).toBe(200);
    expect(await labels(`a_${frontend_input}`)).toEqual([" ", "Black"]);
  });

  it("lists options with the same sort order by label, without regard to case and accents", async () => {
    const options = ["Zebra", "apple", "Mango", "Éclair", "10", "9"].map((label) => ({ label }));
    const { body } = await create("ordered", { options: options.map((option) => ({ ...option, sort_order: 1 })) });
    expect(body.options.map(({ label }: { label: string }) => label)).toEqual([
      ...[" ", "10", "9", "apple", "Éclair", "Mango", "Zebra"],
    ]);
    expect(body.default_value).toBe("");
  });

  it("keeps the labels for all views when a client sends back what it read in a view", async () => {
    const store_labels = [{ store_id: 1, label: "Rot" }];
    await create("returned", { options: [{ label: "Red", store_labels }] });
    const attribute = (await admin.get(`${path}/returned`)).body;
    expect(attribute.options[1].label).toBe("Rot");
    expect((await admin.put(`${path}/returned`, { attribute })).status).toBe(200);
    expect([await labels("returned"), await labels("returned", "default")]).toEqual([
      [" ", "Red"],
      [" ", "Rot"],
    ]);
  });

  it("loses its product types and its place in the advanced search by a save with its id that leaves them out", async () => {
    const attribute = {
      apply_to: ["simple"],
      is_searchable: "1",
      is_visible_in_advanced_search: "1",
      default_value: "d",
    };
    const { attribute_id, frontend_labels } = (
      await create("trimmed", { ...attribute, frontend_input: "text", frontend_labels: [{ store_id: 1, label: "T" }] })
    ).body;
    const save = (more: object) => admin.put(`${path}/trimmed`, { attribute: { attribute_code: "trimmed", ...more } });
    expect((await save({ note: "kept" })).body).toMatchObject({ ...attribute, frontend_labels });
    const { body } = await save({ attribute_id, default_value: null, frontend_labels: [] });
    expect(body).toMatchObject({
      apply_to: [],
      is_visible_in_advanced_search: "0",
      is_searchable: "1",
      frontend_labels,
    });
    expect(body).not.toHaveProperty("default_value");
  });
});
