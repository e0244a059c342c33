import type { FieldType } from "./criteria.js";

/** The SQL of a searchable field. */
export interface SqlField {
  /** An expression over the tables of the query. Never contains caller input. */
  readonly sql: string;
  readonly type: FieldType;
  /** The expression to sort by, if it is not the value. */
  readonly order?: string;
  /** Whether the values are never null. An index then also returns the records in their order. */
  readonly isRequired?: boolean;
  /** The key of the same text, by which it is found regardless of case, if it is stored. */
  readonly lowerCase?: string;
  /** Wraps a condition on `sql`, for example into an `exists` for a field of related rows. */
  readonly exists?: (condition: string) => string;
  /** For a field of at most one related row, its value. Without it, a field with `exists` has several values. */
  readonly single?: string;
  /**
   * Returns the indexed form of a condition on `sql`: the value is in a list (`in`), or the list in the text contains
   * one of the values (`finset`). Returns undefined if the index does not support the condition.
   */
  readonly indexed?: (wanted: IndexedCondition) => string | undefined;
  /** How the ids of the records whose value matches a pattern are found without reading all records. */
  readonly like?: PatternSearch;
}

/** A search by pattern in one table. */
export interface PatternSearch {
  /** Returns a statement of the ids of all records that match the pattern of a parameter, and maybe of others. */
  readonly ids: (parameter: string) => string;
  /** Whether an index on trigrams finds them. Otherwise the search only helps next to one that has an index. */
  readonly isIndexed: boolean;
}

/** Returns the look-up of fields by code. Names that every object has, such as `constructor`, are not codes. */
export const fieldsByCode =
  (fields: Readonly<Record<string, SqlField>>) =>
  (code: string): SqlField | undefined =>
    Object.hasOwn(fields, code) ? fields[code] : undefined;

export interface IndexedCondition {
  readonly condition: "in" | "finset";
  readonly values: readonly string[];
  /** Adds a parameter and returns its placeholder. */
  readonly bind: (value: unknown) => string;
}
