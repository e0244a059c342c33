import { getNullableType, type GraphQLObjectType, type GraphQLOutputType, isListType, isObjectType } from "graphql";
import { isLongList } from "./lazy-list.js";
import type { Selection } from "./selection.js";
import { type Writer, writerOf } from "./write.js";

/** A long list. Iterating it serializes one item at a time. */
interface LongList {
  readonly items: Iterable<string>;
}

/** A field of a result: its JSON text, or a long list. */
type LongField = { readonly name: string } & ({ readonly json: string } | LongList);

/** A result that takes too long to write at once: a long list, or an object with one. */
export type LongResult = LongList | { readonly fields: readonly LongField[] };

/** Splits a long result; returns undefined for a result to be written at once. */
export type Splitter = (value: unknown, selection?: Selection) => LongResult | undefined;

/** Compiles the splitter of an operation's type. The parts together equal the output of the type's writer. */
export function splitterOf(type: GraphQLOutputType): Splitter {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listSplitter(writerOf(nullable.ofType));
  return isObjectType(nullable) ? objectSplitter(nullable) : () => undefined;
}

const listSplitter =
  (write: Writer) =>
  (list: unknown, selection?: Selection): LongList | undefined =>
    isLongList(list) ? { items: itemsOf(list, write, selection) } : undefined;

function* itemsOf(list: Iterable<unknown>, write: Writer, selection: Selection | undefined): Generator<string> {
  for (const item of list) yield write(item, selection) ?? "null";
}

function objectSplitter(type: GraphQLObjectType): Splitter {
  const fields = Object.values(type.getFields()).map((field) => {
    const nullable = getNullableType(field.type);
    const split = isListType(nullable) ? listSplitter(writerOf(nullable.ofType)) : () => undefined;
    return { name: field.name, write: writerOf(field.type), split };
  });
  return (value, selection) => {
    const object = (value ?? {}) as Readonly<Record<string, unknown>>;
    const wanted = selection ? fields.filter(({ name }) => selection.has(name)) : fields;
    if (!wanted.some(({ name }) => isLongList(object[name]))) return undefined;
    return {
      fields: wanted.flatMap(({ name, write, split }): LongField[] => {
        const [field, inner] = [object[name], selection?.at(name)];
        const list = split(field, inner);
        if (list) return [{ name, ...list }];
        const json = write(field, inner);
        return json === undefined ? [] : [{ name, json }];
      }),
    };
  };
}
