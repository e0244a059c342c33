import { getNullableType, type GraphQLOutputType, isObjectType } from "graphql";
import { briefSelection, type BriefWriter, briefWriterOf } from "../../call/answer/brief-writer.js";
import { type Splitter, splitterOf } from "../../call/answer/long-result.js";
import { type ReadableRoute, type Reader, readerOf } from "../../call/arguments/read.js";
import type { Selection } from "../../call/answer/selection.js";
import { type Writer, writerOf } from "../../call/answer/write.js";

/** The readers and writers of a route, compiled from its declared types on first use. */
export interface CompiledRoute {
  /** Reads the arguments from a request. */
  readonly read: Reader;
  /** Writes the result as JSON text. */
  readonly write: Writer;
  /** Whether the result is an object, or null. */
  readonly returnsObject: boolean;
  /** Writes the result as it is stored with a queued operation. */
  readonly writeBriefly: BriefWriter;
  /** Returns the parts of the result that a queued operation stores; undefined for all of it. */
  readonly briefSelection: () => Selection | undefined;
  /** Splits a result that takes too long to write at once. */
  readonly split: Splitter;
}

/** Compiles each part on first use. A process uses few of its routes, so this shortens startup. */
export function compileLazily(
  route: ReadableRoute & { readonly briefResult?: boolean | undefined },
  type: GraphQLOutputType,
): CompiledRoute {
  const { briefResult: isBrief = false } = route;
  let reader: Reader | undefined;
  let writer: Writer | undefined;
  let briefWriter: BriefWriter | undefined;
  let selectedBriefly: Selection | undefined;
  let splitter: Splitter | undefined;
  return {
    returnsObject: isObjectType(getNullableType(type)),
    read: (input) => (reader ??= readerOf(route))(input),
    write: (value, selection) => (writer ??= writerOf(type))(value, selection),
    writeBriefly: (value) => (briefWriter ??= briefWriterOf(type, isBrief ? 0 : undefined))(value),
    briefSelection: () => (isBrief ? (selectedBriefly ??= briefSelection(type)) : undefined),
    split: (value, selection) => (splitter ??= splitterOf(type))(value, selection),
  };
}
