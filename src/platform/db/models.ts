import type { Prisma } from "./generated/client.js";
import { tables } from "./generated/tables.js";

export type { Prisma };

/**
 * Returns a name or code in the form of `…_key` columns, whose values are unique and looked up regardless of case: in lower
 * case, and with one form of sigma, which JavaScript chooses by its place in a word. In SQL, `name_key` returns the same.
 */
export const keyOf = (text: string): string => text.toLowerCase().replaceAll("ς", "σ");

/** The name of a model, as in `db.models`. */
export type ModelName = keyof typeof tables;

type Payload<Model extends ModelName> = Prisma.TypeMap["model"][Capitalize<Model>]["payload"];

/** A row of a model's table. `db.models` and `db.query` return the same values. */
export type Row<Model extends ModelName> = Payload<Model>["scalars"];

/** The name of a column of a model's table. */
export type ColumnName<Model extends ModelName> = keyof Row<Model> & string;

/** The name of a column whose values are unique by themselves. */
export type UniqueColumn<Model extends ModelName> = (typeof tables)[Model]["unique"][number] & ColumnName<Model>;

/** The name of a decimal column. */
export type DecimalColumnName<Model extends ModelName> = {
  [Name in ColumnName<Model>]: (typeof tables)[Model]["columns"] extends Record<Name, { type: "Decimal" }>
    ? Name
    : never;
}[ColumnName<Model>];

/**
 * A column of a model's table. `type` is the type of the model's field, except for `Date` and `Uuid` columns, which have
 * these.
 */
export interface Column {
  readonly type: string;
  readonly isList: boolean;
  readonly isOptional: boolean;
}

/** How a model's rows are joined to those of another one. */
interface Relation {
  readonly model: ModelName;
  readonly isList: boolean;
  readonly isOptional: boolean;
  /** Columns of this model that refer to the columns `to` of the other one. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** The table of a model. */
export interface Table {
  readonly table: string;
  /** The columns of the primary key. */
  readonly key: readonly [string, ...string[]];
  readonly columns: Readonly<Record<string, Column>>;
  readonly relations: Readonly<Record<string, Relation>>;
}

export const tableOf = (model: ModelName): Table => tables[model];

type WritableColumn<Model extends ModelName, Given> = keyof Given &
  Exclude<ColumnName<Model>, (typeof tables)[Model]["key"][number]>;

type PresentColumns<Model extends ModelName, Given> = {
  [Name in WritableColumn<Model, Given>]?: Exclude<Given[Name], undefined>;
};

type SentColumns<Model extends ModelName, Given> = {
  [Name in WritableColumn<Model, Given>]?: NonNullable<Given[Name]>;
};

/**
 * Returns the values of a record that are columns of the model, without those of the primary key. Null, which empties a
 * column, is a value. In a write, the other columns keep their values or take the model's defaults.
 */
export function presentColumns<Model extends ModelName, Given extends object>(
  model: Model,
  given: Given,
): PresentColumns<Model, Given> {
  const { columns, key } = tableOf(model);
  const present = Object.entries(given).filter(
    ([name, value]) => Object.hasOwn(columns, name) && !key.includes(name) && value !== undefined,
  );
  return Object.fromEntries(present) as PresentColumns<Model, Given>;
}

/** Returns the same values as `presentColumns`, without null: a null that was sent changes nothing. */
export function sentColumns<Model extends ModelName, Given extends object>(
  model: Model,
  given: Given,
): SentColumns<Model, Given> {
  const sent = Object.entries(presentColumns(model, given)).filter(([, value]) => value !== null);
  return Object.fromEntries(sent) as SentColumns<Model, Given>;
}

type WithoutNulls<Row> = { [Name in keyof Row]?: Exclude<Row[Name], null> };

/** Returns a row without null fields, because Magento leaves them out. */
export function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  // A loop, because an order has hundreds of columns and building it from a list of pairs takes three times as long.
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) if (value !== null) given[name] = value;
  return given as WithoutNulls<Row>;
}

/** Returns the value of a JSON column as the shape in which it was stored. */
export const fromJson = <Shape>(stored: unknown): Shape => stored as Shape;

/** Returns a shape as the value of a JSON column. For the database client, an interface is no JSON value. */
export const toJson = (shape: object): Prisma.JsonObject => shape;

/** Columns as a write takes them. */
type Written<Columns> = {
  [Name in keyof Columns]: Prisma.JsonValue extends Columns[Name] ? Prisma.InputJsonValue : Columns[Name];
};

/** Returns columns for a write. For the database client, a JSON column has another type when written than when read. */
export const written = <Columns extends object>(columns: Columns): Written<Columns> =>
  fromJson<Written<Columns>>(columns);

/** The time of the transaction by the database's clock, as text that PostgreSQL understands; a value for models. */
export const now = "now";

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

/**
 * Returns SQL of all columns of a model. Not `*`: PostgreSQL refuses a prepared statement that would return another column,
 * so that running processes would fail once a migration has added one. `without` are columns to leave out.
 */
export const modelColumns = (model: ModelName, alias: string, without: readonly string[] = []): string =>
  Object.keys(tableOf(model).columns)
    .filter((name) => !without.includes(name))
    .map((name) => `${alias}."${name}"`)
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
