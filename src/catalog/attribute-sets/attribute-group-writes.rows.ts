import type { Db } from "../../db/database.js";
import { isUniqueViolation } from "../../db/sql-errors.js";

/** An attribute group with the facts that rules need. */
export interface StoredGroup {
  readonly id: number;
  readonly attribute_set_id: number;
  readonly name: string;
  readonly code: string;
  readonly sort_order: number;
  readonly entity_type: string;
  /** Whether the group holds a system attribute. */
  readonly has_system_attributes: boolean;
}

/** Finds a group and locks it. */
export async function lockGroup(db: Db, id: number): Promise<StoredGroup | undefined> {
  const row = await db.one<StoredGroup>(
    `select g.id, g.attribute_set_id, g.name, g.code, g.sort_order, e.code as entity_type,
       exists (select from attribute_set_attribute m join attribute a on a.id = m.attribute_id
         where m.attribute_group_id = g.id and not a.is_user_defined) as has_system_attributes
     from attribute_group g join attribute_set s on s.id = g.attribute_set_id
     join entity_type e on e.id = s.entity_type_id
     where g.id = $1::int for update of g`,
    [id],
  );
  return row;
}

export interface GroupValues {
  readonly setId: number;
  readonly name: string;
  readonly code: string;
  readonly sortOrder: number;
}

/**
 * Inserts a group into a set and returns its id, or undefined if the set already has a group with that name or code in
 * any case.
 */
export async function insertGroup(db: Db, { setId, name, code, sortOrder }: GroupValues): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(
    `insert into attribute_group (attribute_set_id, name, code, sort_order) values ($1::int, $2::text, $3::text, $4::int)
     on conflict do nothing returning id`,
    [setId, name, code, sortOrder],
  );
  return row?.id;
}

/** Updates a group and returns its id, or undefined if its set has another group with that name or code in any case. */
export async function updateGroup(
  db: Db,
  id: number,
  { name, code, sortOrder }: GroupValues,
): Promise<number | undefined> {
  try {
    await db.execute(
      "update attribute_group set name = $2::text, code = $3::text, sort_order = $4::int where id = $1::int",
      [id, name, code, sortOrder],
    );
    return id;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Deletes a group. Its attributes leave the set. */
export async function removeGroup(db: Db, id: number): Promise<void> {
  await db.execute("delete from attribute_group where id = $1::int", [id]);
}

export interface Place {
  readonly setId: number;
  readonly groupId: number;
  readonly attributeId: number;
  /** 0 sorts it last in its group. */
  readonly sortOrder: number;
}

/** Assigns an attribute to a group of a set, or moves it there. Returns the id of the assignment. */
export async function placeAttribute(db: Db, { setId, groupId, attributeId, sortOrder }: Place): Promise<number> {
  const row = await db.one<{ id: number }>(
    `insert into attribute_set_attribute (attribute_set_id, attribute_id, attribute_group_id, sort_order)
     values ($1::int, $2::int, $3::int, coalesce(nullif($4::int, 0), (select coalesce(max(sort_order), 0) + 1
       from attribute_set_attribute where attribute_group_id = $3::int)))
     on conflict (attribute_set_id, attribute_id)
       do update set attribute_group_id = excluded.attribute_group_id, sort_order = excluded.sort_order
     returning id`,
    [setId, attributeId, groupId, sortOrder],
  );
  return row?.id ?? 0;
}

/** Removes an attribute from a set. Returns whether it was in the set. */
export async function removeFromSet(db: Db, setId: number, attributeId: number): Promise<boolean> {
  const count = await db.execute(
    "delete from attribute_set_attribute where attribute_set_id = $1::int and attribute_id = $2::int",
    [setId, attributeId],
  );
  return count > 0;
}
