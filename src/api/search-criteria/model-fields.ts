import { fieldNames, markPresent } from "../contract/shape.js";
import type { tables } from "../../platform/db/generated/tables.js";
import { type Column, type ColumnName, type ModelName, tableOf } from "../../platform/db/models.js";
import type { SqlField } from "./compile-sql.js";
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

/** The column of a field. */
export interface FieldColumn extends Column {
  readonly name: string;
  /** Relations from the model to the column. */
  readonly relations: readonly Pick<Step, "name" | "isList" | "isOptional">[];
  /** The column with the same text in lower case. */
  readonly keyName: string | undefined;
  readonly nullAs: number | undefined;
  /** Whether one of the relations leads to more than one row. */
  readonly isMany: boolean;
}

/** A searchable field, as used by the compilers. */
export interface ModelField {
  readonly type: FieldType;
  /** Undefined for an expression. */
  readonly column?: FieldColumn;
  readonly sql: SqlField;
}

/** The searchable fields of a model. */
export interface ModelFields<Model extends ModelName> {
  readonly model: Model;
  /** Returns the field with a name, or undefined. */
  field(code: string): ModelField | undefined;
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
  const fields = new Map<string, ModelField>(own.map((name) => [name, columnField(model, name)]));
  for (const [name, source] of Object.entries<FieldSource<Model>>(renamed)) fields.set(name, fieldOf(model, source));
  return { model, field: (code) => fields.get(code) };
}

/** Returns the field of a source. Throws if the model does not have it. */
export function fieldOf<Model extends ModelName>(model: Model, source: FieldSource<Model>): ModelField {
  if (typeof source === "string") return columnField(model, source);
  if ("sql" in source) return { type: source.type, sql: source };
  return columnField(model, source.column, source.nullAs);
}

function typeOf(name: string, { type, isList }: Column): FieldType | undefined {
  const found = isList ? undefined : fieldTypes[type];
  return found === "text" && name.endsWith("_key") ? "key" : found;
}

function columnField(model: ModelName, path: string, nullAs?: number): ModelField {
  const relations = path.split(".");
  const name = relations.pop() ?? "";
  const steps = stepsAlong(model, relations);
  const { columns } = tableOf(steps.at(-1)?.model ?? model);
  const column = columns[name];
  const type = column && typeOf(name, column);
  if (!type) throw new Error(`${model} has no searchable column ${path}.`);
  const isMany = steps.some(({ isList }) => isList);
  return {
    type,
    column: {
      ...column,
      name,
      relations: steps,
      keyName: type === "text" && columns[`${name}_key`] ? `${name}_key` : undefined,
      nullAs,
      isMany,
    },
    sql: { type, ...sqlOf(name, { steps, nullAs, isMany }) },
  };
}

interface Step {
  readonly name: string;
  readonly model: ModelName;
  readonly isList: boolean;
  readonly isOptional: boolean;
  /** The tables as in `from` or `join`, and the condition that joins them to the previous step. */
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
    steps.push({ ...relation, name, table, condition: condition.join(" and ") });
  }
  return steps;
}

interface Place {
  readonly steps: readonly Step[];
  readonly nullAs: number | undefined;
  readonly isMany: boolean;
}

function sqlOf(name: string, { steps, nullAs, isMany }: Place): Omit<SqlField, "type"> {
  const [first, ...others] = steps;
  if (!first) return { sql: nullAs === undefined ? `t."${name}"` : `coalesce(t."${name}", ${nullAs})` };
  const value = `r${steps.length}."${name}"`;
  const joined = [first.table, ...others.map(({ table, condition }) => `${table} on ${condition}`)].join(" join ");
  const rows = `from ${joined} where ${first.condition}`;
  if (!isMany) return { sql: `(select ${value} ${rows})` };
  return { sql: value, exists: (condition) => `exists (select ${rows} and ${condition})` };
}
