import {
  getNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isListType,
  isObjectType,
  isScalarType,
} from "graphql";
import { isDecimal, plainDecimal } from "./scalars.js";
import type { Selection } from "./selection.js";

/** Writes a value of a declared type as JSON text; undefined where there is nothing to write. */
export type Writer = (value: unknown, selection?: Selection) => string | undefined;

/**
 * Compiles the writer of an operation's type. Keys that are undefined are left out, null is written as null, decimals
 * keep every digit, and what `fields=` does not select is dropped; an object that keeps no key becomes `[]`, as in Magento.
 */
export function writerOf(type: GraphQLOutputType): Writer {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listWriter(writerOf(nullable.ofType as GraphQLOutputType));
  if (isObjectType(nullable)) return (value, selection) => writeObject(nullable, value, selection);
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
      return (value) => JSON.stringify(value);
    default:
      return (value) => JSON.stringify(String(value));
  }
}

function listWriter(write: Writer): Writer {
  return (value, selection) => {
    if (value === undefined || value === null) return value === null ? "null" : undefined;
    let text = "[";
    for (const item of value as Iterable<unknown>) {
      text += (text.length > 1 ? "," : "") + (write(item, selection) ?? "null");
    }
    return `${text}]`;
  };
}

interface FieldWriter {
  readonly name: string;
  readonly key: string;
  readonly write: Writer;
}

const compiled = new WeakMap<GraphQLObjectType, readonly FieldWriter[]>();

/** Compiled when first used, since shapes may nest in themselves. */
function fieldWriters(type: GraphQLObjectType): readonly FieldWriter[] {
  const known = compiled.get(type);
  if (known) return known;
  const writers = Object.values(type.getFields()).map((field) => ({
    name: field.name,
    key: `${JSON.stringify(field.name)}:`,
    write: writerOf(field.type),
  }));
  compiled.set(type, writers);
  return writers;
}

function writeObject(type: GraphQLObjectType, value: unknown, selection?: Selection): string | undefined {
  if (value === undefined || value === null) return value === null ? "null" : undefined;
  let text = "{";
  for (const { name, key, write } of fieldWriters(type)) {
    if (selection && !selection.has(name)) continue;
    const written = write((value as Readonly<Record<string, unknown>>)[name], selection?.at(name));
    if (written !== undefined) text += (text.length > 1 ? "," : "") + key + written;
  }
  return text === "{" && selection ? "[]" : `${text}}`;
}
