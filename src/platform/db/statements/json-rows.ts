import { type ModelName, tableOf } from "../models.js";

/** Types of columns whose values JSON would not preserve exactly. */
const inexact: ReadonlySet<string> = new Set(["Decimal", "DateTime", "Date"]);

/**
 * Returns the columns of a model's table under an alias, for `row_to_json`: parsed from JSON, they have the values that
 * `db.query` returns. `asText` are further types to read as text.
 */
export const jsonColumns = (model: ModelName, alias: string, asText: readonly string[] = []): string =>
  Object.entries(tableOf(model).columns)
    .map(([name, { type }]) => {
      const isText = inexact.has(type) || asText.includes(type);
      return `${alias}."${name}"${isText ? `::text as "${name}"` : ""}`;
    })
    .join(", ");

/** Rows of a table: their condition, in which the table is called `t`, and their order. */
export interface JsonRows {
  readonly where: string;
  readonly orderBy: string;
}

/** Returns a subquery that lists rows of a model's table as JSON; without rows the list is empty. */
export const jsonRows = (columns: string, model: ModelName, { where, orderBy }: JsonRows): string =>
  `coalesce((select json_agg(row_to_json(part)) from (
      select ${columns} from "${tableOf(model).table}" t where ${where} order by ${orderBy}) part), '[]'::json)`;
