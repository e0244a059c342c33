import { getNullableType, type GraphQLObjectType, type GraphQLOutputType, isLeafType, isObjectType } from "graphql";
import { Selection } from "./selection.js";
import { JsonText } from "./json-text.js";
import { type FieldWriter, fieldWriters, writerOf } from "./write.js";

/** Maximum characters of an answer that is written as a whole. */
const maxAnswerLength = 1000;

/** Maximum characters of a text in a brief answer. */
const maxTextLength = 255;

/** Writes an answer briefly, as JSON text; undefined if there is nothing to write. */
export type BriefWriter = (value: unknown) => string | undefined;

/** Returns the fields of an operation's type that its brief answer can have; undefined for all fields. */
export function briefSelection(type: GraphQLOutputType): Selection | undefined {
  const nullable = getNullableType(type);
  if (!isObjectType(nullable)) return undefined;
  const own = Object.values(nullable.getFields()).filter((field) => isLeafType(getNullableType(field.type)));
  return Selection.from(new Map(own.map(({ name }) => [name, undefined])));
}

/**
 * Compiles the brief writer of an operation's type, for answers that are stored. A long object is reduced to its own
 * numbers, flags and short texts: its ids, codes and states stay, and the rest can be read with a GET. Lists, short
 * answers and existing JSON text stay whole. With `maxLength` 0, every object is reduced.
 */
export function briefWriterOf(type: GraphQLOutputType, maxLength = maxAnswerLength): BriefWriter {
  const nullable = getNullableType(type);
  const whole = writerOf(type);
  if (!isObjectType(nullable)) return (value) => whole(value);
  const brief = objectWriter(nullable, maxLength);
  return (value) => {
    if (value === undefined || value === null || value instanceof JsonText) return whole(value);
    return brief(value as Readonly<Record<string, unknown>>);
  };
}

/** Writes both forms until the whole one is too long. From then on, nested values are skipped. */
function objectWriter(
  type: GraphQLObjectType,
  maxLength: number,
): (value: Readonly<Record<string, unknown>>) => string {
  let fields: readonly FieldWriter[] | undefined;
  return (value) => {
    // Without braces, and with a comma before each field.
    let whole = "";
    let brief = "";
    const isLong = () => whole.length + 1 > maxLength;
    for (const { name, key, write } of (fields ??= fieldWriters(type))) {
      const field = value[name];
      if (isLong() && typeof field === "object" && field !== null) continue;
      const written = write(field);
      if (written === undefined) continue;
      if (!isLong()) whole += `,${key}${written}`;
      if (isShort(written)) brief += `,${key}${written}`;
    }
    return `{${(isLong() ? brief : whole).slice(1)}}`;
  };
}

/** Whether JSON text is a number, a flag, null or a short text. */
function isShort(json: string): boolean {
  if (json.startsWith("{") || json.startsWith("[")) return false;
  if (json.length <= maxTextLength + 2 || !json.startsWith('"')) return true;
  return (JSON.parse(json) as string).length <= maxTextLength;
}
