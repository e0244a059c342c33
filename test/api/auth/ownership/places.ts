import {
  getNullableType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from "graphql";
import { snakeCase } from "../../../../src/api/call/spelling.js";
import type { Operation } from "../../../../src/api/contract/routes/operations.js";

/** The values that a caller sends for a field with this name, in snake case. */
export type CallerValues = Readonly<Record<string, unknown>>;

export type Given = Readonly<Record<string, unknown>>;

/** A scalar in the input of an operation. */
export interface Place {
  /** An argument and the fields below it; `0` is the item of a list. */
  readonly path: readonly string[];
  /** Name of the scalar. */
  readonly type: string;
}

/** Returns every scalar of an operation's input, at any depth. A recursive shape is entered once. */
export const placesOf = ({ field }: Operation): Place[] => field.args.flatMap(({ name, type }) => below(type, [name]));

function below(type: GraphQLInputType, path: readonly string[], entered: readonly string[] = []): Place[] {
  const bare = getNullableType(type);
  if (isListType(bare)) return below(bare.ofType, [...path, "0"], entered);
  if (isEnumType(bare)) return [];
  if (!isInputObjectType(bare)) return [{ path, type: bare.name }];
  if (entered.includes(bare.name)) return [];
  const within = [...entered, bare.name];
  return Object.values(bare.getFields()).flatMap(({ name, type: inner }) => below(inner, [...path, name], within));
}

/**
 * Returns the arguments of a valid call with the caller's values: the required ones, and the objects on the path to a
 * place.
 */
export function callOf({ field }: Operation, words: CallerValues, towards: readonly string[] = []): Given {
  const [first, ...rest] = towards;
  const wanted = field.args.filter((arg) => isRequiredArgument(arg) || arg.name === first);
  return Object.fromEntries(
    wanted.map(({ name, type }) => [name, valueOf(type, name, { words, towards: name === first ? rest : undefined })]),
  );
}

interface Wanted {
  readonly words: CallerValues;
  /** The rest of the path to the place; undefined outside of it. */
  readonly towards: readonly string[] | undefined;
}

function valueOf(type: GraphQLInputType, name: string, { words, towards }: Wanted): unknown {
  const bare = getNullableType(type);
  const word = words[snakeCase(name)];
  const [next, ...rest] = towards ?? [];
  if (isListType(bare)) {
    if (next === undefined) return word ?? [];
    return Array.isArray(word) ? word : [valueOf(bare.ofType, name, { words, towards: rest })];
  }
  if (isEnumType(bare)) return bare.getValues()[0]?.name;
  if (!isInputObjectType(bare)) return word ?? samples[bare.name] ?? "nowhere";
  const fields = Object.values(bare.getFields()).filter(
    (field) => isRequiredInputField(field) || field.name === next || hasValue(field.type, words[snakeCase(field.name)]),
  );
  return Object.fromEntries(
    fields.map((field) => {
      const onTheWay = field.name === next ? rest : undefined;
      return [field.name, valueOf(field.type, field.name, { words, towards: onTheWay })];
    }),
  );
}

/** Whether there is a value for a field. None stands for an object, whose fields have their own values. */
const hasValue = (type: GraphQLInputType, word: unknown): boolean =>
  word !== undefined && !/Input\b/.test(String(type));

const samples: CallerValues = { Int: 1, Float: 1, Boolean: true, Json: {}, Money: "1", Decimal: "1" };

/** Returns the value at a place. */
export const valueAt = (given: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Given | undefined)?.[key], given);

/** Replaces the entry at the end of a path with others; without others, removes it. */
export function replaced(
  given: unknown,
  path: readonly string[],
  entries: readonly (readonly [string, unknown])[],
): Given {
  const [key = "", ...rest] = path;
  const object = given as Given;
  if (rest.length === 0) {
    if (Array.isArray(given)) return entries.map(([, value]) => value) as unknown as Given;
    const others = Object.entries(object).filter(([name]) => name !== key);
    return Object.fromEntries([...entries, ...others]);
  }
  const inner = replaced(object[key], rest, entries);
  return Array.isArray(given) ? ([inner] as unknown as Given) : { ...object, [key]: inner };
}

/** Returns the other spelling of a name: `customerId` and `customer_id`; undefined if there is none. */
export function otherSpelling(name: string): string | undefined {
  const snake = snakeCase(name);
  const twin = snake === name ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) : snake;
  return twin === name ? undefined : twin;
}
