// SQL: models cannot express some conditions and sort orders, such as a pattern on a number.
import type { Db } from "../../platform/db/database.js";
import { type ModelName, tableOf } from "../../platform/db/models.js";
import { compileSearch } from "./compile-sql.js";
import type { ModelField } from "./model-fields.js";
import type { SearchCriteria } from "./search-criteria.types.js";
import { uncountedTotal } from "./search-page.sql.js";

/** The source of a search for ids. */
export interface SearchedIds {
  readonly model: ModelName;
  readonly field: (code: string) => ModelField | undefined;
  /** Columns appended to every sort order. */
  readonly lastSorts: readonly string[];
  /** Required values of columns, in addition to the criteria. */
  readonly only: readonly (readonly [field: ModelField, value: unknown])[];
  readonly ignoresUnknownSorts: boolean;
}

/** Ids of the found records, in sort order. */
export interface FoundIds {
  readonly ids: unknown[];
  readonly search_criteria: SearchCriteria;
  readonly total_count: number;
}

/** Returns the ids of the records on the requested page. Throws as `compileSearch` does. */
export async function searchIds(db: Db, requested: SearchCriteria, searched: SearchedIds): Promise<FoundIds> {
  const { model, field, lastSorts, only, ignoresUnknownSorts } = searched;
  const { table, key } = tableOf(model);
  const { where, orderBy, limit, values, criteria } = compileSearch(requested, {
    field: (code) => field(code)?.sql,
    tieBreaker: lastSorts.map((name) => `t."${name}"`).join(", "),
    values: only.map(([, value]) => value),
    ignoresUnknownSorts,
  });
  const conditions = [...only.map(([{ sql }], position) => `${sql.sql} = $${position + 1}`), where];
  const matching = `from "${table}" t where ${conditions.join(" and ")}`;
  const rows = await db.query<{ id: unknown }>(`select t."${key[0]}" as id ${matching} ${orderBy} ${limit}`, values);
  const ids = rows.map(({ id }) => id);
  if (limit === "") return { ids, search_criteria: criteria, total_count: ids.length };
  if (requested.isUncounted) return { ids, search_criteria: criteria, total_count: uncountedTotal };
  // The last two parameters belong to the page.
  const count = await db.one<{ total: number }>(`select count(*) as total ${matching}`, values.slice(0, -2));
  return { ids, search_criteria: criteria, total_count: count?.total ?? 0 };
}
