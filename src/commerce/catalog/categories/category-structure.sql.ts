// SQL: set-based writes; a move changes paths and counts of many categories in one statement.
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { storeGroups, storeViews } from "../../store/published.sql.js";

/** The position of a category in the tree. The root has no parent. */
export interface CategoryPlace extends Readonly<
  Pick<Row<"category">, "id" | "parent_id" | "path" | "level" | "position">
> {
  /** Whether it is the root category of a store group. */
  readonly is_store_root: boolean;
}

/** Returns the positions of categories by id; unknown ids are absent. */
export async function readPlaces(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, CategoryPlace>> {
  const rows = await db.query<CategoryPlace>(
    `select c.id, c.parent_id, c.path, c.level, c.position,
      exists (select from ${storeGroups} s where s.root_category_id = c.id) as is_store_root
    from category c where c.id = any($1::int[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the root category of a store view's group, or 0 if it has none. */
export async function readRootCategory(db: Db, storeId: number): Promise<number> {
  const row = await db.one<{ id: number | null }>(
    `select g.root_category_id as id from ${storeViews} s join ${storeGroups} g on g.id = s.store_group_id
    where s.id = $1::int`,
    [storeId],
  );
  return row?.id ?? 0;
}

/** Inserts a category below another one, last if no position is given, and returns its id. The tree must be locked. */
export async function insertCategory(db: Db, parent: CategoryPlace, position: number | null): Promise<number> {
  const row = await db.one<{ id: number }>(
    `with above as (
      update category set children_count = children_count + 1 where id = any(string_to_array($2::text, '/')::int[]))
    insert into category (id, parent_id, path, level, position, created_at, updated_at)
    select given.id, $1::int, $2::text || '/' || given.id, $3::int,
      coalesce($4::int, (select coalesce(max(position), 0) + 1 from category where parent_id = $1::int)),
      now() at time zone 'utc', now() at time zone 'utc'
    from (select nextval(pg_get_serial_sequence('category', 'id'))::int as id) as given
    returning id`,
    [parent.id, parent.path, parent.level + 1, position],
  );
  if (!row) throw new Error("The insert returned no row.");
  return row.id;
}

/** Updates the time stamp of a category, and its position if given. */
export async function touchCategory(db: Db, id: number, position: number | null): Promise<void> {
  await db.execute(
    `update category set position = coalesce($2::int, position), updated_at = now() at time zone 'utc' where id = $1::int`,
    [id, position],
  );
}

/** A category that is being moved. */
export interface CategoryMove {
  readonly category: CategoryPlace;
  readonly parent: CategoryPlace;
  /** Id of the sibling to place it after: 0 places it first; null or an unknown sibling places it last. */
  readonly afterId: number | null;
}

/**
 * Updates the positions of siblings: those after the old place move up, those after the new place move down. The tree
 * must be locked.
 */
export async function placeAmongSiblings(db: Db, { category, parent, afterId }: CategoryMove): Promise<void> {
  await db.execute(
    `with sibling as (
      select id, parent_id, position - (parent_id = $2::int and position > $3::int)::int as position
      from category where parent_id in ($2::int, $4::int) and id <> $1::int),
    place as (
      select case when $5::int = 0 then 1 else coalesce(
        (select position from sibling where id = $5::int and parent_id = $4::int),
        (select max(position) from sibling where parent_id = $4::int), 0) + 1 end as position),
    placed as (
      select s.id, s.position + (s.parent_id = $4::int and s.position >= place.position)::int as position
      from sibling s cross join place
      union all select $1::int, position from place)
    update category c set position = placed.position
    from placed where c.id = placed.id and c.position <> placed.position`,
    [category.id, category.parent_id, category.position, parent.id, afterId],
  );
}

/**
 * Moves a category with its descendants to another parent and updates the counts of both ancestor chains. The tree must
 * be locked.
 */
export async function moveSubtree(db: Db, { category, parent }: CategoryMove): Promise<void> {
  await db.execute(
    `with size as (select children_count + 1 as size from category where id = $1::int)
    update category c set
      parent_id = case when c.id = $1::int then $3::int else c.parent_id end,
      path = case when ${inSubtree("$2::text")} then $4::text || substr(c.path, length($2::text) + 1) else c.path end,
      level = c.level + case when ${inSubtree("$2::text")} then $5::int else 0 end,
      children_count = c.children_count + case when ${inSubtree("$2::text")} then 0 else size.size
        * ((c.id = any(string_to_array($4::text, '/')::int[]))::int - (c.id = any(string_to_array($2::text, '/')::int[]))::int)
        end
    from size
    where ${inSubtree("$2::text")} or c.id = any(string_to_array($2::text || '/' || $4::text, '/')::int[])`,
    [category.id, category.path, parent.id, `${parent.path}/${category.id}`, parent.level + 1 - category.level],
  );
}

/** SQL condition that category `c` has the path or is below it: a range of paths, because '0' follows '/' in ASCII. */
export const inSubtree = (path: string) => `(c.path >= ${path} and c.path < ${path} || '0')`;

/**
 * Deletes a category with its descendants, product assignments and values, and updates the counts of its ancestors. The
 * tree must be locked.
 */
export async function removeSubtree(db: Db, { path }: CategoryPlace): Promise<void> {
  // Locks the categories in id order, as product saves do, to avoid deadlocks.
  await db.execute(`select from category c where ${inSubtree("$1::text")} order by c.id for update`, [path]);
  await db.execute(
    `with removed as (delete from category c where ${inSubtree("$1::text")} returning c.id)
    update category c set children_count = c.children_count - (select count(*) from removed)
    where c.id = any(string_to_array($1::text, '/')::int[]) and not ${inSubtree("$1::text")}`,
    [path],
  );
}
