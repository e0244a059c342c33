// cspell:ignore οδος οδοσ İzmir i̇zmir İZMIR
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";

const path = "/V1/taxClasses";
const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Tax::manage_tax"]);
});

const create = async (class_name: string, class_type = "CUSTOMER") =>
  Number((await admin.post(path, { taxClass: { class_name, class_type } })).body);
const notFound = (fieldValue: number) => [
  404,
  { message: "No such entity with %fieldName = %fieldValue", parameters: { fieldName: "class_id", fieldValue } },
];

describe("tax classes", () => {
  it("include one of each type in a new installation", async () => {
    const { status, body } = await admin.get(`${path}/search?searchCriteria`);
    expect([status, body]).toEqual([
      200,
      {
        items: [
          { class_id: 2, class_name: "Taxable Goods", class_type: "PRODUCT" },
          { class_id: 3, class_name: "Retail Customer", class_type: "CUSTOMER" },
        ],
        search_criteria: { filter_groups: [] },
        total_count: 2,
      },
    ]);
  });

  it("require the tax resource for each of the five routes", async () => {
    const taxClass = { class_name: "X", class_type: "PRODUCT" };
    for (const client of [app.asGuest(), await app.asAdmin(["Magento_Catalog::catalog"])]) {
      const replies = [
        await client.get(`${path}/2`),
        await client.get(`${path}/search?searchCriteria`),
        await client.post(path, { taxClass }),
        await client.put(`${path}/2`, { taxClass }),
        await client.delete(`${path}/2`),
      ];
      for (const reply of replies) {
        expect([reply.status, reply.body.parameters]).toEqual([401, { resources: "Magento_Tax::manage_tax" }]);
      }
    }
  });

  it("are created, with their id as text in the response", async () => {
    const { status, body } = await admin.post(path, { taxClass: { class_name: "Wholesale", class_type: "CUSTOMER" } });
    expect([status, typeof body]).toEqual([200, "string"]);
    const read = await admin.get(`${path}/${body}`);
    expect([read.status, read.body]).toEqual([
      200,
      { class_id: Number(body), class_name: "Wholesale", class_type: "CUSTOMER" },
    ]);
  });

  it("are renamed by the id in the path or the body, and keep their type", async () => {
    const id = await create("Before");
    const renamed = await admin.put(`${path}/${id}`, { taxClass: { class_name: "After", class_type: "CUSTOMER" } });
    expect([renamed.status, renamed.body]).toEqual([200, String(id)]);
    await admin.post(path, { taxClass: { class_id: id, class_name: "AFTER", class_type: "CUSTOMER" } });
    expect((await admin.get(`${path}/${id}`)).body.class_name).toBe("AFTER");
    for (const class_type of ["PRODUCT", null, undefined]) {
      const reply = await admin.put(`${path}/${id}`, { taxClass: { class_name: "Moved", class_type } });
      expect([reply.status, reply.body]).toEqual([400, { message: "Updating classType is not allowed." }]);
    }
  });

  it.each([
    [{ class_name: "", class_type: "CUSTOMER" }, "class_name"],
    [{ class_name: "  ", class_type: "CUSTOMER" }, "class_name"],
    [{ class_name: "A" }, "class_type"],
  ])("are rejected with %j", async (taxClass, fieldName) => {
    const reply = await admin.post(path, { taxClass });
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName } },
    ]);
  });

  it("are rejected with a name of more than 255 characters", async () => {
    const reply = await admin.post(path, { taxClass: { class_name: "x".repeat(9000), class_type: "PRODUCT" } });
    expect([reply.status, reply.body.parameters.fieldName]).toEqual([400, "class_name"]);
  });

  it("are rejected with all reasons together", async () => {
    const reply = await admin.post(path, { taxClass: { class_name: "", class_type: "customer" } });
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        message: "One or more input exceptions have occurred.",
        errors: [
          { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: "class_name" } },
          {
            message: 'Invalid value of "%value" provided for the %fieldName field.',
            parameters: { fieldName: "class_type", value: "customer" },
          },
        ],
      },
    ]);
  });

  it("are rejected with a name that another class of the type has, ignoring case", async () => {
    const taken = await admin.post(path, { taxClass: { class_name: "retail CUSTOMER", class_type: "CUSTOMER" } });
    const message = "A class with the same name already exists for ClassType %1.";
    expect([taken.status, taken.body]).toEqual([400, { message, parameters: ["CUSTOMER"] }]);
    const other = await create("Retail Customer", "PRODUCT");
    const renamed = await admin.put(`${path}/${other}`, {
      taxClass: { class_name: "taxable goods", class_type: "PRODUCT" },
    });
    expect([renamed.status, renamed.body]).toEqual([400, { message, parameters: ["PRODUCT"] }]);
    expect((await admin.get(`${path}/${other}`)).body.class_name).toBe("Retail Customer");
  });

  it("are created once by several concurrent calls", async () => {
    const taxClass = { class_name: "Race", class_type: "PRODUCT" };
    const replies = await Promise.all(Array.from({ length: 5 }, () => admin.post(path, { taxClass })));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it("answer 404 for an unknown id", async () => {
    for (const reply of [
      await admin.get(`${path}/999`),
      await admin.delete(`${path}/999`),
      await admin.put(`${path}/999`, { taxClass: { class_name: "A", class_type: "PRODUCT" } }),
    ]) {
      expect([reply.status, reply.body]).toEqual(notFound(999));
    }
  });

  it.each([
    [["class_name", "RETAIL customer"], [3]],
    [["class_type", "PRODUCT"], [2]],
    [
      ["class_id", "2,3", "in"],
      [2, 3],
    ],
    [["class_name", "%goods", "like"], [2]],
  ] as const)("are found by %j", async (filter, ids) => {
    const query = search([filter, ["class_id", "3", "lteq"]]);
    const { body } = await admin.get(`${path}/search?${query}`);
    expect(body.items.map((item: { class_id: number }) => item.class_id)).toEqual(ids);
    expect(body.total_count).toBe(ids.length);
  });

  it("cannot be searched by an unknown field", async () => {
    expect((await admin.get(`${path}/search?${search([["foo", "1"]])}`)).status).toBe(400);
    expect((await admin.get(`${path}/search`)).body.parameters).toEqual({ fieldName: "searchCriteria" });
  });

  it("are available over GraphQL", async () => {
    const id = await create("GraphQL");
    const { body } = await admin.graphql(`mutation { deleteTaxClass(taxClassId: ${id}) }`);
    expect(body.data).toEqual({ deleteTaxClass: true });
    const read = await admin.graphql(`{ taxClass(taxClassId: 2) { class_name } }`);
    expect(read.body.data.taxClass.class_name).toBe("Taxable Goods");
  });
});

describe("deleting a tax class", () => {
  it("removes the class", async () => {
    const id = await create("Closing");
    expect((await admin.delete(`${path}/${id}`)).body).toBe(true);
    expect((await admin.get(`${path}/${id}`)).status).toBe(404);
  });

  it("rejects a class that a customer group or a product uses", async () => {
    const message = "You cannot delete this tax class because it is used in existing %1(s).";
    const ofGroups = await admin.delete(`${path}/3`);
    expect([ofGroups.status, ofGroups.body]).toEqual([400, { message, parameters: ["customer group"] }]);
    const id = await create("Books", "PRODUCT");
    const manager = await app.asAdmin();
    const product = {
      sku: "taxed",
      name: "Taxed",
      attribute_set_id: 4,
      price: 1,
      custom_attributes: [{ attribute_code: "tax_class_id", value: String(id) }],
    };
    expect((await manager.post("/V1/products", { product })).status).toBe(200);
    const ofProducts = await admin.delete(`${path}/${id}`);
    expect([ofProducts.status, ofProducts.body]).toEqual([400, { message, parameters: ["product"] }]);
    await manager.delete("/V1/products/taxed");
    expect((await admin.delete(`${path}/${id}`)).body).toBe(true);
  });

  it("rejects a class that a tax rule uses", async () => {
    const [customerClass, productClass] = [await create("Ruled"), await create("Ruled", "PRODUCT")];
    const rule = {
      code: "Rule",
      priority: 0,
      position: 0,
      customer_tax_class_ids: [customerClass],
      product_tax_class_ids: [productClass],
      tax_rate_ids: [1],
    };
    expect((await admin.post("/V1/taxRules", { rule })).status).toBe(200);
    for (const id of [customerClass, productClass]) {
      const reply = await admin.delete(`${path}/${id}`);
      expect([reply.status, reply.body]).toEqual([
        400,
        {
          message:
            "You cannot delete this tax class because it is used in Tax Rules. You have to delete the rules it is used in first.",
        },
      ]);
    }
  });

  it("are found by any spelling of a name, also where letters have more than two forms", async () => {
    const id = await create("ΟΔΟΣ İzmir");
    for (const filter of [search([["class_name", "οδος i̇zmir"]]), search([["class_name", "x,οδοσ İZMIR", "in"]])]) {
      const { body } = await admin.get(`${path}/search?${filter}`);
      expect([filter, body.items.map(({ class_id }: { class_id: number }) => class_id)]).toEqual([filter, [id]]);
    }
  });
});
