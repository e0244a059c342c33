import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { search } from "../../../support/client.js";
import { attributesOf, simple } from "../support.js";
import { codesIn, noSuch } from "./support.js";

const path = "/V1/products/attribute-sets";
const { app, admin } = useApp();

beforeAll(async () => {
  for (const code of ["fabric", "washing"]) {
    await admin.post("/V1/products/attributes", {
      attribute: { attribute_code: code, frontend_input: "text", default_frontend_label: code },
    });
  }
});

const newSet = async (attribute_set_name: string) => {
  const { body } = await admin.post(path, { attributeSet: { attribute_set_name, sort_order: 500 }, skeletonId: 4 });
  return body.attribute_set_id as number;
};
const newGroup = async (setId: number, name: string) => {
  const { body } = await admin.post(`${path}/groups`, {
    group: { attribute_group_name: name, attribute_set_id: setId },
  });
  return Number(body.attribute_group_id);
};
const codesOf = (setId: number) => codesIn(admin, setId);

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
      },
    ]);
    const changed = await admin.put(`${path}/4/groups`, {
      group: {
        attribute_group_id: body.attribute_group_id,
        attribute_group_name: "Care",
        extension_attributes: { sort_order: "99" },
      },
    });
    expect(changed.body).toEqual({
      attribute_group_id: body.attribute_group_id,
      attribute_group_name: "Care",
      attribute_set_id: 4,
      extension_attributes: { sort_order: "99" },
    });
    const named = search([["attribute_group_name", "Care"]]);
    const listed = (fields: string) => admin.get(`${path}/groups/list?${named}${fields}`);
    expect((await listed("")).body.items).toEqual([
      { attribute_group_id: body.attribute_group_id, attribute_group_name: "Care", attribute_set_id: 4 },
    ]);
    expect((await listed("&fields=items[extension_attributes]")).body.items).toEqual([
      { extension_attributes: { attribute_group_code: "care-washing", sort_order: "99" } },
    ]);
  });

  it("are rejected without a set, without a unique name, and in another set", async () => {
    const set = await newSet("with groups");
    const id = String(await newGroup(set, "Once"));
    const cases = [
      [{ attribute_group_name: "X", attribute_set_id: -1 }, 404, "No such entity with %fieldName = %fieldValue"],
      [{ attribute_set_id: set }, 400, '"%fieldName" is required. Enter and try again.'],
      [{ attribute_group_name: " ", attribute_set_id: set }, 400, "The attributeGroup can't be saved."],
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
    expect([status, typeof place]).toEqual([200, "string"]);
    expect(await codesOf(set)).toContain("fabric");
    expect((await assign(set, other, "fabric")).text).toBe(JSON.stringify(place));
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
      { message: 'The "Grade" attribute value is empty. Set the attribute and try again.' },
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
