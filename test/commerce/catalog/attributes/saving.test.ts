import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { addStores, simple } from "../support.js";
import { colours, optionsOf } from "./support.js";

const path = "/V1/products/attributes";
const { app, admin } = useApp();

beforeAll(async () => {
  await addStores(app.db);
});

const label = (text: string) => ({ default_frontend_label: text });
const add = (attribute: Readonly<Record<string, unknown>>) =>
  admin.post(path, { attribute: { frontend_input: "text", ...label("Label"), ...attribute } });

describe("adding an attribute", () => {
  it("returns it with its options, in order and in the language of the store view", async () => {
    const { status, body } = await admin.post(path, { attribute: colours("colours") });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      attribute_code: "colours",
      default_frontend_label: "front_lbl",
      frontend_input: "select",
      backend_type: "int",
      scope: "global",
      is_required: true,
      is_user_defined: true,
      is_filterable: true,
      is_searchable: "1",
      is_visible_on_front: "1",
      frontend_labels: [],
    });
    expect(optionsOf(body).map((option) => option.label)).toEqual([" ", "Default Blue", "Default Red"]);
    expect(body.default_value).toBe(body.options[1].value);
    const administration = await admin.get(`${path}/colours`, { store: "all" });
    expect(optionsOf(administration.body).map((option) => option.label)).toEqual([" ", "Admin Blue", "Admin Red"]);
  });

  it.each([
    ["text", "varchar"],
    ["textarea", "text"],
    ["texteditor", "text"],
    ["date", "datetime"],
    ["datetime", "datetime"],
    ["boolean", "int"],
    ["multiselect", "text"],
    ["select", "int"],
    ["price", "decimal"],
    ["media_image", "varchar"],
  ])("stores values of input %s as %s", async (frontend_input, backend_type) => {
    const { body } = await add({ attribute_code: `kept_${frontend_input}`, frontend_input });
    expect(body).toMatchObject({ frontend_input, backend_type, entity_type_id: "4" });
  });

  it("derives a code from the label by default", async () => {
    const { body } = await add({ default_frontend_label: "Größe (in cm)" });
    expect(body.attribute_code).toBe("grosse_in_cm");
    const digits = await add({ default_frontend_label: "3D" });
    expect(digits.body.attribute_code).toBe("attr_3d");
  });

  it("saves the labels of existing store views", async () => {
    const frontend_labels = [
      { store_id: 0, label: "Size" },
      { store_id: 1, label: "Magnitude" },
      { store_id: 999, label: "Nowhere" },
    ];
    const { body } = await add({ attribute_code: "labelled", default_frontend_label: null, frontend_labels });
    expect(body.default_frontend_label).toBe("Size");
    expect(body.frontend_labels).toEqual([{ store_id: 1, label: "Magnitude" }]);
  });

  it.each([
    [
      { default_frontend_label: null },
      '"%fieldName" is required. Enter and try again.',
      { fieldName: "frontend_label" },
    ],
    [
      { default_frontend_label: null, frontend_labels: [{ store_id: 1, label: "Only here" }] },
      'Invalid value of "%value" provided for the %fieldName field.',
      { fieldName: "frontend_label", value: null },
    ],
    [
      { attribute_code: "1st" },
      'Invalid value of "%value" provided for the %fieldName field.',
      { fieldName: "attribute_code", value: "1st" },
    ],
    [
      { frontend_input: "hologram" },
      'Invalid value of "%value" provided for the %fieldName field.',
      { fieldName: "frontend_input", value: "hologram" },
    ],
    [
      { attribute_code: "a".repeat(61) },
      "An attribute code must not be less than 1 and more than 60 characters.",
      undefined,
    ],
    [
      { attribute_code: "category_id" },
      "The attribute code '%1' is reserved by system. Please try another attribute code",
      ["category_id"],
    ],
    [{ attribute_code: "color" }, "%1 already exists.", ["Attribute with the same code"]],
    [
      { frontend_input: "price", default_value: "cheap" },
      "The default decimal value is invalid. Verify the value and try again.",
      undefined,
    ],
    [
      { frontend_input: "date", default_value: "some day" },
      "The default date is invalid. Verify the date and try again.",
      undefined,
    ],
    [
      { frontend_input: "select", options: [{ label: "", value: "" }] },
      "The default option isn't defined. Set the option and try again.",
      undefined,
    ],
    [
      { default_frontend_label: "x".repeat(256) },
      '"%1" length must be equal or less than %2 characters.',
      ["Label", 255],
    ],
  ])("rejects %j", async (attribute, message, parameters) => {
    const { status, body } = await add({ attribute_code: "refused", ...attribute });
    expect([status, body]).toEqual([400, { message, ...(parameters ? { parameters } : {}) }]);
    expect((await admin.get(`${path}/refused`)).status).toBe(404);
  });

  it("accepts a code for only one of two concurrent calls", async () => {
    const replies = await Promise.all([add({ attribute_code: "at_once" }), add({ attribute_code: "at_once" })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("takes a constant number of statements for any number of options", async () => {
    const count = async (code: string, options: number) => {
      const attribute = {
        ...colours(code),
        options: Array.from({ length: options }, (_, index) => ({ label: `Option ${index}`, value: "" })),
      };
      const sent = await app.statementsOf(() => admin.post(path, { attribute }));
      return sent.filter((text) => text.includes("attribute")).length;
    };
    const few = await count("few_options", 2);
    expect(await count("many_options", 200)).toBe(few);
  });
});

describe("changing an attribute", () => {
  it("changes options by their ids, adds others, and keeps absent ones", async () => {
    const { body: before } = await admin.post(path, { attribute: colours("changed") });
    const { status, body } = await admin.put(`${path}/changed`, {
      attribute: {
        attribute_id: before.attribute_id,
        attribute_code: "changed",
        frontend_labels: [{ store_id: 0, label: "front_lbl_new" }],
        options: [
          {
            value: before.options[1].value,
            label: "New Label",
            store_labels: [{ store_id: 1, label: "Default Blue Updated" }],
          },
          {
            label: "Green",
            value: "",
            sort_order: 200,
            is_default: true,
            store_labels: [{ store_id: 1, label: "Default Green" }],
          },
        ],
        is_required: false,
        frontend_input: "text",
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      attribute_id: before.attribute_id,
      default_frontend_label: "front_lbl_new",
      frontend_input: "select",
      is_required: false,
      is_filterable: true,
    });
    const labels = optionsOf(body).map((option) => option.label);
    expect(labels).toEqual([" ", "Default Blue Updated", "Default Red", "Default Green"]);
    expect(body.default_value).toBe(body.options[3].value);
  });

  it("uses the code in the path", async () => {
    await add({ attribute_code: "by_path" });
    const { body } = await admin.put(`${path}/by_path`, { attribute: { note: "For those who weigh", position: 7 } });
    expect(body).toMatchObject({ note: "For those who weigh", position: 7, default_frontend_label: "Label" });
  });

  it("creates an attribute for an unknown code, unless the request contains an id", async () => {
    const added = await admin.put(`${path}/from_put`, { attribute: { frontend_input: "text", ...label("From PUT") } });
    expect([added.status, added.body.attribute_code]).toEqual([200, "from_put"]);
    for (const call of [admin.put, admin.post]) {
      const reply = await call(call === admin.put ? `${path}/gone` : path, {
        attribute: { attribute_id: 5, attribute_code: "gone", ...label("Gone") },
      });
      expect([reply.status, reply.body]).toEqual([
        404,
        {
          message: 'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
          parameters: ["gone"],
        },
      ]);
    }
  });

  it("rejects an option of another attribute", async () => {
    const { body: other } = await admin.post(path, { attribute: colours("other_options") });
    const { value } = other.options[1];
    const { status, body } = await admin.put(`${path}/changed`, {
      attribute: { options: [{ value, label: "Stolen" }] },
    });
    expect([status, body.parameters]).toEqual([404, ["changed", value]]);
  });

  it("removes an attribute that is not searchable from the advanced search", async () => {
    const { body } = await admin.put(`${path}/changed`, { attribute: { is_searchable: false } });
    expect([body.is_searchable, body.is_visible_in_advanced_search]).toEqual(["0", "0"]);
  });

  it("ignores an unknown scope, and drops store view values if the scope becomes global", async () => {
    await add({ attribute_code: "narrowed", scope: "store" });
    const value = (text: string) => ({ product: { custom_attributes: [{ attribute_code: "narrowed", value: text }] } });
    await admin.post("/V1/products", { product: simple("narrow") });
    await admin.put("/V1/products/narrow", value("everywhere"), { store: "all" });
    await admin.put("/V1/products/narrow", value("eigen"), { store: "german" });
    const readValue = async () => {
      const { body } = await admin.get("/V1/products/narrow", { store: "german" });
      const found = (body.custom_attributes as { attribute_code: string; value: string }[]).find(
        ({ attribute_code }) => attribute_code === "narrowed",
      );
      return found?.value;
    };
    expect((await admin.put(`${path}/narrowed`, { attribute: { scope: "galaxy" } })).body.scope).toBe("store");
    expect(await readValue()).toBe("eigen");
    expect((await admin.put(`${path}/narrowed`, { attribute: { scope: "global" } })).body.scope).toBe("global");
    expect(await readValue()).toBe("everywhere");
  });
});

describe("deleting an attribute", () => {
  it("deletes its options, its positions and all of its values", async () => {
    await add({ attribute_code: "doomed", scope: "store" });
    await admin.post("/V1/products/attribute-sets/attributes", {
      attributeSetId: 4,
      attributeGroupId: 7,
      attributeCode: "doomed",
      sortOrder: 0,
    });
    const value = { product: { custom_attributes: [{ attribute_code: "doomed", value: "soon gone" }] } };
    await admin.post("/V1/products", { product: simple("survivor") });
    await admin.put("/V1/products/survivor", value, { store: "all" });
    await admin.put("/V1/products/survivor", value, { store: "german" });
    const { status, body } = await admin.delete(`${path}/doomed`);
    expect([status, body]).toEqual([200, true]);
    const left = await app.db.query("select from product_values where data ? 'doomed'");
    expect(left).toHaveLength(0);
    expect((await admin.get("/V1/products/survivor")).text).not.toContain("doomed");
    expect((await admin.get(`${path}/doomed`)).status).toBe(404);
  });

  it.each(["name", "status", "cost"])("rejects the system attribute %s", async (code) => {
    const { status, body } = await admin.delete(`${path}/${code}`);
    expect([status, body]).toEqual([400, { message: "The system attribute can't be deleted." }]);
  });

  it("answers 404 for an unknown code", async () => {
    const { status, body } = await admin.delete(`${path}/some_test_code`);
    expect([status, body.parameters]).toEqual([404, ["some_test_code"]]);
  });

  it("rejects an attribute of configurable products, as changing its scope does", async () => {
    const { body: attribute } = await admin.post(path, { attribute: { ...colours("varied"), is_required: false } });
    await admin.post("/V1/products", { product: simple("varied", { type_id: "configurable" }) });
    await app.db.execute(
      `insert into configurable_option (product_id, attribute_id, label, value_indexes)
       select id, $1, 'Varied', '{}' from product where sku = 'varied'`,
      [attribute.attribute_id],
    );
    const deleted = await admin.delete(`${path}/varied`);
    expect([deleted.status, deleted.body]).toEqual([
      400,
      { message: "This attribute is used in configurable products." },
    ]);
    const rescoped = await admin.put(`${path}/varied`, { attribute: { scope: "store" } });
    expect([rescoped.status, rescoped.body]).toEqual([
      400,
      { message: "Do not change the scope. %1", parameters: ["This attribute is used in configurable products."] },
    ]);
  });

  it("leaves no value in products that are saved concurrently", async () => {
    for (const round of [1, 2, 3]) {
      const code = `racing_${round}`;
      await add({ attribute_code: code });
      const save = (index: number) =>
        admin.post("/V1/products", {
          product: simple(`racer-${round}-${index}`, { custom_attributes: [{ attribute_code: code, value: "fast" }] }),
        });
      const replies = await Promise.all([save(1), save(2), admin.delete(`${path}/${code}`), save(3), save(4)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(await app.db.query("select from product_values where data ? $1::text", [code])).toHaveLength(0);
    }
  });
});

describe("writing attributes", () => {
  it("requires their resource", async () => {
    const other = await app.asAdmin(["Magento_Catalog::products"]);
    const replies = [
      await other.post(path, { attribute: {} }),
      await other.put(`${path}/color`, { attribute: {} }),
      await other.delete(`${path}/color`),
      await other.post(`${path}/color/options`, { option: {} }),
      await other.delete(`${path}/color/options/1`),
    ];
    for (const { status, body } of replies) {
      expect([status, body.parameters]).toEqual([401, { resources: "Magento_Catalog::attributes_attributes" }]);
    }
  });

  it("is available in GraphQL", async () => {
    const { body } = await admin.graphql(`mutation {
      addProductAttribute(attribute: { attribute_code: "in_graphql", frontend_input: "boolean", default_frontend_label: "GraphQL" }) {
        attribute_code options { label }
      }
      deleteProductAttribute(attributeCode: "in_graphql")
    }`);
    expect(body.data).toEqual({
      addProductAttribute: { attribute_code: "in_graphql", options: [{ label: "Yes" }, { label: "No" }] },
      deleteProductAttribute: true,
    });
  });
});
