import { attributesOf, customAttributes, type Entity, entitiesOf, numberOf, pick, textOf } from "../entity.js";
import type { Kind, ReadContext, WriteContext } from "../kind.js";
import { listKind } from "../list-kind.js";
import { readAll } from "../shops/pages.js";
import type { Shop } from "../shops/shop.js";
import type { StoreMap } from "../mapping/store-map.js";

/** Custom attributes that are derived from others. */
const derived = new Set(["path", "children_count", "url_path", "all_children", "path_in_store", "children"]);
const ownFields = ["name", "is_active", "include_in_menu", "available_sort_by"];

/** The root of all categories, which every shop has. */
const rootId = 1;

/** Reads all categories, each after its parent, with the names on their path and the values of store views. */
async function readCategories(shop: Shop, { views }: StoreMap): Promise<readonly Entity[]> {
  const categories = (await readAll(shop, "/categories/list")).filter(
    (category) => numberOf(category, "id") !== rootId,
  );
  const names = new Map(categories.map((category) => [textOf(category, "id"), textOf(category, "name")]));
  const byView = await Promise.all(views.map(async ({ code }) => [code, await valuesIn(shop, code)] as const));
  const path = (category: Entity) =>
    textOf(category, "path")
      .split("/")
      .map((id) => names.get(id) ?? "")
      .join("/");
  return categories
    .map((category) => ({
      ...category,
      name_path: path(category),
      view_values: Object.fromEntries(byView.map(([code, found]) => [code, found.get(numberOf(category, "id")) ?? {}])),
    }))
    .sort(
      (one, other) => numberOf(one, "level") - numberOf(other, "level") || numberOf(one, "id") - numberOf(other, "id"),
    );
}

async function valuesIn(shop: Shop, store: string): Promise<ReadonlyMap<number, Entity>> {
  const inView: Shop = { get: (path) => shop.get(path, store), ask: (path, body) => shop.ask(path, body) };
  const found = await readAll(inView, "/categories/list").catch(() => []);
  return new Map(found.map((category) => [numberOf(category, "id"), category]));
}

function bodyOf(entity: Entity, { ids }: WriteContext): Entity {
  const values = [...attributesOf(entity)].flatMap(([code, value]) => {
    if (derived.has(code)) return [];
    const block = code === "landing_page" ? ids.find("CMS blocks", Number(value)) : undefined;
    return [[code, block === undefined ? value : String(block)] as const];
  });
  return { ...pick(entity, ownFields), custom_attributes: customAttributes(new Map(values)) };
}

const parentOf = (entity: Entity, { ids }: WriteContext) => {
  const parent = numberOf(entity, "parent_id");
  return parent === rootId ? rootId : ids.get("categories", parent);
};

/** Returns the values of a store view that differ from the default values. */
function differingValues(all: Entity, view: Entity): Entity {
  const fields = ownFields.filter((field) => view[field] !== undefined && !isSame(view[field], all[field]));
  const before = attributesOf(all);
  const values = [...attributesOf(view)].filter(
    ([code, value]) => !derived.has(code) && !isSame(value, before.get(code)),
  );
  return {
    ...pick(view, fields),
    ...(values.length > 0 ? { custom_attributes: customAttributes(new Map(values)) } : {}),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

async function writeViews(entity: Entity, id: number, to: WriteContext): Promise<void> {
  const views = entity["view_values"] as Readonly<Record<string, Entity>>;
  for (const [store, values] of Object.entries(views)) {
    const category = differingValues(entity, values);
    if (Object.keys(category).length > 0)
      await to.shop.write({ method: "PUT", path: `/categories/${id}`, body: { category: { ...category, id } }, store });
  }
}

/** Moves a category whose parent has changed. */
async function move(entity: Entity, id: number, to: WriteContext): Promise<void> {
  const parentId = parentOf(entity, to);
  const now = (await to.shop.get(`/categories/${id}`)) as Entity;
  if (numberOf(now, "parent_id") === parentId) return;
  await to.shop.write({ method: "PUT", path: `/categories/${id}/move`, body: { parentId, afterId: 0 } });
}

const list = listKind({
  name: "categories",
  read: (shop, stores) => readCategories(shop, stores),
  idField: "id",
  model: "category",
  keyOf: (entity) => textOf(entity, "name_path"),
  nameOf: (entity) => textOf(entity, "name_path").replace(/^\/+/, ""),
  body: (entity, to) => ({ ...bodyOf(entity, to), position: entity["position"], parent_id: parentOf(entity, to) }),
  create: (body) => ({ method: "POST", path: "/categories", body: { category: body } }),
  update: (body, id) => ({ method: "PUT", path: `/categories/${id}`, body: { category: { ...body, id } } }),
  after: async (entity, id, to) => {
    await move(entity, id, to);
    await writeViews(entity, id, to);
    await noteUnknownAttributes(entity, to);
  },
  compare: (entity, id, to) => ({
    path: `/categories/${id}`,
    body: { ...bodyOf(entity, to), parent_id: parentOf(entity, to) },
  }),
});

/** Notes the attributes that Portico does not have, because no call creates category attributes. */
async function noteUnknownAttributes(entity: Entity, to: WriteContext): Promise<void> {
  const known = await to.cached("category attributes", async () => {
    const found = await readAll(to.shop, "/categories/attributes");
    return new Set(found.map((attribute) => textOf(attribute, "attribute_code")));
  });
  for (const code of attributesOf(entity).keys()) {
    if (!known.has(code) && !derived.has(code))
      to.note("partly", `without the attribute ${code}, which Portico does not have`);
  }
  if (attributesOf(entity).get("image")) to.note("partly", "the file of the image is not imported, only its path");
}

/** Categories with the values of store views. */
export const categories: Kind = {
  ...list,
  async write(item, to) {
    to.ids.set("categories", rootId, rootId);
    await list.write(item, to);
  },
  pages: (reading: ReadContext) => list.pages(reading),
};

/** Returns links to categories with the ids of Portico; a category that was not imported is left out and noted. */
export function categoryLinks(links: unknown, to: WriteContext): readonly Entity[] {
  return entitiesOf(links).flatMap((link) => {
    const id = to.ids.find("categories", textOf(link, "category_id"));
    if (id === undefined) {
      to.note("partly", `without category ${textOf(link, "category_id")}, which was not imported`);
      return [];
    }
    return [{ category_id: String(id), position: link["position"] }];
  });
}
