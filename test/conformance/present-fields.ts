import { getNullableType, type GraphQLOutputType, isListType, isObjectType } from "graphql";
import type { alwaysInRest, alwaysPresent } from "../../src/api/contract/shape.js";

/**
 * Returns a field that an answer always has by its type but lacks, as `Type.field`; undefined if there is none. An empty list
 * stands for an object without fields, as in Magento.
 */
export function absentField(
  type: GraphQLOutputType,
  value: unknown,
  always: typeof alwaysPresent | typeof alwaysInRest,
): string | undefined {
  const nullable = getNullableType(type);
  if (value === null || typeof value !== "object") return undefined;
  if (isListType(nullable)) return firstOf(Object.values(value), (item) => absentField(nullable.ofType, item, always));
  if (!isObjectType(nullable) || Array.isArray(value)) return undefined;
  const given = value as Readonly<Record<string, unknown>>;
  const absent = always(nullable).find((name) => given[name] == null);
  if (absent !== undefined) return `${nullable.name}.${absent}`;
  return firstOf(Object.values(nullable.getFields()), (field) => absentField(field.type, given[field.name], always));
}

function firstOf<Item>(items: Iterable<Item>, find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
