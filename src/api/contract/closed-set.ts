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

/** The values of a declaration in REST. */
type Declared<Values extends EnumValues> = Values[keyof Values][0];

/** An enum with its values in REST, and additional stored values that mean the same as a declared one. */
class ClosedSet<Values extends EnumValues = EnumValues> extends GraphQLEnumType {
  /** The values in REST, in the order of the declaration. */
  readonly list: readonly Declared<Values>[];
  /** The values in REST by their names in GraphQL. */
  readonly named: { readonly [Name in keyof Values]: Values[Name][0] };
  /** The values in REST, as text for readers. */
  readonly inRest: string;
  /** The values in REST, and the other stored values. */
  readonly accepted: readonly Value[];
  private readonly others: ReadonlyMap<unknown, Value>;

  constructor(about: { readonly name: string; readonly description: string }, declared: Values) {
    const entries = Object.entries(declared);
    const values = entries.map(([key, [value, description]]) => [key, { value, description }] as const);
    super({ ...about, values: Object.fromEntries(values) });
    this.list = entries.map(([, [value]]) => value);
    this.named = Object.fromEntries(entries.map(([key, [value]]) => [key, value])) as this["named"];
    this.inRest = entries.map(([key, [value, , more = []]]) => inWords(key, value, more)).join(", ");
    this.others = new Map(entries.flatMap(([, [value, , more = []]]) => more.map((other) => [other, value] as const)));
    this.accepted = entries.flatMap(([, [value, , more = []]]) => [value, ...more]);
  }

  /** Whether a value in REST belongs to the set. */
  has(value: unknown): value is Declared<Values> {
    return this.list.some((known) => known === value);
  }

  override serialize(value: unknown) {
    return super.serialize(this.others.get(value) ?? value);
  }
}

/** Declares a closed set of values: an enum in GraphQL, whose names stand for the values in REST. */
export const closedSet = <const Values extends EnumValues>(
  name: string,
  description: string,
  values: Values,
): ClosedSet<Values> => new ClosedSet({ name, description }, values);

/** The type of the values of a closed set in REST. */
export type ValueOf<Set extends { readonly list: readonly unknown[] }> = Set["list"][number];

/** Returns a value in REST as text for readers: `simple` as code, and a number with its meaning, `2 (or 0) disabled`. */
function inWords(key: string, value: Value, others: readonly Value[]): string {
  if (typeof value === "string") return `\`${value}\``;
  const numbers = others.length === 0 ? value : `${value} (or ${others.join(", ")})`;
  return `${numbers} ${key.toLowerCase().replaceAll("_", " ")}`;
}

/**
 * Declares that a field holds one of a closed set of values. REST uses the values, GraphQL their names, so the description
 * of the field names neither: OpenAPI adds the values. A lenient field also accepts other values in REST, so that OpenAPI
 * only describes the usual ones.
 */
export const OneOf = (set: GraphQLEnumType, { isLenient = false } = {}): PropertyDecorator => {
  const declare = Extensions({ closedSet: set, isLenient });
  return (shape, name) => declare(shape, name);
};

/** Returns the closed set of a field; undefined if it has none. */
export const closedSetOf = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }) =>
  extensions["closedSet"] as ClosedSet | undefined;

/** Whether a field with a closed set also accepts other values in REST. */
export const isLenient = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }): boolean =>
  extensions["isLenient"] === true;

/**
 * Declares the values of a text that only answers have. OpenAPI lists them; in GraphQL the field stays text, so that
 * documents which clients have sent before get the same values.
 */
export const Values = (...values: readonly string[]): PropertyDecorator => {
  const declare = Extensions({ values });
  return (shape, name) => declare(shape, name);
};

/** Returns the values that OpenAPI lists for a field; undefined if the field takes others. */
export const listedValues = (field: { readonly extensions: Readonly<Record<string, unknown>> }) =>
  isLenient(field) ? undefined : (closedSetOf(field)?.accepted ?? (field.extensions["values"] as string[] | undefined));
