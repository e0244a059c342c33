import {
  defaultFieldResolver,
  getNullableType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  GraphQLBoolean,
  GraphQLString,
  isListType,
  isObjectType,
} from "graphql";
import type { GraphqlContext } from "../../call/kernel.js";
import { isZeroIfAbsent } from "../../contract/fields.js";
import { mayLackList } from "../../contract/shape.js";

type Field = Pick<GraphQLField<unknown, unknown>, "extensions" | "name" | "type">;

/** Zero or its like. The API has amounts of gift wrapping as text with four decimal places. */
type Zero = 0 | "0.0000" | false;

/** A list without records, extension attributes without values, or zero. */
type EmptyValue = readonly [] | Readonly<Record<string, never>> | Zero;

/**
 * Returns what GraphQL returns for a field that an answer of REST leaves out: an empty list, an empty object for extension
 * attributes, or zero if the field declares it. Such fields are non-null. Undefined for other fields, whose absence says something.
 */
export function emptyValueOf(type: GraphQLObjectType, field: Field): EmptyValue | undefined {
  const { name, type: declared } = field;
  const nullable = getNullableType(declared);
  if (isListType(nullable)) return mayLackList(type, name) ? undefined : [];
  if (isZeroIfAbsent(field)) return zeroOf(nullable);
  return name === "extension_attributes" && isObjectType(nullable) ? {} : undefined;
}

function zeroOf(type: unknown): Zero {
  if (type === GraphQLBoolean) return false;
  return type === GraphQLString ? "0.0000" : 0;
}

/** Returns a resolver that reads a field, and returns the empty value, if there is one, instead of null. */
export const resolverOf = (empty: EmptyValue | undefined): GraphQLFieldResolver<unknown, GraphqlContext> =>
  empty === undefined ? defaultFieldResolver : (...call) => defaultFieldResolver(...call) ?? empty;
