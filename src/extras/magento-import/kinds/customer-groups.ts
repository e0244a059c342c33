import { type Entity, listOf, numberOf, partOf, pick, textOf, without } from "../entity.js";
import type { Kind, WriteContext } from "../kind.js";
import { listKind } from "../list-kind.js";
import { readAll } from "../shops/pages.js";

function bodyOf(entity: Entity, { ids }: WriteContext): Entity {
  const taxClass = ids.find("tax classes", numberOf(entity, "tax_class_id"));
  const extension = partOf(entity, "extension_attributes");
  const excluded = listOf(extension["exclude_website_ids"]).flatMap((id) => ids.find("websites", Number(id)) ?? []);
  return {
    ...pick(entity, ["code"]),
    ...(taxClass === undefined ? {} : { tax_class_id: taxClass }),
    extension_attributes: {
      ...without(extension, "exclude_website_ids"),
      ...(excluded.length > 0 ? { exclude_website_ids: excluded } : {}),
    },
  };
}

const groups = listKind({
  name: "customer groups",
  read: (shop) => readAll(shop, "/customerGroups/search"),
  idField: "id",
  model: "customerGroup",
  keyOf: (entity) => textOf(entity, "code").toLowerCase(),
  nameOf: (entity) => textOf(entity, "code"),
  body: bodyOf,
  create: (body) => ({ method: "POST", path: "/customerGroups", body: { group: body } }),
  update: (body, id) => ({ method: "PUT", path: `/customerGroups/${id}`, body: { group: { ...body, id } } }),
  compare: (entity, id, to) => ({
    path: `/customerGroups/${id}`,
    body: without(bodyOf(entity, to), "extension_attributes"),
  }),
});

/** Group 0 exists in every shop and cannot be changed. */
const guests = 0;

/** Customer groups. */
export const customerGroups: Kind = {
  ...groups,
  async write(item, to) {
    if (numberOf(item.entity, "id") === guests) to.ids.set("customer groups", guests, guests);
    else await groups.write(item, to);
  },
};
