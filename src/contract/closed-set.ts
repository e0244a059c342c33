import { GraphQLEnumType } from "graphql";
import { Extensions } from "type-graphql";

type Value = string | number;

/**
 * The values of an enum by their names in GraphQL: the value in REST, its meaning, and other stored values with the same
 * meaning.
 */
export type EnumValues = Readonly<
  Record<string, readonly [value: Value, description: string, others?: readonly Value[]]>
>;

/** An enum with additional stored values that mean the same as a declared one. */
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

/** Declares a closed set of values: an enum in GraphQL, whose names stand for the values in REST. */
export function closedSet(name: string, description: string, values: EnumValues): GraphQLEnumType {
  const entries = Object.entries(values);
  const config = entries.map(([key, [value, about]]) => [key, { value, description: about }] as const);
  const others = entries.flatMap(([, [value, , more = []]]) => more.map((other) => [other, value] as const));
  return new ClosedSet({ name, description, values: Object.fromEntries(config) }, new Map(others));
}

/** Declares that a field holds one of a closed set of values. REST uses the values, GraphQL their names. */
export const OneOf = (set: GraphQLEnumType): PropertyDecorator => {
  const declare = Extensions({ closedSet: set });
  return (shape, name) => declare(shape, name);
};

/** Returns the closed set of a field; undefined if it has none. */
export const closedSetOf = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }) =>
  extensions["closedSet"] as GraphQLEnumType | undefined;
