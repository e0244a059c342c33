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
  let text = "";
  for (const item of items) {
    const written = itemText(item);
    if (written === undefined) return value;
    text += text === "" ? written : `,${written}`;
  }
  return `{${text}}`;
}

function itemText(item: unknown): string | undefined {
  if (typeof item === "string") return quote(item);
  if (item === null || item === undefined) return "NULL";
  return typeof item === "number" || typeof item === "boolean" ? String(item) : undefined;
}

const special = /["\\]/;

const quote = (text: string): string => `"${special.test(text) ? text.replace(/["\\]/g, "\\$&") : text}"`;

/** Whether the text can be compared with a uuid: PostgreSQL rejects any other text. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
