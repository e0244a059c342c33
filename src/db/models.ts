import type { Prisma } from "./generated/client.js";
import { tables } from "./generated/tables.js";

export type { Prisma };

/** Returns a text as `…_key` columns hold it, whose values are unique and looked up in any case. */
export const keyOf = (text: string): string => text.toLowerCase();

/** The name of a model, as it stands after `db.models`. */
export type ModelName = keyof typeof tables;

type Payload<Model extends ModelName> = Prisma.TypeMap["model"][Capitalize<Model>]["payload"];

/** A row of a model's table, the same from `db.models` and from `db.query`. */
export type Row<Model extends ModelName> = Payload<Model>["scalars"];

/** The name of a column of a model's table. */
export type ColumnName<Model extends ModelName> = keyof Row<Model> & string;

/** The name of a column whose values are unique by themselves. */
export type UniqueColumn<Model extends ModelName> = (typeof tables)[Model]["unique"][number] & ColumnName<Model>;

/** A column of a model's table. `type` is that of the model's field, but `Date` and `Uuid` where the column has these. */
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
  /** Columns of this model that have the values of the other's `to`. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** What is stored of a model. */
export interface Table {
  readonly table: string;
  /** The columns of the primary key. */
  readonly key: readonly [string, ...string[]];
  readonly columns: Readonly<Record<string, Column>>;
  readonly relations: Readonly<Record<string, Relation>>;
}

export const tableOf = (model: ModelName): Table => tables[model];
