// SQL: models cannot express some conditions and sort orders, such as a pattern on a number or a position of nulls.
import type { Db } from "../../platform/db/database.js";
import { type ModelName, tableOf } from "../../platform/db/models.js";
import { compileSearch } from "./compile-sql.js";
import { totalOf } from "./count-rows.sql.js";
import type { SqlField } from "./sql-field.js";
import type { SearchCriteria } from "./search-criteria.types.js";

/** The source of a search for ids. */
export interface SearchedIds {
  readonly model: ModelName;
  readonly field: (code: string) => SqlField | undefined;
  /** Columns appended to every sort order. */
  readonly lastSorts: readonly string[];
  /** Required values of columns, in addition to the criteria. */
  readonly only: readonly (readonly [field: SqlField, value: unknown])[];
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
    field,
    tieBreaker: lastSorts.map((name) => `t."${name}"`).join(", "),
    values: only.map(([, value]) => value),
    ignoresUnknownSorts,
  });
  const conditions = [...only.map(([own], position) => equals(own, `$${position + 1}`)), where];
  const matching = `from "${table}" t where ${conditions.join(" and ")}`;
  const rows = await db.query<{ id: unknown }>(`select t."${key[0]}" as id ${matching} ${orderBy} ${limit}`, values);
  const ids = rows.map(({ id }) => id);
  const total_count = await totalOf(db, { requested, found: ids.length, matching, values });
  return { ids, search_criteria: criteria, total_count };
}

function equals({ sql, exists }: SqlField, parameter: string): string {
  const condition = `${sql} = ${parameter}`;
  return exists ? exists(condition) : condition;
}
