import type { Db } from "../../../../src/platform/db/database.js";
import type { Client } from "../../../support/client.js";

export const path = "/V1/categories";

/** A category in an answer. */
export interface Answered {
  readonly id: number;
  readonly parent_id: number;
  readonly path: string;
  readonly level: number;
  readonly position: number;
}

/** Creates a category and returns the answer. */
export async function create(client: Client, name: string, more: object = {}): Promise<Answered> {
  const { status, body } = await client.post(path, { category: { name, is_active: true, parent_id: 2, ...more } });
  if (status !== 200) throw new Error(`${name} was not created: ${JSON.stringify(body)}`);
  return body as Answered;
}

/** Returns a custom attribute for a request. */
export const custom = (attribute_code: string, value: unknown) => ({ attribute_code, value });

/** Returns the answer for an unknown category. */
export const notFound = (id: number | string) => [
  404,
  { message: "No such entity with %fieldName = %fieldValue", parameters: { fieldName: "id", fieldValue: id } },
];

export const couldNotSave = (reason: string) => [400, { message: "Could not save category: %1", parameters: [reason] }];

/** Returns the inconsistencies of the tree: paths, levels, counts and positions that do not match the parents. */
export function faults(db: Db): Promise<object[]> {
  return db.query(
    `with recursive tree as (
      select id, id::text as path, 0 as level from category where parent_id is null
      union all
      select c.id, tree.path || '/' || c.id, tree.level + 1 from category c join tree on tree.id = c.parent_id)
    select c.id, c.path, c.level, c.position, c.children_count, tree.path as right_path
    from category c left join tree on tree.id = c.id
    where tree.id is null or c.path <> tree.path or c.level <> tree.level
      or c.children_count <> (select count(*) from tree below where below.path like tree.path || '/%')
      or exists (select from category s where s.parent_id = c.parent_id and s.id <> c.id and s.position = c.position)
    order by c.id`,
  );
}
