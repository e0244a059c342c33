import {
  defaultFieldResolver,
  getNullableType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  isListType,
  isObjectType,
} from "graphql";
import type { GraphqlContext } from "../../call/kernel.js";
import { mayLackList } from "../../contract/shape.js";

type Field = Pick<GraphQLField<unknown, unknown>, "name" | "type">;

/** A list without records, or extension attributes without values. */
type EmptyValue = readonly [] | Readonly<Record<string, never>>;

/**
 * Returns what GraphQL returns for a field that an answer of REST leaves out: an empty list, or an empty object for
 * extension attributes. Such fields are non-null. Undefined for other fields, whose absence says something.
 */
export function emptyValueOf(type: GraphQLObjectType, { name, type: declared }: Field): EmptyValue | undefined {
  const nullable = getNullableType(declared);
  if (isListType(nullable)) return mayLackList(type, name) ? undefined : [];
  return name === "extension_attributes" && isObjectType(nullable) ? {} : undefined;
}

/** Returns a resolver that reads a field, and returns the empty value instead of null. */
export const orElse =
  (empty: EmptyValue): GraphQLFieldResolver<unknown, GraphqlContext> =>
  (...call) =>
    defaultFieldResolver(...call) ?? empty;
