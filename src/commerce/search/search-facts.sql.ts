// SQL: models cannot select by a JSON path, and every search reads the attributes with one statement.
import { productAttributes } from "../catalog/published.sql.js";
import type { Db } from "../../platform/db/database.js";
import type { SearchAttribute } from "./search-engine.js";

const flag = (name: string) => `coalesce((a.flags ->> '${name}')::boolean, false) as ${name}`;

/** Returns the product attributes that searches match, filter or sort by, ordered by their filter position. */
export function readSearchAttributes(db: Db): Promise<SearchAttribute[]> {
  return db.query<SearchAttribute>(
    `select a.code, a.frontend_input, a.backend_type, ${flag("is_searchable")}, ${flag("is_filterable")},
      ${flag("is_filterable_in_search")}, ${flag("is_visible_in_advanced_search")}, ${flag("used_for_sort_by")}
    from ${productAttributes} a where a.flags @? '$.* ? (@ == true)'
    order by a.position, a.id`,
  );
}
