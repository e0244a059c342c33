import { type Entity, entitiesOf, listOf, numberOf, textOf } from "../entity.js";
import { type Item, type Kind, onePage, type WriteContext } from "../kind.js";
import { readAll } from "../shops/pages.js";
import type { Shop } from "../shops/shop.js";

const path = "/products/attribute-sets";

const setsOf = (shop: Shop) => readAll(shop, `${path}/sets/list`);

const groupsOf = (shop: Shop, setId: number) =>
  readAll(shop, `${path}/groups/list`, [{ field: "attribute_set_id", condition: "eq", value: String(setId) }]);

const attributesOf = async (shop: Shop, setId: number) => entitiesOf(await shop.get(`${path}/${setId}/attributes`));

async function toItem(source: Shop, set: Entity): Promise<Item> {
  const id = numberOf(set, "attribute_set_id");
  const [groups, attributes] = await Promise.all([groupsOf(source, id), attributesOf(source, id)]);
  const codes = attributes.map((attribute) => textOf(attribute, "attribute_code"));
  return { key: textOf(set, "attribute_set_name"), entity: { ...set, groups, codes } };
}

/**
 * Attribute sets with their groups and attributes. Magento's REST API does not show the group of an attribute:
 * new attributes go into the group of the default set, or else into the first group.
 */
export const attributeSets: Kind = {
  name: "attribute sets",
  pages: onePage(async ({ source }) => Promise.all((await setsOf(source)).map((set) => toItem(source, set)))),
  async write({ key, entity }, to) {
    const known = await to.cached("attribute sets", async () => setsOf(to.shop));
    const found = known.find((set) => textOf(set, "attribute_set_name").toLowerCase() === key.toLowerCase());
    const sourceId = numberOf(entity, "attribute_set_id");
    const skeletonId = Math.min(...known.map((set) => numberOf(set, "attribute_set_id")));
    const attributeSet = { attribute_set_name: key, sort_order: numberOf(entity, "sort_order") };
    const write = { method: "POST", path, body: { attributeSet, skeletonId } } as const;
    const saved = found ?? ((await to.shop.create(write, { model: "attributeSet", id: sourceId })) as Entity);
    const id = numberOf(saved, "attribute_set_id");
    to.ids.set("attribute sets", sourceId, id);
    if (id !== sourceId) to.note("id", `attribute set id changed from ${sourceId} to ${id}`);
    const groupId = await writeGroups(entity, id, to);
    await writeAttributes(entity, { setId: id, groupId }, to);
  },
  toExpected({ entity, key }, { ids }) {
    const id = ids.find("attribute sets", numberOf(entity, "attribute_set_id"));
    return id === undefined ? undefined : [{ path: `${path}/${id}`, body: { attribute_set_name: key } }];
  },
};

/** Adds the missing groups of a set, and returns the group for new attributes. */
async function writeGroups(entity: Entity, setId: number, to: WriteContext): Promise<number> {
  const known = await groupsOf(to.shop, setId);
  const idOf = new Map(
    known.map((group) => [textOf(group, "attribute_group_name"), numberOf(group, "attribute_group_id")]),
  );
  for (const group of entitiesOf(entity["groups"])) {
    const name = textOf(group, "attribute_group_name");
    const sourceId = numberOf(group, "attribute_group_id");
    const body = { group: { attribute_group_name: name, attribute_set_id: setId } };
    const write = { method: "POST", path: `${path}/groups`, body } as const;
    const id =
      idOf.get(name) ??
      numberOf(
        (await to.shop.create(write, { model: "attributeGroup", id: sourceId })) as Entity,
        "attribute_group_id",
      );
    idOf.set(name, id);
    to.ids.set("attribute groups", sourceId, id);
  }
  return idOf.get("Product Details") ?? idOf.get("General") ?? Math.min(...idOf.values());
}

async function writeAttributes(
  entity: Entity,
  { setId, groupId }: { readonly setId: number; readonly groupId: number },
  to: WriteContext,
): Promise<void> {
  const present = await attributesOf(to.shop, setId);
  const has = new Set(present.map((attribute) => textOf(attribute, "attribute_code")));
  const all = await to.cached(
    "codes of attributes",
    async () =>
      new Set((await readAll(to.shop, "/products/attributes")).map((attribute) => textOf(attribute, "attribute_code"))),
  );
  const codes = listOf(entity["codes"]).map(String);
  for (const attributeCode of codes.filter((code) => !has.has(code))) {
    if (!all.has(attributeCode)) {
      to.note("partly", `without the attribute ${attributeCode}, which was not imported`);
      continue;
    }
    const body = { attributeSetId: setId, attributeGroupId: groupId, attributeCode, sortOrder: 0 };
    await to.shop.write({ method: "POST", path: `${path}/attributes`, body });
  }
  for (const attribute of present.filter((one) => one["is_user_defined"] === true)) {
    const code = textOf(attribute, "attribute_code");
    if (!codes.includes(code))
      await to.shop.write({ method: "DELETE", path: `${path}/${setId}/attributes/${code}`, body: {} });
  }
}
