import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import { keyOf, type Row } from "../../../platform/db/models.js";
import type { Selection } from "../../../api/call/answer/selection.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { AttributeGroup, type AttributeGroupSearchResults } from "./attribute-sets.types.js";

const fields = modelFields("attributeGroup", AttributeGroup, {
  attribute_group_id: "id",
  attribute_group_name: "name",
  attribute_group_code: "code",
  sort_order: "sort_order",
});

/**
 * Returns the groups that match the criteria. Like Magento, omits their codes and sort orders unless they are selected by
 * name.
 */
export async function searchGroups(
  db: Db,
  searchCriteria: SearchCriteria,
  selection: Selection | undefined,
): Promise<AttributeGroupSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.attributeGroup.findMany(query),
    sortedBy: ["sort_order"],
  });
  return { ...page, items: page.items.map((row) => toGroup(row, selection?.has("extension_attributes") ?? false)) };
}

/** Locks a group until the transaction ends and returns it, or undefined if there is none. */
export async function lockGroup(db: Db, id: number): Promise<Row<"attributeGroup"> | undefined> {
  const [group] = await lock(db, "attributeGroup", { id: [id], for: "update" });
  return group;
}

/** Whether a group holds a system attribute. */
export async function hasSystemAttributes(db: Db, attribute_group_id: number): Promise<boolean> {
  const found = await db.models.attributeSetAttribute.findFirst({
    where: { attribute_group_id, attribute: { is_user_defined: false } },
    select: { id: true },
  });
  return found !== null;
}

/** Returns the highest sort order of the groups of a set; 0 if it has none. */
export async function readLastGroup(db: Db, attribute_set_id: number): Promise<number> {
  const { _max } = await db.models.attributeGroup.aggregate({
    where: { attribute_set_id },
    _max: { sort_order: true },
  });
  return _max.sort_order ?? 0;
}

/** The columns of a group that a save writes. */
export type GroupData = Pick<Row<"attributeGroup">, "attribute_set_id" | "name" | "code" | "sort_order">;

/**
 * Inserts a group into a set and returns its id, or undefined if the set already has a group with that name or code,
 * ignoring case.
 */
export async function insertGroup(db: Db, data: GroupData): Promise<number | undefined> {
  const [row] = await db.models.attributeGroup.createManyAndReturn({
    data: { ...data, ...keysOf(data) },
    skipDuplicates: true,
    select: { id: true },
  });
  return row?.id;
}

/** Updates a group and returns its id, or undefined if another group of its set has the name or code, ignoring case. */
export async function updateGroup(db: Db, id: number, data: GroupData): Promise<number | undefined> {
  const { name_key, code_key } = keysOf(data);
  const other = await db.models.attributeGroup.findFirst({
    where: { attribute_set_id: data.attribute_set_id, id: { not: id }, OR: [{ name_key }, { code_key }] },
    select: { id: true },
  });
  if (other) return undefined;
  await db.models.attributeGroup.updateMany({ where: { id }, data: { ...data, name_key, code_key } });
  return id;
}

const keysOf = ({ name, code }: GroupData) => ({ name_key: keyOf(name), code_key: keyOf(code) });

/** Deletes a group and removes its attributes from the set. */
export const deleteGroupRow = (db: Db, id: number): Promise<unknown> =>
  db.models.attributeGroup.deleteMany({ where: { id } });

/** The place of an attribute in a set. */
export type Place = Pick<
  Row<"attributeSetAttribute">,
  /** A `sort_order` of 0 places it last in its group. */
  "attribute_set_id" | "attribute_group_id" | "attribute_id" | "sort_order"
>;

/** Assigns an attribute to a group of a set, or moves it there. Returns the id of the assignment. */
export async function placeAttribute(db: Db, place: Place): Promise<number> {
  const { attribute_set_id, attribute_id, attribute_group_id } = place;
  const sort_order = place.sort_order || (await readLastSortOrder(db, attribute_group_id)) + 1;
  const { id } = await db.models.attributeSetAttribute.upsert({
    where: { attribute_set_id_attribute_id: { attribute_set_id, attribute_id } },
    create: { ...place, sort_order },
    update: { attribute_group_id, sort_order },
    select: { id: true },
  });
  return id;
}

async function readLastSortOrder(db: Db, attribute_group_id: number): Promise<number> {
  const { _max } = await db.models.attributeSetAttribute.aggregate({
    where: { attribute_group_id },
    _max: { sort_order: true },
  });
  return _max.sort_order ?? 0;
}

/** Removes an attribute from a set. Returns whether it was in the set. */
export async function removeFromSet(db: Db, attribute_set_id: number, attribute_id: number): Promise<boolean> {
  const { count } = await db.models.attributeSetAttribute.deleteMany({ where: { attribute_set_id, attribute_id } });
  return count > 0;
}

const toGroup = (row: Row<"attributeGroup">, isWhole: boolean): AttributeGroup => ({
  attribute_group_id: String(row.id),
  attribute_group_name: row.name,
  attribute_set_id: row.attribute_set_id,
  ...(isWhole ? { extension_attributes: { attribute_group_code: row.code, sort_order: String(row.sort_order) } } : {}),
});
