import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { newPerson, notFound, refused } from "./support.js";

const path = "/V1/attributeMetadata";
const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Customer::customer"]);
});

const indent = "\u00a0".repeat(4);

const codes = (body: { attribute_code: string }[]) => body.map(({ attribute_code }) => attribute_code);

describe("a customer attribute", () => {
  it("has its rules and the forms that use it", async () => {
    const { status, body } = await admin.get(`${path}/customer/attribute/firstname`);
    expect([status, body]).toEqual([
      200,
      {
        frontend_input: "text",
        input_filter: "trim",
        store_label: "First Name",
        validation_rules: [
          { name: "max_text_length", value: "255" },
          { name: "min_text_length", value: "1" },
        ],
        multiline_count: 0,
        visible: true,
        required: true,
        data_model: "",
        options: [],
        frontend_class: "required-entry",
        user_defined: false,
        sort_order: 40,
        frontend_label: "First Name",
        note: "",
        system: true,
        backend_type: "static",
        is_used_in_grid: false,
        is_visible_in_grid: false,
        is_filterable_in_grid: false,
        is_searchable_in_grid: false,
        attribute_code: "firstname",
      },
    ]);
  });

  it.each([
    [
      "gender",
      [
        { label: " ", value: "" },
        { label: "Male", value: "1" },
        { label: "Female", value: "2" },
        { label: "Not Specified", value: "3" },
      ],
    ],
    ["website_id", [{ label: "Main Website", value: "1" }]],
    [
      "store_id",
      [
        { label: "Main Website", options: [] },
        {
          label: `${indent}Main Website Store`,
          options: [{ label: `${indent}Default Store View`, value: "1" }],
        },
      ],
    ],
    ["disable_auto_group_change", []],
  ])("has options: %s", async (code, options) => {
    expect((await admin.get(`${path}/customer/attribute/${code}`)).body.options).toEqual(options);
  });

  it("lists the existing customer groups by name", async () => {
    await app.db.execute(`insert into customer_group (code, code_key, tax_class_id) values ('VIP', 'vip', 3)`);
    const { body } = await admin.get(`${path}/customer/attribute/group_id`);
    expect((body.options as { label: string }[]).map(({ label }) => label)).toEqual([
      "General",
      "Retailer",
      "VIP",
      "Wholesale",
    ]);
  });
});

describe("a customer attribute of no form", () => {
  it("has its place in the list, and none if it is read alone; its code is found in any case", async () => {
    const alone = (await admin.get(`${path}/customer/attribute/PASSWORD_HASH`)).body;
    const listed = (await admin.get(`${path}/customer`)).body as { attribute_code: string }[];
    expect(alone).toMatchObject({ attribute_code: "password_hash", sort_order: 0, frontend_label: null });
    expect(listed[codes(listed).indexOf("password_hash")]).toEqual({ ...alone, sort_order: 81 });
  });
});

describe("the customer attributes", () => {
  it("are complete in a new installation", async () => {
    const customer = (await admin.get(`${path}/customer`)).body;
    const address = (await admin.get(`${path}/customerAddress`)).body;
    expect([customer.length, address.length]).toEqual([25, 19]);
    expect(codes(customer)).toContain("email");
    expect(codes(address)).toContain("postcode");
  });

  it("are listed in form order for a form", async () => {
    const { body } = await admin.get(`${path}/customer/form/customer_account_create`);
    const order = (body as { sort_order: number }[]).map(({ sort_order }) => sort_order);
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(codes(body)).toContain("lastname");
    expect(codes(body)).not.toContain("group_id");
    expect(codes((await admin.get(`${path}/customerAddress/form/customer_register_address`)).body)).toContain("city");
  });

  it("are listed separately if they are user-defined", async () => {
    for (const [entity, name] of [
      ["customer", "customer"],
      ["customer_address", "customerAddress"],
    ] as const) {
      expect((await admin.get(`${path}/${name}/custom`)).body).toEqual([]);
      await app.db.execute(
        `insert into customer_attribute (entity, code, frontend_label, frontend_input, used_in_forms, options)
         values ($1::text, 'size', 'Size', 'select', '{adminhtml_customer}', '[{"value": "1", "label": "Small"}]')`,
        [entity],
      );
      const { body } = await admin.get(`${path}/${name}/custom?dataInterfaceName=Whatever`);
      expect(body).toMatchObject([{ attribute_code: "size", user_defined: true }]);
      expect(body[0].options).toEqual([
        { label: " ", value: "" },
        { label: "Small", value: "1" },
      ]);
    }
  });

  it("list the allowed countries by name if they belong to addresses", async () => {
    const { body } = await admin.get(`${path}/customerAddress/attribute/country_id`);
    expect(body.options).toContainEqual({ label: "Netherlands", value: "NL" });
    expect([body.options.length, body.options[0]]).toEqual([249, { label: " ", value: "" }]);
    expect(body.options.at(-1)).toEqual({ label: "Åland Islands", value: "AX" });
  });

  it("list all regions by name", async () => {
    const { body } = await admin.get(`${path}/customerAddress/attribute/region_id`);
    expect([body.options.length, ...body.options.slice(0, 2), body.options.at(-1)]).toEqual([
      1157,
      { label: "Please select a region, state or province.", value: "" },
      { label: "A Coruña", value: "130" },
      { label: "łódzkie", value: expect.any(String) as string },
    ]);
  });

  it("answer 404 for an unknown attribute or form", async () => {
    for (const [name, entity] of [
      ["customer", "customer"],
      ["customerAddress", "customer_address"],
    ] as const) {
      const unknown = await admin.get(`${path}/${name}/attribute/nonsense`);
      expect([unknown.status, unknown.body]).toEqual([
        404,
        {
          message: "No such entity with %fieldName = %fieldValue, %field2Name = %field2Value",
          parameters: {
            fieldName: "entityType",
            fieldValue: entity,
            field2Name: "attributeCode",
            field2Value: "nonsense",
          },
        },
      ]);
      const form = await admin.get(`${path}/${name}/form/nonsense`);
      expect([form.status, form.body]).toEqual([404, notFound("formCode", "nonsense")]);
    }
  });

  it("require the permission for each of the eight routes", async () => {
    const { self } = await newPerson(app);
    for (const client of [app.asGuest(), self, await app.asAdmin(["Magento_Customer::group"])]) {
      for (const name of ["customer", "customerAddress"]) {
        for (const rest of ["", "/custom", "/attribute/firstname", "/form/adminhtml_customer"]) {
          const reply = await client.get(`${path}/${name}${rest}`);
          expect([reply.status, reply.body]).toEqual([401, refused("Magento_Customer::customer")]);
        }
      }
    }
  });

  it("are available in GraphQL", async () => {
    const { body } = await admin.graphql(`{ customerAttribute(attributeCode: "gender") { options { label value } } }`);
    expect(body.data.customerAttribute.options[1]).toEqual({ label: "Male", value: "1" });
  });
});
