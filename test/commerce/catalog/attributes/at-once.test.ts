import { describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { simple } from "../support.js";

const path = "/V1/products/attribute-sets";
const { admin } = useApp();

const newSet = async (attribute_set_name: string, skeletonId = 4) =>
  admin.post(path, { attributeSet: { attribute_set_name, sort_order: 1 }, skeletonId });
const newGroup = (attribute_set_id: number, attribute_group_name: string) =>
  admin.post(`${path}/groups`, { group: { attribute_group_name, attribute_set_id } });

describe("an attribute set that is deleted while it is used", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    "is either deleted or kept, without server errors: round %i",
    async (round) => {
      const set = (await newSet(`going ${round}`)).body.attribute_set_id as number;
      const group = Number((await newGroup(set, "First")).body.attribute_group_id);
      const create = (index: number) =>
        admin.post("/V1/products", { product: simple(`going-${round}-${index}`, { attribute_set_id: set }) });
      const assign = (attributeCode: string) =>
        admin.post(`${path}/attributes`, { attributeSetId: set, attributeGroupId: group, attributeCode, sortOrder: 0 });
      const replies = await Promise.all([
        create(1),
        assign("color"),
        newSet(`copy ${round}`, set),
        admin.delete(`${path}/${set}`),
        create(2),
        assign("manufacturer"),
        newGroup(set, "Second"),
      ]);
      for (const { status, text } of replies) expect([200, 400, 404], text).toContain(status);
      const { status } = await admin.get(`${path}/${set}`);
      expect(status).toBe(replies[3].body === true ? 404 : 200);
    },
  );
});
