import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";
import { attributesOf, simple } from "../support.js";

const path = "/V1/products/attribute-sets";
let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await app.asAdmin();
  for (const code of ["fabric", "washing"]) {
    await admin.post("/V1/products/attributes", {
      attribute: { attribute_code: code, frontend_input: "text", default_frontend_label: code },
    });
  }
});
afterAll(() => app[Symbol.asyncDispose]());

const create = (attribute_set_name: unknown, more: Readonly<Record<string, unknown>> = {}, skeletonId = 4) =>
  admin.post(path, { attributeSet: { attribute_set_name, sort_order: 500, ...more }, skeletonId });
const newSet = async (name: string) => (await create(name)).body.attribute_set_id as number;
const groupsOf = async (setId: number) => {
  const { body } = await admin.get(`${path}/groups/list?${search([["attribute_set_id", String(setId)]])}`);
  return body.items as { attribute_group_id: string; attribute_group_name: string }[];
};
const newGroup = async (setId: number, name: string) => {
  const { body } = await admin.post(`${path}/groups`, {
    group: { attribute_group_name: name, attribute_set_id: setId },
  });
  return Number(body.attribute_group_id);
};
const codesOf = async (setId: number) => {
  const { body } = await admin.get(`${path}/${setId}/attributes`);
  return (body as { attribute_code: string }[]).map(({ attribute_code }) => attribute_code);
};
const noSuch = (fieldName: string, fieldValue: string | number) => ({
  message: "No such entity with %fieldName = %fieldValue",
  parameters: { fieldName, fieldValue },
});

describe("creating an attribute set", () => {
  it("copies groups and attributes of its skeleton", async () => {
    const { status, body } = await create("new_attribute_set");
    expect([status, body]).toEqual([
      200,
      {
        attribute_set_id: expect.any(Number) as number,
        attribute_set_name: "new_attribute_set",
        sort_order: 500,
        entity_type_id: 4,
      },
    ]);
    const names = async (id: number) => (await groupsOf(id)).map((group) => group.attribute_group_name);
    expect(await names(body.attribute_set_id)).toEqual(await names(4));
    expect(await codesOf(body.attribute_set_id)).toEqual(await codesOf(4));
  });

  it("works for other entity types", async () => {
    const { status, body } = await admin.post("/V1/eav/attribute-sets", {
      entityTypeCode: "catalog_category",
      attributeSet: { attribute_set_name: "Landing pages", sort_order: 5 },
      skeletonId: 3,
    });
    expect([status, body.entity_type_id]).toEqual([200, 3]);
  });

  it.each([
    [
      { attribute_set_id: 1 },
      4,
      'Invalid value of "%value" provided for the %fieldName field.',
      { fieldName: "id", value: 1 },
    ],
    [{}, 0, "The attribute set couldn't be created because it's based on a non-existing attribute set.", undefined],
    [{}, 9999, "The attribute set couldn't be created because it's based on a non-existing attribute set.", undefined],
    [{}, 7, "The attribute set couldn't be created because it's based on a non-product attribute set.", undefined],
    [{ attribute_set_name: "" }, 4, "The attribute set name is empty. Enter the name and try again.", undefined],
    [
      { attribute_set_name: " default " },
      4,
      'A "default" attribute set name already exists. Create a new name and try again.',
      undefined,
    ],
  ])("rejects %j with skeleton %i", async (...[more, skeletonId, message, parameters]) => {
    const { status, body } = await create("refused", more, skeletonId);
    expect([status, body]).toEqual([400, { message, ...(parameters ? { parameters } : {}) }]);
  });

  it.each([
    ["catalog_product", 0, 400, 'Invalid value of "%value" provided for the %fieldName field.'],
    ["catalog_product", 9999, 404, "No such entity with %fieldName = %fieldValue"],
    ["invalid_entity_type", 4, 400, "Invalid entity_type specified: invalid_entity_type"],
    ["catalog_category", 4, 400, 'Invalid value of "%value" provided for the %fieldName field.'],
  ])("rejects %s with skeleton %i for any entity type", async (...[entityTypeCode, skeletonId, status, message]) => {
    const attributeSet = { attribute_set_name: "refused", sort_order: 1 };
    const reply = await admin.post("/V1/eav/attribute-sets", { entityTypeCode, attributeSet, skeletonId });
    expect([reply.status, reply.body.message]).toEqual([status, message]);
  });

  it("accepts a name for only one of two concurrent calls", async () => {
    const replies = await Promise.all([create("Twice"), create("twice")]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("changing an attribute set", () => {
  it("changes the given fields of the set with the id in the path", async () => {
    const id = await newSet("to be moved");
    const moved = await admin.put(`${path}/${id}`, { attributeSet: { sort_order: 700 } });
    expect(moved.body).toEqual({
      attribute_set_id: id,
      attribute_set_name: "to be moved",
      sort_order: 700,
      entity_type_id: 4,
    });
    const renamed = await admin.put(`/V1/eav/attribute-sets/${id}`, {
      attributeSet: { attribute_set_name: "moved", entity_type_id: 4 },
    });
    expect(renamed.body).toMatchObject({ attribute_set_name: "moved", sort_order: 700 });
  });

  it("rejects a name that is taken, an empty one, and another entity type", async () => {
    const id = await newSet("stubborn");
    const messages = [];
    for (const attributeSet of [
      { attribute_set_name: "DEFAULT" },
      { attribute_set_name: " " },
      { entity_type_id: 3 },
    ]) {
      const { status, body } = await admin.put(`${path}/${id}`, { attributeSet });
      expect(status).toBe(400);
      messages.push(body.message);
    }
    expect(messages).toEqual([
      "The attribute set couldn't be saved due to an error. Verify your information and try again. " +
        "If the error persists, please try again later.",
      "The attribute set name is empty. Enter the name and try again.",
      "Provided Attribute set non product Attribute set.",
    ]);
    const eav = await admin.put(`/V1/eav/attribute-sets/${id}`, { attributeSet: { entity_type_id: 3 } });
    expect(eav.status).toBe(400);
  });

  it("answers 404 for an unknown id, and 400 for a set of another entity type", async () => {
    for (const at of [path, "/V1/eav/attribute-sets"]) {
      const { status, body } = await admin.put(`${at}/9999`, { attributeSet: { sort_order: 1 } });
      expect([status, body]).toEqual([404, noSuch("id", 9999)]);
    }
    expect((await admin.put(`${path}/3`, { attributeSet: { sort_order: 1 } })).status).toBe(400);
  });
});

describe("deleting an attribute set", () => {
  it("removes it with its groups", async () => {
    for (const at of [path, "/V1/eav/attribute-sets"]) {
      const id = await newSet(`short-lived ${at}`);
      const { status, body } = await admin.delete(`${at}/${id}`);
      expect([status, body]).toEqual([200, true]);
      expect((await admin.get(`${at}/${id}`)).status).toBe(404);
    }
  });

  it("rejects the default set", async () => {
    for (const at of [`${path}/4`, "/V1/eav/attribute-sets/4", "/V1/eav/attribute-sets/3"]) {
      const { status, body } = await admin.delete(at);
      expect([status, body]).toEqual([400, { message: "The default attribute set can't be deleted." }]);
    }
  });

  it("rejects a set that products use", async () => {
    const id = await newSet("in use");
    await admin.post("/V1/products", { product: simple("of-the-set", { attribute_set_id: id }) });
    const { status, body } = await admin.delete(`${path}/${id}`);
    const message =
      "The attribute set couldn't be deleted due to an error. Try again — if the error persists, please try again later.";
    expect([status, body]).toEqual([400, { message }]);
    expect((await admin.get("/V1/products/of-the-set")).status).toBe(200);
  });

  it("answers 404 for an unknown id", async () => {
    for (const at of [path, "/V1/eav/attribute-sets"]) {
      const { status, body } = await admin.delete(`${at}/9999`);
      expect([status, body]).toEqual([404, noSuch("id", 9999)]);
    }
  });
});

describe("attribute groups", () => {
  it("are added with a code derived from their name, and changed by their id", async () => {
    const { status, body } = await admin.post(`${path}/groups`, {
      group: { attribute_group_name: "Care & Washing", attribute_set_id: 4 },
    });
    expect([status, body]).toEqual([
      200,
      {
        attribute_group_id: expect.any(String) as string,
        attribute_group_name: "Care & Washing",
        attribute_set_id: 4,
        extension_attributes: { attribute_group_code: "care-washing", sort_order: "0" },
      },
    ]);
    const changed = await admin.put(`${path}/4/groups`, {
      group: {
        attribute_group_id: body.attribute_group_id,
        attribute_group_name: "Care",
        extension_attributes: { sort_order: "99" },
      },
    });
    expect(changed.body).toMatchObject({
      attribute_group_id: body.attribute_group_id,
      attribute_group_name: "Care",
      extension_attributes: { attribute_group_code: "care-washing", sort_order: "99" },
    });
  });

  it("are rejected without a set, without a unique name, and in another set", async () => {
    const set = await newSet("with groups");
    const id = String(await newGroup(set, "Once"));
    const cases = [
      [{ attribute_group_name: "X", attribute_set_id: -1 }, 404, "No such entity with %fieldName = %fieldValue"],
      [{ attribute_group_name: " ", attribute_set_id: set }, 400, '"%fieldName" is required. Enter and try again.'],
      [
        { attribute_group_name: "x".repeat(256), attribute_set_id: set },
        400,
        'Invalid value of "%value" provided for the %fieldName field.',
      ],
      [{ attribute_group_name: "Once", attribute_set_id: set }, 400, "The attributeGroup can't be saved."],
      [{ attribute_group_name: "ONCE", attribute_set_id: set }, 400, "The attributeGroup can't be saved."],
      [
        {
          attribute_group_name: "Twice",
          attribute_set_id: set,
          extension_attributes: { attribute_group_code: "Once" },
        },
        400,
        "The attributeGroup can't be saved.",
      ],
      [
        { attribute_group_id: id, attribute_group_name: "Content", attribute_set_id: set },
        400,
        "The attributeGroup can't be saved.",
      ],
      [
        { attribute_group_id: id, attribute_group_name: "Once", attribute_set_id: 4 },
        400,
        "The attribute group doesn't belong to the provided attribute set.",
      ],
      [
        { attribute_group_id: "99999", attribute_group_name: "Once", attribute_set_id: set },
        404,
        "No such entity with %fieldName = %fieldValue",
      ],
    ] as const;
    for (const [group, status, message] of cases) {
      const reply = await admin.post(`${path}/groups`, { group });
      expect([group, reply.status, reply.body.message]).toEqual([group, status, message]);
    }
    const reply = await admin.put(`${path}/9999/groups`, { group: { attribute_group_name: "X" } });
    expect([reply.status, reply.body]).toEqual([404, noSuch("attributeSetId", 9999)]);
  });

  it("are deleted unless they contain system attributes", async () => {
    const id = await newGroup(4, "Short-lived");
    const { status, body } = await admin.delete(`${path}/groups/${id}`);
    expect([status, body]).toEqual([200, true]);
    const system = await admin.delete(`${path}/groups/7`);
    expect([system.status, system.body]).toEqual([
      400,
      { message: "The attribute group can't be deleted because it contains system attributes." },
    ]);
    const gone = await admin.delete(`${path}/groups/${id}`);
    expect([gone.status, gone.body]).toEqual([
      404,
      { message: 'The group with the "%1" ID doesn\'t exist. Verify the ID and try again.', parameters: [id] },
    ]);
  });
});

describe("the attributes of a set", () => {
  const assign = (attributeSetId: number, attributeGroupId: number, attributeCode: string) =>
    admin.post(`${path}/attributes`, { attributeSetId, attributeGroupId, attributeCode, sortOrder: 0 });

  it("are assigned, moved, and removed with their values", async () => {
    const set = await newSet("clothing");
    const [group, other] = [await newGroup(set, "Fabric"), await newGroup(set, "Laundry")];
    const { status, body: place } = await assign(set, group, "fabric");
    expect([status, typeof place]).toEqual([200, "number"]);
    expect(await codesOf(set)).toContain("fabric");
    expect((await assign(set, other, "fabric")).text).toBe(String(place));
    const custom_attributes = [{ attribute_code: "fabric", value: "wool" }];
    await admin.post("/V1/products", { product: simple("jumper", { attribute_set_id: set, custom_attributes }) });
    await admin.post("/V1/products", { product: simple("elsewhere", { custom_attributes }) });
    const { status: taken, body } = await admin.delete(`${path}/${set}/attributes/fabric`);
    expect([taken, body]).toEqual([200, true]);
    expect(await codesOf(set)).not.toContain("fabric");
    expect(attributesOf((await admin.get("/V1/products/jumper")).body)["fabric"]).toBeUndefined();
    expect(attributesOf((await admin.get("/V1/products/elsewhere")).body)["fabric"]).toBe("wool");
  });

  it("are removed with their group", async () => {
    const set = await newSet("bedding");
    const group = await newGroup(set, "Washing");
    await assign(set, group, "washing");
    await admin.delete(`${path}/groups/${group}`);
    expect(await codesOf(set)).not.toContain("washing");
  });

  it("are required only in the sets that contain them", async () => {
    const set = await newSet("strict");
    await admin.post("/V1/products/attributes", {
      attribute: {
        attribute_code: "grade",
        frontend_input: "text",
        default_frontend_label: "Grade",
        is_required: true,
      },
    });
    await assign(set, await newGroup(set, "Grades"), "grade");
    const refused = await admin.post("/V1/products", { product: simple("strict", { attribute_set_id: set }) });
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: 'The "%1" attribute value is empty. Set the attribute and try again.', parameters: ["Grade"] },
    ]);
    expect((await admin.post("/V1/products", { product: simple("lenient") })).status).toBe(200);
  });

  it.each([
    [-1, 7, "fabric", 404, 'The AttributeSet with a "%1" ID doesn\'t exist. Verify the attributeSet and try again.'],
    [3, 7, "fabric", 400, "The attribute set ID is incorrect. Verify the ID and try again."],
    [4, -1, "fabric", 404, 'The group with the "%1" ID doesn\'t exist. Verify the ID and try again.'],
    [4, 3, "fabric", 400, "The attribute group doesn't belong to the attribute set."],
    [
      4,
      7,
      "badCode",
      404,
      'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
    ],
  ])("are not assigned to set %i, group %i as %s", async (...[set, group, code, status, message]) => {
    const reply = await assign(set, group, code);
    expect([reply.status, reply.body.message]).toEqual([status, message]);
  });

  it("are not removed if the set lacks them or they are system attributes", async () => {
    const cases = [
      [
        "4",
        "washing",
        400,
        'The "%1" attribute wasn\'t found in the "%2" attribute set. Enter the attribute and try again.',
      ],
      ["4", "name", 400, "The system attribute can't be deleted."],
      ["9999", "washing", 404, 'The "%1" attribute set wasn\'t found. Verify and try again.'],
      [
        "4",
        "nothing",
        404,
        'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
      ],
    ] as const;
    for (const [set, code, status, message] of cases) {
      const reply = await admin.delete(`${path}/${set}/attributes/${code}`);
      expect([set, code, reply.status, reply.body.message]).toEqual([set, code, status, message]);
    }
    expect(await codesOf(4)).toContain("name");
  });

  it("are kept while they distinguish variations of the set's products", async () => {
    const set = await newSet("configurables");
    await assign(set, await newGroup(set, "Variations"), "manufacturer");
    await admin.post("/V1/products", { product: simple("varied", { type_id: "configurable", attribute_set_id: set }) });
    await app.db.execute(
      `insert into configurable_option (product_id, attribute_id, label, value_indexes)
       select id, 83, 'Manufacturer', '{}' from product where sku = 'varied'`,
    );
    const { status, body } = await admin.delete(`${path}/${set}/attributes/manufacturer`);
    expect([status, body]).toEqual([
      400,
      {
        message: "Attribute '%1' is locked. %2",
        parameters: ["manufacturer", "This attribute is used in configurable products."],
      },
    ]);
  });
});

describe("writing attribute sets", () => {
  it("requires their resource", async () => {
    const other = await app.asAdmin(["Magento_Catalog::products"]);
    const eav = "/V1/eav/attribute-sets";
    const replies = [
      await other.post(path, {}),
      await other.put(`${path}/4`, {}),
      await other.delete(`${path}/4`),
      await other.post(eav, {}),
      await other.put(`${eav}/4`, {}),
      await other.delete(`${eav}/4`),
      await other.post(`${path}/groups`, {}),
      await other.put(`${path}/4/groups`, {}),
      await other.delete(`${path}/groups/7`),
      await other.post(`${path}/attributes`, {}),
      await other.delete(`${path}/4/attributes/color`),
    ];
    for (const { status, body } of replies) {
      expect([status, body.parameters]).toEqual([401, { resources: "Magento_Catalog::sets" }]);
    }
  });
});
