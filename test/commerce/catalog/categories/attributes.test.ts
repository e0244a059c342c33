import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { type Client, search } from "../../../support/client.js";

const path = "/V1/categories/attributes";
const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Catalog::attributes_attributes"]);
});

describe("the attributes of categories", () => {
  it("are those of a new Magento installation, with scope, input and options", async () => {
    const { status, body } = await admin.get(`${path}?searchCriteria`);
    expect([status, body.total_count, body.items.length]).toEqual([200, 31, 31]);
    const [name] = body.items;
    expect(name).toMatchObject({
      attribute_id: 45,
      attribute_code: "name",
      frontend_input: "text",
      entity_type_id: "3",
      is_required: true,
      is_user_defined: false,
      is_visible: true,
      default_frontend_label: "Name",
      backend_type: "varchar",
      scope: "store",
      is_unique: "0",
      options: [],
      frontend_labels: [],
    });
    expect((await admin.get(`${path}/name`)).body).toEqual(name);
    expect((await admin.get(`${path}/is_anchor`)).body).toMatchObject({ scope: "global", default_value: "1" });
  });

  it("are searched by their properties, without product attributes", async () => {
    const codes = async (...filter: [string, string, string?]) => {
      const { body } = await admin.get(`${path}?${search([filter])}`);
      return body.items.map(({ attribute_code }: { attribute_code: string }) => attribute_code);
    };
    expect(await codes("attribute_code", "url_key,sku", "in")).toEqual(["url_key"]);
    expect(await codes("frontend_input", "multiselect")).toEqual(["available_sort_by"]);
    expect(await codes("scope", "global")).toContain("is_anchor");
    const unknown = await admin.get(`${path}?${search([["nothing", "1"]])}`);
    expect([unknown.status, unknown.body.parameters]).toEqual([400, ["nothing"]]);
  });

  it("have fixed options, and sort orders as options", async () => {
    const options = async (code: string) => (await admin.get(`${path}/${code}/options`)).body;
    expect(await options("is_active")).toEqual([
      { label: "Yes", value: "1" },
      { label: "No", value: "0" },
    ]);
    expect(await options("description")).toEqual([]);
    const sortings = [
      { label: "Position", value: "position" },
      { label: "Product Name", value: "name" },
      { label: "Price", value: "price" },
    ];
    for (const code of ["available_sort_by", "default_sort_by"]) expect(await options(code)).toEqual(sortings);
  });

  it("answer 404 for other codes, and 401 without the permission", async () => {
    for (const at of [`${path}/sku`, `${path}/sku/options`]) {
      const { status, body } = await admin.get(at);
      expect([status, body]).toEqual([
        404,
        {
          message: 'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
          parameters: ["sku"],
        },
      ]);
    }
    const other = await app.asAdmin(["Magento_Catalog::categories"]);
    for (const at of [`${path}?searchCriteria`, `${path}/name`, `${path}/name/options`]) {
      expect((await other.get(at)).body.parameters).toEqual({ resources: "Magento_Catalog::attributes_attributes" });
    }
  });

  it("are the same in GraphQL", async () => {
    const { body } = await admin.graphql(`{
      categoryAttribute(attributeCode: "display_mode") { attribute_code scope options { value } }
      categoryAttributeOptions(attributeCode: "include_in_menu") { label }
    }`);
    expect(body.data).toEqual({
      categoryAttribute: {
        attribute_code: "display_mode",
        scope: "STORE",
        options: [{ value: "PRODUCTS" }, { value: "PAGE" }, { value: "PRODUCTS_AND_PAGE" }],
      },
      categoryAttributeOptions: [{ label: "Yes" }, { label: "No" }],
    });
  });
});
