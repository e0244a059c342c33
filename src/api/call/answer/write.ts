import {
  getNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isListType,
  isObjectType,
  isScalarType,
} from "graphql";
import { JsonText } from "./json-text.js";
import { isDecimal, plainDecimal } from "../../contract/scalars.js";
import type { Selection } from "./selection.js";
import { SharedList } from "./lazy-list.js";

/** Writes a value of a declared type as JSON text; undefined if there is nothing to write. */
export type Writer = (value: unknown, selection?: Selection) => string | undefined;

/**
 * Compiles the writer of an operation's type. Undefined keys are left out, null is written as null, decimals keep every
 * digit, and keys that `fields=` does not select are dropped. As in Magento, an object without any key becomes `[]`, and
 * an empty list whose items have selected keys becomes null.
 */
export function writerOf(type: GraphQLOutputType): Writer {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listWriter(writerOf(nullable.ofType));
  if (isObjectType(nullable)) return objectWriter(nullable);
  if (!isScalarType(nullable)) return (value) => JSON.stringify(value);
  const write = scalarWriter(isDecimal(nullable) ? "Decimal" : nullable.name);
  return (value) => (value === undefined ? undefined : value === null ? "null" : write(value));
}

function scalarWriter(name: string): (value: unknown) => string {
  switch (name) {
    case "Decimal":
      return (value) => plainDecimal(String(value));
    case "Int":
    case "Float":
      return (value) => String(Number(value));
    case "Boolean":
      return (value) => (value ? "true" : "false");
    case "Mixed":
      return (value) =>
        typeof value === "string" ? quote(value) : value instanceof JsonText ? value.text : JSON.stringify(value);
    default:
      return (value) => quote(String(value));
  }
}

/** A text without these characters only needs quotation marks, and testing for them is faster than `JSON.stringify`. */
// oxlint-disable-next-line no-control-regex -- JSON escapes these characters
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

const quote = (text: string): string => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);

function listWriter(write: Writer): Writer {
  const writeItems: Writer = (value, selection) => {
    if (value === undefined || value === null) return value === null ? "null" : undefined;
    let text = "[";
    for (const item of value as Iterable<unknown>) {
      text += (text.length > 1 ? "," : "") + (write(item, selection) ?? "null");
    }
    return text === "[" && selection ? "null" : `${text}]`;
  };
  return (value, selection) =>
    value instanceof SharedList && !selection ? (value.json ??= writeItems(value)) : writeItems(value, selection);
}

/** Writes one field of an object: `key` and what `write` returns. */
interface FieldWriter {
  readonly name: string;
  readonly key: string;
  readonly write: Writer;
}

const compiled = new WeakMap<GraphQLObjectType, Writer>();

/** Returns the only writer of a type. Its fields are compiled on first use, because shapes can contain themselves. */
function objectWriter(type: GraphQLObjectType): Writer {
  const known = compiled.get(type);
  if (known) return known;
  let fields: readonly FieldWriter[] | undefined;
  const write: Writer = (value, selection) => {
    if (value === undefined || value === null) return value === null ? "null" : undefined;
    if (value instanceof JsonText && !selection) return value.text;
    fields ??= fieldWriters(type);
    const whole = value instanceof JsonText ? value.parse() : value;
    return writeFields(fields, whole as Readonly<Record<string, unknown>>, selection);
  };
  compiled.set(type, write);
  return write;
}

/** Compiles the writers of the fields of a type. */
const fieldWriters = (type: GraphQLObjectType): readonly FieldWriter[] =>
  Object.values(type.getFields()).map((field) => ({
    name: field.name,
    key: `${JSON.stringify(field.name)}:`,
    write: field.name === "custom_attributes" ? attributesWriter(writerOf(field.type)) : writerOf(field.type),
  }));

/** Keys of an attribute. Other selected names are codes, and select whole attributes. */
const attributeKeys = ["attribute_code", "value"];

function attributesWriter(write: Writer): Writer {
  return (value, selection) => {
    const codes = selection?.namesExcept(attributeKeys) ?? [];
    if (codes.length === 0 || typeof value !== "object" || value === null) return write(value, selection);
    const attributes = [...(value as Iterable<{ readonly attribute_code?: unknown }>)];
    return write(attributes.filter(({ attribute_code: code }) => codes.includes(String(code))));
  };
}

function writeFields(
  fields: readonly FieldWriter[],
  value: Readonly<Record<string, unknown>>,
  selection?: Selection,
): string {
  let text = "{";
  for (const { name, key, write } of fields) {
    if (selection && !selection.has(name)) continue;
    const written = write(value[name], selection?.at(name));
    if (written !== undefined) text += text.length > 1 ? `,${key}${written}` : key + written;
  }
  return text === "{" ? "[]" : `${text}}`;
}
