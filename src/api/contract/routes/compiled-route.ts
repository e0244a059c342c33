import { getNullableType, type GraphQLOutputType, isObjectType } from "graphql";
import { type Splitter, splitterOf } from "../../call/answer/long-result.js";
import { type ReadableRoute, type Reader, readerOf } from "../../call/arguments/read.js";
import { type Writer, writerOf } from "../../call/answer/write.js";

/** The readers and writers of a route, compiled from its declared types on first use. */
export interface CompiledRoute {
  /** Reads the arguments from a request. */
  readonly read: Reader;
  /** Writes the result as JSON text. */
  readonly write: Writer;
  /** Whether the result is an object, or null. */
  readonly returnsObject: boolean;
  /** Splits a result that takes too long to write at once. */
  readonly split: Splitter;
}

/** Compiles each part on first use. A process uses few of its routes, so this shortens startup. */
export function compileLazily(route: ReadableRoute, type: GraphQLOutputType): CompiledRoute {
  let reader: Reader | undefined;
  let writer: Writer | undefined;
  let splitter: Splitter | undefined;
  return {
    returnsObject: isObjectType(getNullableType(type)),
    read: (input) => (reader ??= readerOf(route))(input),
    write: (value, selection) => (writer ??= writerOf(type))(value, selection),
    split: (value, selection) => (splitter ??= splitterOf(type))(value, selection),
  };
}
