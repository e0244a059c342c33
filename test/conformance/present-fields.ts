import { getNullableType, type GraphQLOutputType, isListType, isObjectType } from "graphql";
import { alwaysPresent } from "../../src/api/contract/shape.js";

/**
 * Returns a field that is non-null in GraphQL and missing in an answer, as `Type.field`; undefined if there is none. An
 * empty list stands for an object without fields, as in Magento.
 */
export function absentField(type: GraphQLOutputType, value: unknown): string | undefined {
  const nullable = getNullableType(type);
  if (value === null || typeof value !== "object") return undefined;
  if (isListType(nullable)) return firstOf(Object.values(value), (item) => absentField(nullable.ofType, item));
  if (!isObjectType(nullable) || Array.isArray(value)) return undefined;
  const given = value as Readonly<Record<string, unknown>>;
  const absent = alwaysPresent(nullable).find((name) => given[name] == null);
  if (absent !== undefined) return `${nullable.name}.${absent}`;
  return firstOf(Object.values(nullable.getFields()), (field) => absentField(field.type, given[field.name]));
}

function firstOf<Item>(items: Iterable<Item>, find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
