import { describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { search } from "../../../support/client.js";
import { simple } from "../support.js";
import { codesIn, noSuch } from "./support.js";

const path = "/V1/products/attribute-sets";
const { app, admin } = useApp();

const create = (attribute_set_name: unknown, more: Readonly<Record<string, unknown>> = {}, skeletonId = 4) =>
  admin.post(path, { attributeSet: { attribute_set_name, sort_order: 500, ...more }, skeletonId });
const newSet = async (name: string) => (await create(name)).body.attribute_set_id as number;
const groupsOf = async (setId: number) => {
  const { body } = await admin.get(`${path}/groups/list?${search([["attribute_set_id", String(setId)]])}`);
  return body.items as { attribute_group_id: string; attribute_group_name: string }[];
};
const codesOf = (setId: number) => codesIn(admin, setId);

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

  it("is answered without a sort order that was not sent, and stored with 0", async () => {
    const { body } = await create("unsorted", { sort_order: undefined });
    expect(body.sort_order).toBeNull();
    expect((await admin.get(`${path}/${body.attribute_set_id}`)).body.sort_order).toBe(0);
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
