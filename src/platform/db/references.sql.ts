// SQL: models cannot count the rows of every table with a column in one statement.
import type { Db } from "./database.js";
import { type ModelName, tableOf } from "./models.js";
import { tables } from "./generated/tables.js";

/** Maximum rows to count in a table. */
export const maxCounted = 1000;

/** The number of rows of a model's table that refer to an id. */
export interface References {
  readonly model: ModelName;
  /** Number of rows, at most `maxCounted`. */
  readonly count: number;
}

/** A column of ids, and the id to look for. */
export interface Referred {
  readonly column: "store_id" | "website_id";
  readonly id: number;
  /** Models whose rows do not count. */
  readonly except?: readonly ModelName[];
}

/**
 * Returns the models with rows that have the id in the column, sorted by name. New tables are included without a change
 * here.
 */
export async function readReferences(db: Db, { column, id, except = [] }: Referred): Promise<References[]> {
  const models = (Object.keys(tables) as ModelName[]).filter(
    (model) => tableOf(model).columns[column]?.type === "Int" && !except.includes(model),
  );
  const counts = models.map(
    (model) =>
      `select '${model}' as model, (select count(*)::int from (select 1 from "${tableOf(model).table}"
        where "${column}" = $1::int limit ${maxCounted}) as found) as count`,
  );
  const found = await db.query<References>(counts.join(" union all "), [id]);
  return found.filter(({ count }) => count > 0).sort((one, other) => one.model.localeCompare(other.model));
}
