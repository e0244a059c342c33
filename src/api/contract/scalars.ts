import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from "graphql";
import { type DecimalText, toDecimal } from "../../platform/money/decimal-text.js";

export { type DecimalText, plainDecimal, toDecimal } from "../../platform/money/decimal-text.js";

function decimalScalar(name: string, description: string): GraphQLScalarType<DecimalText, number> {
  const parse = (value: unknown): DecimalText => {
    const decimal = toDecimal(value);
    if (decimal === undefined) throw new GraphQLError(`${name} cannot represent ${JSON.stringify(value)}`);
    return decimal;
  };
  return new GraphQLScalarType({
    name,
    description,
    serialize: (value) => Number(parse(value)),
    parseValue: parse,
    parseLiteral: (node: ValueNode) => parse("value" in node && node.kind !== Kind.BOOLEAN ? node.value : undefined),
  });
}

/** Marks a scalar in its `extensions` as a number stored as text, for the kernel and the OpenAPI document. */
export const Money = decimalScalar(
  "Money",
  "An amount of money in the base currency of its scope; up to 14 digits before and 6 after the point.",
);
export const Decimal = decimalScalar(
  "Decimal",
  "A decimal number that is not money: a quantity, a weight, a percentage.",
);

/** Whether the values of a scalar are decimals stored as text. */
export const isDecimal = (type: unknown): boolean => type === Money || type === Decimal;

const fromLiteral = (node: ValueNode): unknown => {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map(fromLiteral);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, fromLiteral(field.value)]));
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.VARIABLE:
      throw new GraphQLError("Mixed accepts only a whole variable");
    default:
      return node.value;
  }
};

/** The value of a custom attribute: text or a list of texts, depending on the attribute's input type. */
export const Mixed = new GraphQLScalarType<unknown, unknown>({
  name: "Mixed",
  description: "The value of an attribute: text, a number, a boolean, null, or a list of these.",
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: fromLiteral,
});

/** Texts as a list or by key. */
export type TextsByKey = readonly string[] | Readonly<Record<string, string>>;

/** Texts that a caller sends as a list or by key. Clients of payment gateways send theirs by key. */
export const Texts = new GraphQLScalarType<TextsByKey, unknown>({
  name: "Texts",
  description: "A list of texts, or an object whose values are texts.",
  serialize: (value) => value,
  parseValue: (value) => textsOrThrow(value),
  parseLiteral: (node, variables) => textsOrThrow(valueFromASTUntyped(node, variables)),
});

/** Returns scalars in a list or an object as texts; undefined for any other value. */
export function toTexts(value: unknown): TextsByKey | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const items = Object.values(value);
  if (items.some((item) => typeof item === "object" && item !== null)) return undefined;
  const text = (item: unknown) => (item === true ? "1" : item === false || item == null ? "" : String(item));
  if (Array.isArray(value)) return items.map(text);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, text(item)]));
}

function textsOrThrow(value: unknown): TextsByKey {
  const texts = toTexts(value);
  if (!texts) throw new GraphQLError("Texts accepts only a list or an object of scalars");
  return texts;
}

/** The type of an operation without a result. Its resolver returns nothing. */
export const Void = new GraphQLScalarType<null, null>({
  name: "Void",
  description: "No result: null in GraphQL, an empty list over REST, as in Magento.",
  serialize: () => null,
  parseValue: () => null,
  parseLiteral: () => null,
});

/** Any JSON value, passed on unchanged, for operations with arguments of other operations. */
export const Json = new GraphQLScalarType<unknown, unknown>({
  name: "Json",
  description: "A JSON value of any type.",
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});
