import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import { keyOf, type Prisma, type Row } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { AttributeSet, type AttributeSetSearchResults } from "./attribute-sets.types.js";

/** An attribute set with the data that validation needs. */
export interface StoredSet {
  readonly set: ReturnType<typeof toSet>;
  readonly entityTypeCode: string;
  /** Whether it is the default set of its entity type. */
  readonly isDefault: boolean;
}

const fields = modelFields("attributeSet", AttributeSet, {
  attribute_set_id: "id",
  attribute_set_name: "name",
  entity_type_code: "entity_type.code",
});

/** Returns a set, or undefined if there is none. */
export async function readSet(db: Db, id: number): Promise<StoredSet | undefined> {
  const row = await db.models.attributeSet.findUnique({ where: { id }, include: { entity_type: true } });
  if (!row) return undefined;
  const { code, default_attribute_set_id } = row.entity_type;
  return { set: toSet(row), entityTypeCode: code, isDefault: default_attribute_set_id === id };
}

/** Returns the sets that match the criteria, optionally of one entity type only. */
export async function searchSets(
  db: Db,
  searchCriteria: SearchCriteria,
  entityType: string | null,
): Promise<AttributeSetSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.attributeSet.findMany(query),
    ...(entityType === null ? {} : { only: { "entity_type.code": entityType } }),
  });
  return { ...page, items: page.items.map(toSet) };
}

/** The columns of a set that a save writes. */
export type SetData = Pick<Row<"attributeSet">, "entity_type_id" | "name" | "sort_order">;

/** Inserts a set and returns its id, or undefined if a set of the same entity type has that name, ignoring case. */
export async function insertSet(db: Db, data: SetData): Promise<number | undefined> {
  const [row] = await db.models.attributeSet.createManyAndReturn({
    data: { ...data, name_key: keyOf(data.name) },
    skipDuplicates: true,
    select: { id: true },
  });
  return row?.id;
}

const copiedGroup = {
  name: true,
  name_key: true,
  code: true,
  code_key: true,
  tab_group_code: true,
  sort_order: true,
  is_default: true,
  attributes: { select: { attribute_id: true, sort_order: true }, orderBy: { id: "asc" } },
} satisfies Prisma.AttributeGroupSelect;

/** Copies the groups of another set, with their attributes, to a new set. */
export async function copyGroups(db: Db, fromId: number, attribute_set_id: number): Promise<void> {
  const { attributeGroup, attributeSetAttribute } = db.models;
  const groups = await attributeGroup.findMany({
    where: { attribute_set_id: fromId },
    select: copiedGroup,
    orderBy: { id: "asc" },
  });
  const copies = await attributeGroup.createManyAndReturn({
    data: groups.map(({ attributes: _attributes, ...group }) => ({ ...group, attribute_set_id })),
    select: { id: true, name_key: true },
  });
  const ids = new Map(copies.map(({ id, name_key }) => [name_key, id]));
  const places = groups.flatMap(({ name_key, attributes }) => {
    const attribute_group_id = ids.get(name_key) ?? 0;
    return attributes.map((place) => ({ ...place, attribute_set_id, attribute_group_id }));
  });
  await attributeSetAttribute.createMany({ data: places });
}

/** Updates a set. Returns false if the name is taken. */
export async function updateSet(db: Db, id: number, data: SetData): Promise<boolean> {
  const { entity_type_id, name, sort_order } = data;
  const name_key = keyOf(name);
  const holder = await db.models.attributeSet.findUnique({
    where: { entity_type_id_name_key: { entity_type_id, name_key } },
    select: { id: true },
  });
  if (holder && holder.id !== id) return false;
  await db.models.attributeSet.updateMany({ where: { id }, data: { name, name_key, sort_order } });
  return true;
}

/** Locks a set against new products until the transaction ends, and returns whether products use it. */
export async function isSetInUse(db: Db, id: number): Promise<boolean> {
  await lock(db, "attributeSet", { id: [id], for: "update" });
  return (await db.models.product.findFirst({ where: { attribute_set_id: id }, select: { id: true } })) !== null;
}

/** Deletes a set with its groups. */
export const deleteSetRow = (db: Db, id: number): Promise<unknown> =>
  db.models.attributeSet.deleteMany({ where: { id } });

/** Returns the id of an entity type, or undefined for an unknown code. */
export async function readEntityTypeId(db: Db, code: string): Promise<number | undefined> {
  const type = await db.models.entityType.findUnique({ where: { code }, select: { id: true } });
  return type?.id;
}

const toSet = (row: Row<"attributeSet">) => ({
  attribute_set_id: row.id,
  attribute_set_name: row.name,
  sort_order: row.sort_order,
  entity_type_id: row.entity_type_id,
});
