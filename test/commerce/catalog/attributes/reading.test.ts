import { describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { search } from "../../../support/client.js";

const { app, admin } = useApp();

const codes = (body: { items: { attribute_code: string }[] }) => body.items.map((item) => item.attribute_code);
const unknownAttribute = {
  message: 'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
  parameters: ["nothing"],
};

describe("the attributes of a new installation", () => {
  it("are those of Magento", async () => {
    const { status, body } = await admin.get("/V1/products/attributes/color");
    expect([status, body]).toEqual([
      200,
      {
        extension_attributes: { is_pagebuilder_enabled: false },
        is_wysiwyg_enabled: false,
        is_html_allowed_on_front: false,
        used_for_sort_by: false,
        is_filterable: true,
        is_filterable_in_search: false,
        is_used_in_grid: true,
        is_visible_in_grid: false,
        is_filterable_in_grid: true,
        position: 0,
        apply_to: ["simple", "virtual", "configurable"],
        is_searchable: "1",
        is_visible_in_advanced_search: "1",
        is_comparable: "1",
        is_used_for_promo_rules: "0",
        is_visible_on_front: "0",
        used_in_product_listing: "0",
        is_visible: true,
        scope: "global",
        attribute_id: 93,
        attribute_code: "color",
        frontend_input: "select",
        entity_type_id: "4",
        is_required: false,
        options: [{ label: " ", value: "" }],
        is_user_defined: true,
        default_frontend_label: "Color",
        frontend_labels: [],
        backend_type: "int",
        source_model: "Magento\\Eav\\Model\\Entity\\Attribute\\Source\\Table",
        is_unique: "0",
        validation_rules: [],
      },
    ]);
  });

  it("answer 404 for an unknown code, and for the code of a category attribute", async () => {
    for (const path of ["/V1/products/attributes/nothing", "/V1/products/attributes/nothing/options"]) {
      const reply = await admin.get(path);
      expect([reply.status, reply.body]).toEqual([404, unknownAttribute]);
    }
    await app.db.execute(
      `insert into attribute (entity_type_id, code, backend_type, scope) values (3, 'nothing', 'varchar', 'store')`,
    );
    expect((await admin.get("/V1/products/attributes/nothing")).status).toBe(404);
  });

  it("have the options of their source, without an empty one for fixed options", async () => {
    const { body } = await admin.get("/V1/products/attributes/quantity_and_stock_status/options");
    expect(body).toEqual([
      { value: "1", label: "In Stock" },
      { value: "0", label: "Out of Stock" },
    ]);
  });

  it("list the allowed countries by name", async () => {
    const code = "country_of_manufacture";
    const { body: options } = await admin.get(`/V1/products/attributes/${code}/options`);
    expect(options.slice(0, 2)).toEqual([
      { value: "", label: " " },
      { value: "AF", label: "Afghanistan" },
    ]);
    const marked = (options as { value: string; is_default?: boolean }[]).filter(({ is_default }) => is_default);
    expect(marked).toEqual([{ value: "US", label: "United States", is_default: true }]);
    const { body: found } = await admin.get(`/V1/products/attributes?${search([["attribute_code", code]])}`);
    expect(found.items[0].options).toEqual(options);
    const { body: ofSet } = await admin.get("/V1/products/attribute-sets/4/attributes");
    expect(ofSet).toContainEqual(found.items[0]);
  });

  it("list the current tax classes", async () => {
    const books = { class_id: 50, class_name: "Books", class_name_key: "books", class_type: "PRODUCT" };
    await app.db.models.taxClass.create({ data: books });
    const { body } = await admin.get("/V1/products/attributes/tax_class_id/options");
    expect(body).toEqual([
      { value: "0", label: "None" },
      { value: "2", label: "Taxable Goods" },
      { value: "50", label: "Books" },
    ]);
  });

  it("show options with store view labels, and admin labels under `all`", async () => {
    await app.db.execute(
      `insert into attribute_option (id, attribute_id, value, label, sort_order) values
        (900, 83, '900', 'Acme', 2), (901, 83, '901', 'Zenith', 1)`,
    );
    await app.db.execute(
      `insert into attribute_option_label (option_id, store_id, label) values (900, 1, 'ACME Inc.')`,
    );
    const labels = async (store: string) => {
      const { body } = await admin.get("/V1/products/attributes/manufacturer/options", { store });
      return (body as { label: string }[]).map(({ label }) => label);
    };
    expect(await labels("default")).toEqual([" ", "Zenith", "ACME Inc."]);
    expect(await labels("all")).toEqual([" ", "Zenith", "Acme"]);
  });
});

describe("searching attributes", () => {
  it("filters by input type, and counts all pages", async () => {
    const query = search([["frontend_input", "textarea"]], { current_page: 1, page_size: 2 });
    const { body } = await admin.get(`/V1/products/attributes?${query}`);
    expect(codes(body)).toEqual(["description", "short_description"]);
    expect(body.total_count).toBeGreaterThan(2);
    expect(body.search_criteria).toEqual({
      filter_groups: [{ filters: [{ field: "frontend_input", value: "textarea", condition_type: "eq" }] }],
      page_size: 2,
      current_page: 1,
    });
  });

  it.each([
    [[["is_filterable", "1"]], ["price", "manufacturer", "color"]],
    [
      [
        ["is_global", "1"],
        ["is_user_defined", "1"],
      ],
      ["cost", "manufacturer", "color"],
    ],
    [
      [
        ["attribute_set_id", "4"],
        ["attribute_code", "meta\\_%", "like"],
      ],
      ["meta_title", "meta_keyword", "meta_description"],
    ],
    [[["attribute_group_id", "13"]], ["description", "short_description"]],
  ] as const)("matches %j", async (filters, expected) => {
    const { body } = await admin.get(`/V1/products/attributes?${search(filters)}`);
    expect(codes(body)).toEqual(expected);
  });

  it("answers 400 for an unknown field", async () => {
    const { status, body } = await admin.get(`/V1/products/attributes?${search([["colour", "1"]])}`);
    expect([status, body.parameters]).toEqual([400, ["colour"]]);
  });

  it("requires criteria", async () => {
    const { status, body } = await admin.get("/V1/products/attributes");
    expect([status, body.parameters]).toEqual([400, { fieldName: "searchCriteria" }]);
  });

  it("takes one statement, and one more to count, for any number of attributes", async () => {
    const count = async (criteria: string) =>
      (await app.statementsOf(() => admin.get(`/V1/products/attributes?${criteria}`))).filter((text) =>
        text.includes("attribute"),
      ).length;
    const counts = async () => [await count("searchCriteria"), await count("searchCriteria[pageSize]=2")];
    expect(await counts()).toEqual([1, 2]);
    await app.db.execute(
      `insert into attribute (entity_type_id, code, backend_type, scope, frontend_input, is_user_defined)
       select 4, 'many_' || n, 'int', 'global', 'select', true from generate_series(1, 500) n`,
    );
    expect(await counts()).toEqual([1, 2]);
    await app.db.execute(`delete from attribute where code like 'many\\_%'`);
  });
});

describe("the attribute input types", () => {
  it("are listed", async () => {
    const { body } = await admin.get("/V1/products/attributes/types");
    expect(body).toContainEqual({ value: "select", label: "Dropdown" });
    expect((body as { value: string }[]).map(({ value }) => value)).toEqual([
      "text",
      "textarea",
      "texteditor",
      "date",
      "datetime",
      "boolean",
      "multiselect",
      "select",
      "price",
      "media_image",
    ]);
  });
});

describe("the attribute sets of a new installation", () => {
  const set = { attribute_set_id: 4, attribute_set_name: "Default", sort_order: 1, entity_type_id: 4 };

  it("include one for products", async () => {
    expect((await admin.get("/V1/products/attribute-sets/4")).body).toEqual(set);
    expect((await admin.get("/V1/eav/attribute-sets/4")).body).toEqual(set);
    const { body } = await admin.get(`/V1/products/attribute-sets/sets/list?${search([], { page_size: 2 })}`);
    expect([body.items, body.total_count]).toEqual([[set], 1]);
  });

  it("include one for each other entity type", async () => {
    const all = await admin.get("/V1/eav/attribute-sets/list?searchCriteria");
    expect(all.body.total_count).toBe(8);
    const query = search([["entity_type_code", "catalog_category"]]);
    const { body } = await admin.get(`/V1/eav/attribute-sets/list?${query}`);
    expect(body.items).toEqual([
      { attribute_set_id: 3, attribute_set_name: "Default", sort_order: 1, entity_type_id: 3 },
    ]);
  });

  it("answer 404 for an unknown id, and 400 for one of another entity type", async () => {
    for (const path of ["/V1/products/attribute-sets/9999", "/V1/eav/attribute-sets/9999"]) {
      const reply = await admin.get(path);
      expect([reply.status, reply.body]).toEqual([
        404,
        { message: "No such entity with %fieldName = %fieldValue", parameters: { fieldName: "id", fieldValue: 9999 } },
      ]);
    }
    const { status, body } = await admin.get("/V1/products/attribute-sets/3");
    expect([status, body]).toEqual([400, { message: "Provided Attribute set non product Attribute set." }]);
    expect((await admin.get("/V1/eav/attribute-sets/3")).status).toBe(200);
  });

  it("list their attributes in order", async () => {
    const { body } = await admin.get("/V1/products/attribute-sets/4/attributes");
    const found = (body as { attribute_code: string }[]).map((item) => item.attribute_code);
    const details = ["name", "sku", "price", "tax_class_id", "description"];
    expect(found.filter((code) => details.includes(code))).toEqual([
      "name",
      "sku",
      "price",
      "tax_class_id",
      "description",
    ]);
    expect(found.length).toBeGreaterThan(50);
  });

  it.each(["3", "9999", "x"])(
    "answer 404 for the attributes of set %s, which is not a product attribute set",
    async (id) => {
      const { status, body } = await admin.get(`/V1/products/attribute-sets/${id}/attributes`);
      expect([status, body.message]).toEqual([404, "No such entity with %fieldName = %fieldValue"]);
      expect(body.parameters.fieldName).toBe(id === "3" ? "attributeSetId" : "id");
    },
  );

  it("list their groups in order", async () => {
    const query = search([["attribute_set_id", "4"]], { page_size: 2 });
    const { body } = await admin.get(`/V1/products/attribute-sets/groups/list?${query}`);
    expect(body.items).toEqual([
      {
        attribute_group_id: "7",
        attribute_group_name: "Product Details",
        attribute_set_id: 4,
      },
      {
        attribute_group_id: "13",
        attribute_group_name: "Content",
        attribute_set_id: 4,
      },
    ]);
    expect(body.total_count).toBeGreaterThan(8);
  });

  it("have groups that are searched with any condition on the set, or without one", async () => {
    const groups = async (query: string) => {
      const { status, body } = await admin.get(`/V1/products/attribute-sets/groups/list?${query}`);
      return [status, body.total_count];
    };
    const [, all] = await groups("searchCriteria");
    const ofProducts = await groups(search([["attribute_set_id", "4"]]));
    expect(all).toBeGreaterThan(Number(ofProducts[1]));
    expect(await groups(search([["attribute_set_id", "4,9999", "in"]]))).toEqual(ofProducts);
    expect(await groups(search([["attribute_set_id", "9999"]]))).toEqual([200, 0]);
  });

  it("cannot be searched by an unknown entity type", async () => {
    const { status, body } = await admin.get(`/V1/eav/attribute-sets/list?${search([["entity_type_code", "nope"]])}`);
    expect([status, body]).toEqual([400, { message: "Invalid entity_type specified: %1", parameters: ["nope"] }]);
  });
});

describe("reading attributes and sets", () => {
  it("requires the resource of each", async () => {
    const other = await app.asAdmin(["Magento_Catalog::products"]);
    const attributes = ["", "/types", "/color", "/color/options"].map((rest) => `/V1/products/attributes${rest}`);
    const sets = ["4", "sets/list", "groups/list", "4/attributes"].map((rest) => `/V1/products/attribute-sets/${rest}`);
    for (const path of [...attributes, ...sets, "/V1/eav/attribute-sets/4", "/V1/eav/attribute-sets/list"]) {
      const { status, body } = await other.get(path);
      const resources = path.includes("sets") ? "Magento_Catalog::sets" : "Magento_Catalog::attributes_attributes";
      expect([path, status, body.parameters]).toEqual([path, 401, { resources }]);
    }
  });

  it("is available in GraphQL", async () => {
    const { body } = await admin.graphql(`{
      productAttribute(attributeCode: "status") { attribute_id options { value label } }
      attributeSet(attributeSetId: 4) { attribute_set_name }
      attributesOfSet(attributeSetId: "4") { attribute_code }
    }`);
    expect(body.data.productAttribute).toEqual({
      attribute_id: 97,
      options: [
        { value: "1", label: "Enabled" },
        { value: "2", label: "Disabled" },
      ],
    });
    expect(body.data.attributeSet).toEqual({ attribute_set_name: "Default" });
    expect(body.data.attributesOfSet).toContainEqual({ attribute_code: "status" });
  });
});
