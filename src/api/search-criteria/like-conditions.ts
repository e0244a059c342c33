import { keyOf } from "../../platform/db/models.js";
import { conditionOf, pattern } from "./criteria.js";
import type { Filter } from "./search-criteria.types.js";
import type { SqlField } from "./sql-field.js";

type Bind = (value: unknown) => string;

interface Compared {
  readonly field: SqlField;
  /** SQL of the value as text. */
  readonly text: string;
  /** Empty, or `not `. */
  readonly negation: string;
}

/** Returns the condition that a value matches the pattern of a filter. */
export function likeCondition(filter: Filter, { field, text, negation }: Compared, bind: Bind): string {
  const wanted = bind(patternOf(filter, field));
  if (field.type === "collated") return `general_ci(${text}) ${negation}like general_ci(${wanted})`;
  return `${text} ${negation}${isLowerCase(field) ? "like" : "ilike"} ${wanted}`;
}

/** Whether a field is a key that only has lower case, and so is compared faster than in any case. */
const isLowerCase = ({ type, like }: SqlField): boolean => type === "key" && like !== undefined;

/** Returns the pattern of a filter, in lower case for a key. */
const patternOf = ({ value }: Filter, field: SqlField): string =>
  pattern(isLowerCase(field) ? keyOf(value ?? "") : (value ?? ""));

/**
 * Returns a statement of the ids of at least all records that match any of the filters, if all of them are patterns and an
 * index finds those of one.
 */
export function idsLike(
  filters: readonly { readonly filter: Filter; readonly field: SqlField }[],
  bind: Bind,
): string | undefined {
  const isNarrow = filters.every(
    ({ filter, field }) => field.like && conditionOf(filter) === "like" && hasTrigram(filter.value ?? ""),
  );
  if (!isNarrow || !filters.some(({ field }) => field.like?.isIndexed)) return undefined;
  return filters
    .flatMap(({ filter, field }) => field.like?.ids(bind(patternOf(filter, field))) ?? [])
    .join(" union all ");
}

/**
 * Whether an index on trigrams finds a pattern: it has three letters or digits in a row. A pattern with `_` is left out,
 * because the index may lack the character in its place, such as an accent that is a character of its own.
 */
const hasTrigram = (wanted: string): boolean =>
  /[\p{L}\p{N}]{3}/u.test(wanted) && !/_/.test(wanted.replaceAll(/\\[^]/g, ""));
