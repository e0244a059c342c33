import { mapInSlices } from "../../process/slices.js";

/**
 * Writes a value for a parameter of type `text[]` in slices. The driver would write a list of ten thousand texts all at
 * once.
 */
export async function arrayText(items: readonly string[]): Promise<string> {
  const quoted = await mapInSlices(items, quote);
  return `{${quoted.join(",")}}`;
}

/**
 * Writes a list of texts, numbers and booleans as a PostgreSQL array, because the driver takes several times as long for a
 * list of ten thousand. Returns all other values unchanged, for the driver.
 */
export function parameterOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const items = value as readonly unknown[];
  if (!items.every(isScalar)) return value;
  // JSON is written at once, and differs from the text of an array only in the brackets and in escapes such as \n.
  const json = JSON.stringify(items);
  return hasOtherEscape(json) ? `{${items.map(itemText).join(",")}}` : `{${json.slice(1, -1)}}`;
}

/** Whether JSON writes the item as the text of an array does, apart from escapes; null is an item in both. */
function isScalar(item: unknown): boolean {
  switch (typeof item) {
    case "string":
    case "boolean":
    case "undefined":
      return true;
    case "number":
      return Number.isFinite(item);
    default:
      return item === null;
  }
}

/** Whether a JSON text has an escape that an array does not know. Both escape quotation marks and backslashes alike. */
const hasOtherEscape = (json: string) => json.includes("\\") && /\\[^"\\]/.test(json);

const itemText = (item: unknown): string => (typeof item === "string" ? quote(item) : JSON.stringify(item ?? null));

const special = /["\\]/;

const quote = (text: string): string => `"${special.test(text) ? text.replace(/["\\]/g, "\\$&") : text}"`;

/** Whether the text can be compared with a uuid: PostgreSQL rejects any other text. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);

/**
 * Returns SQL of a parameter whose value the planner cannot see. PostgreSQL plans a prepared statement anew for every call
 * as long as it expects the value, such as the length of a short list, to make the plan cheaper; the planning then takes
 * longer than the statement. The subquery gives all calls the same plan.
 */
export const hiddenParameter = (index: number, type: string): string => `(select $${index}::${type})::${type}`;

/** Returns SQL of the first parameters, lists of these types, for `unnest`. The planner cannot see their lengths. */
export const hiddenLists = (...types: readonly string[]): string =>
  types.map((type, at) => hiddenParameter(at + 1, `${type}[]`)).join(", ");

/**
 * Returns SQL of a text that changes whenever one of some rows is written, inserted or deleted. It is null if there are no
 * rows. Compare such texts only for equality.
 *
 * PostgreSQL keeps the transaction that wrote a row in its system column `xmin`, so the text lists the transactions of all
 * rows. They are sorted, because the order of rows is not fixed.
 *
 * @param statements - find the rows: `select xmin::text as version from …`
 */
export const versionOf = (...statements: readonly string[]): string =>
  `(select string_agg(v.version, ' ' order by v.version) from (${statements.join(`
    union all `)}) v)`;
