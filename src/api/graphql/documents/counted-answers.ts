import {
  defaultFieldResolver,
  type FieldNode,
  getNamedType,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isLeafType,
  isObjectType,
} from "graphql";
import { childrenOf } from "../../call/answer/selection.js";
import type { GraphqlContext } from "../../call/kernel.js";

/** Makes the fields of a schema count the bytes of their values, as JSON, against the allowance of the request. */
export function countAnswers(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) countValues(field as Field);
  }
}

type Field = GraphQLField<unknown, GraphqlContext>;

function countValues(field: Field): void {
  const { resolve = defaultFieldResolver } = field;
  const sizeOf = isLeafType(getNamedType(field.type)) ? leafSize : objectSize;
  field.resolve = (...[source, args, ctx, info]) => {
    const value: unknown = resolve(source, args, ctx, info);
    const { allowance } = ctx;
    if (!allowance) return value;
    const count = (resolved: unknown): unknown => {
      allowance.count(String(info.path.key).length + punctuation + sizeOf(resolved, info), info);
      return resolved;
    };
    return value instanceof Promise ? value.then(count) : count(value);
  };
}

/** Bytes of the quotes, the colon and the comma of a field. */
const punctuation = 4;
/** Assumed bytes of a number, a flag or null. */
const shortValue = 4;

function leafSize(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value) + 2;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + leafSize(each) + 1, 2);
  if (typeof value === "object" && value !== null) return Buffer.byteLength(JSON.stringify(value));
  return shortValue;
}

/** Returns the bytes of the brackets of an object or a list, and of `__typename`, which no resolver returns. */
function objectSize(value: unknown, info: GraphQLResolveInfo): number {
  if (value === undefined || value === null) return shortValue;
  const { length = 1 } = value as { readonly length?: number };
  return 2 + length * (3 + typenamesSize(info));
}

/** Sizes by field nodes: graphql-js makes one list of nodes for a field of all records of a list. */
const typenameSizes = new WeakMap<readonly FieldNode[], number>();

function typenamesSize({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): number {
  const known = typenameSizes.get(fieldNodes);
  if (known !== undefined) return known;
  const named = childrenOf(fieldNodes, fragments).get("__typename") ?? [];
  const valueSize = getNamedType(returnType).name.length + punctuation + 2;
  const size = named.reduce((sum, { alias, name }) => sum + (alias ?? name).value.length + valueSize, 0);
  typenameSizes.set(fieldNodes, size);
  return size;
}
