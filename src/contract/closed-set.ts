import { GraphQLEnumType } from "graphql";
import { Extensions } from "type-graphql";

type Value = string | number;

/** The values of an enum: its name in GraphQL, with the value in REST, what it means, and other stored values of this meaning. */
export type EnumValues = Readonly<
  Record<string, readonly [value: Value, description: string, others?: readonly Value[]]>
>;

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

/** Declares a closed set of values: an enum in GraphQL, with the values that REST has behind its names. */
export function closedSet(name: string, description: string, values: EnumValues): GraphQLEnumType {
  const entries = Object.entries(values);
  const config = entries.map(([key, [value, about]]) => [key, { value, description: about }] as const);
  const others = entries.flatMap(([, [value, , more = []]]) => more.map((other) => [other, value] as const));
  return new ClosedSet({ name, description, values: Object.fromEntries(config) }, new Map(others));
}

/** Declares that a field holds one of a closed set of values. REST has the values, GraphQL their names. */
export const OneOf = (set: GraphQLEnumType): PropertyDecorator => {
  const declare = Extensions({ closedSet: set });
  return (shape, name) => declare(shape, name);
};

/** Returns the closed set of a field; undefined if it has none. */
export const closedSetOf = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }) =>
  extensions["closedSet"] as GraphQLEnumType | undefined;
