// SQL: measured by `read-tree`.
import type { Db } from "../../../platform/db/database.js";
import type { Selection } from "../../../api/call/answer/selection.js";
import { storeViews } from "../../store/published.sql.js";
import { valueOf } from "../value-documents.sql.js";
import { inSubtree } from "./category-structure.sql.js";
import { categoryTables } from "./category.rows.js";
import type { CategoryTree } from "./category.types.js";

type TreeRow = Omit<CategoryTree, "children_data">;

export interface TreeQuery {
  readonly rootId: number;
  /** Levels below the root; null means all. */
  readonly depth: number | null;
  readonly storeId: number;
  readonly selection: Selection | undefined;
}

/**
 * SQL of the product counts. An anchor category counts each product of its subtree once; in a store view, only products
 * of its website count. Starts from the assignments, because most categories of a large tree have none.
 */
const productCounts = `link as materialized (
    select l.product_id, l.category_id, c.path
    from root cross join category c join product_category l on l.category_id = c.id
    where ${inSubtree("root.path")} and ($1::int = 0 or l.product_id in (
      select w.product_id from product_website w join ${storeViews} s on s.website_id = w.website_id where s.id = $1::int))),
  counted as materialized (
    select pair.id, count(*) as product_count
    from (select distinct above.id, link.product_id
      from link cross join unnest(string_to_array(link.path, '/')::int[]) as above (id)
      join category_values a on a.category_id = above.id and a.store_id = 0
      where above.id = link.category_id or a.data ->> 'is_anchor' = '1') as pair
    group by pair.id)`;

/** Reads a category with its descendants, top down. One statement; counts products only if requested. */
export async function readTree(db: Db, wanted: TreeQuery): Promise<CategoryTree | undefined> {
  const isCounted = isRequested(wanted.selection, "product_count");
  const rows = await db.query<TreeRow>(
    `with root as materialized (select path, level from category where id = $2::int)${isCounted ? `, ${productCounts}` : ""}
    select c.id, coalesce(c.parent_id, 0) as parent_id, coalesce(${valueOf("name")}, '') as name,
      ${valueOf("is_active")} = '1' as is_active, c.position, c.level,
      ${isCounted ? "coalesce(counted.product_count, 0)" : "0"} as product_count
    from root cross join ${categoryTables} ${isCounted ? "left join counted on counted.id = c.id" : ""}
    where ${inSubtree("root.path")} and ($3::int is null or c.level <= root.level + $3::int)
    order by c.level, c.position, c.id`,
    [wanted.storeId, wanted.rootId, wanted.depth === null ? null : Math.min(Math.max(wanted.depth, 0), 100_000)],
  );
  return buildTree(rows);
}

/** Whether a field is requested for any category of the tree. */
function isRequested(selection: Selection | undefined, name: string): boolean {
  for (let level = selection; level; level = level.at("children_data")) {
    if (level.has(name)) return true;
    if (!level.has("children_data")) return false;
  }
  return true;
}

/** Builds the tree. Parents precede their children, because rows are ordered by level. */
function buildTree(rows: readonly TreeRow[]): CategoryTree | undefined {
  const byId = new Map<number, CategoryTree>();
  let root: CategoryTree | undefined;
  for (const row of rows) {
    const category = { ...row, children_data: [] };
    byId.set(row.id, category);
    byId.get(row.parent_id)?.children_data.push(category);
    root ??= category;
  }
  return root;
}
