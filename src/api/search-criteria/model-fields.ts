import { fieldNames, markPresent } from "../contract/shape.js";
import type { tables } from "../../platform/db/generated/tables.js";
import { type Column, type ColumnName, type ModelName, tableOf } from "../../platform/db/models.js";
import type { SqlField } from "./sql-field.js";
import type { FieldType } from "./criteria.js";

type Relations<Model extends ModelName> = (typeof tables)[Model]["relations"];

/** A column of a model or of a related model: `code`, `region.code`. */
export type ColumnPath<Model extends ModelName> =
  | ColumnName<Model>
  | {
      [Name in keyof Relations<Model> & string]: Relations<Model>[Name] extends { model: infer Other extends ModelName }
        ? `${Name}.${ColumnName<Other>}`
        : never;
    }[keyof Relations<Model> & string];

/** An integer column whose nulls count as a number. */
interface NullAs<Name extends string> {
  readonly column: Name;
  readonly nullAs: number;
}

/** An expression over the model's table with the alias `t`. Never contains caller input. */
interface Expression {
  readonly sql: string;
  readonly type: FieldType;
}

/** The source of a field's values. */
export type FieldSource<Model extends ModelName> = ColumnPath<Model> | NullAs<ColumnName<Model>> | Expression;

/** The searchable fields of a model. */
export interface ModelFields<Model extends ModelName> {
  readonly model: Model;
  /** Returns the field with a name, or undefined. */
  field(code: string): SqlField | undefined;
}

const fieldTypes: Readonly<Record<string, FieldType>> = {
  String: "text",
  Int: "integer",
  BigInt: "integer",
  Decimal: "decimal",
  DateTime: "timestamp",
  Date: "timestamp",
  Boolean: "boolean",
  Uuid: "uuid",
};

/**
 * Returns the searchable fields of a model: the fields of the shape with a column of the same name, and the fields in
 * `renamed`, which are renamed, related or computed. Marks fields with a required column as present in every response.
 * Throws for a source that the model does not have.
 */
export function modelFields<Model extends ModelName>(
  model: Model,
  shape: object,
  renamed: Readonly<Record<string, FieldSource<Model>>> = {},
): ModelFields<Model> {
  const { columns, key } = tableOf(model);
  if (key.length !== 1)
    throw new Error(`${model} cannot be searched by models because its primary key is not a single column.`);
  const own = fieldNames(shape).filter((name) => columns[name] && typeOf(name, columns[name]));
  markPresent(
    shape,
    own.filter((name) => columns[name]?.isOptional === false && !(name in renamed)),
  );
  const fields = new Map<string, SqlField>(own.map((name) => [name, columnField(model, name)]));
  for (const [name, source] of Object.entries<FieldSource<Model>>(renamed)) fields.set(name, fieldOf(model, source));
  return { model, field: (code) => fields.get(code) };
}

/** Returns the field of a source. Throws if the model does not have it. */
export function fieldOf<Model extends ModelName>(model: Model, source: FieldSource<Model>): SqlField {
  if (typeof source === "string") return columnField(model, source);
  return "sql" in source ? source : columnField(model, source.column, source.nullAs);
}

function typeOf(name: string, { type, isList }: Column): FieldType | undefined {
  const found = isList ? undefined : fieldTypes[type];
  return found === "text" && name.endsWith("_key") ? "key" : found;
}

function columnField(model: ModelName, path: string, nullAs?: number): SqlField {
  const relations = path.split(".");
  const name = relations.pop() ?? "";
  const steps = stepsAlong(model, relations);
  const { columns } = tableOf(steps.at(-1)?.model ?? model);
  const column = columns[name];
  const type = column && typeOf(name, column);
  if (!type) throw new Error(`${model} has no searchable column ${path}.`);
  const alias = steps.at(-1)?.alias ?? "t";
  const sql = nullAs === undefined ? `${alias}."${name}"` : `coalesce(${alias}."${name}", ${nullAs})`;
  const lowerCase = type === "text" && columns[`${name}_key`] ? { lowerCase: `${alias}."${name}_key"` } : {};
  const isRequired = steps.length === 0 && !column.isOptional;
  return { type, sql, isRequired, ...lowerCase, ...relatedRows(sql, steps) };
}

interface Step {
  readonly model: ModelName;
  readonly isList: boolean;
  readonly alias: string;
  /** The table as in `from` or `join`, and the condition that joins it to the previous step. */
  readonly table: string;
  readonly condition: string;
}

function stepsAlong(model: ModelName, relations: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (const [position, name] of relations.entries()) {
    const relation = tableOf(steps.at(-1)?.model ?? model).relations[name];
    if (!relation) throw new Error(`${model} has no relation ${relations.join(".")}.`);
    const [before, alias] = [position === 0 ? "t" : `r${position}`, `r${position + 1}`];
    const condition = relation.to.map((to, at) => `${alias}."${to}" = ${before}."${relation.from[at] ?? ""}"`);
    const table = `"${tableOf(relation.model).table}" ${alias}`;
    steps.push({ ...relation, alias, table, condition: condition.join(" and ") });
  }
  return steps;
}

/** Returns how a field of related rows is searched. */
function relatedRows(sql: string, steps: readonly Step[]): Pick<SqlField, "exists" | "single"> {
  const [first, ...others] = steps;
  if (!first) return {};
  const joined = [first.table, ...others.map(({ table, condition }) => `${table} on ${condition}`)].join(" join ");
  const rows = `from ${joined} where ${first.condition}`;
  const exists = (condition: string) => `exists (select ${rows} and ${condition})`;
  return steps.some(({ isList }) => isList) ? { exists } : { exists, single: `(select ${sql} ${rows})` };
}
