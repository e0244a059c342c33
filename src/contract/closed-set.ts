import { GraphQLEnumType } from "graphql";
import { Extensions } from "type-graphql";

/** The values of an enum: its name in GraphQL, with the value in REST and what it means. */
export type EnumValues = Readonly<Record<string, readonly [value: string | number, description: string]>>;

type Value = string | number;

/** An enum whose stored values can have other forms of the same meaning. */
class ClosedSet extends GraphQLEnumType {
  constructor(
    config: ConstructorParameters<typeof GraphQLEnumType>[0],
    private readonly others: ReadonlyMap<unknown, Value>,
  ) {
    super(config);
  }

  override serialize(value: unknown) {
    return super.serialize(this.others.get(value) ?? value);
  }
}

/**
 * Declares a closed set of values: an enum in GraphQL, with the values that REST has behind its names. `others` are values
 * that are stored for one of them.
 */
export function closedSet(
  name: string,
  description: string,
  values: EnumValues,
  others: readonly (readonly [other: Value, value: Value])[] = [],
): GraphQLEnumType {
  const entries = Object.entries(values).map(([key, [value, about]]) => [key, { value, description: about }] as const);
  return new ClosedSet({ name, description, values: Object.fromEntries(entries) }, new Map(others));
}

/** Declares that a field holds one of a closed set of values. REST has the values, GraphQL their names. */
export const OneOf = (set: GraphQLEnumType): PropertyDecorator => {
  const declare = Extensions({ closedSet: set });
  return (shape, name) => declare(shape, name);
};

/** Returns the closed set of a field; undefined if it has none. */
export const closedSetOf = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }) =>
  extensions["closedSet"] as GraphQLEnumType | undefined;
