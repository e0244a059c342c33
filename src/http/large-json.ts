import { undecodable } from "../call/errors.js";
import { Slice } from "../process/slices.js";
import { StructureCheck } from "./json-structure.js";

/** Least bytes of a group of elements that are parsed together. */
const groupBytes = 64 << 10;
/** Bytes that are checked between two looks at the clock. */
const stepBytes = 32 << 10;

const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Whether JSON is a list at its outermost level. */
export const isList = (bytes: Uint8Array): boolean => bytes[endOfSpace(bytes, 0)] === openBracket;

/** How a group of elements is parsed: as JSON of a list of its own. */
type ParseList = (list: Uint8Array) => unknown;

/**
 * Parses a long list in slices, group by group of its elements. Checks its structure first, as `checkStructure` does.
 * Throws 400 for malformed JSON, and what `parse` throws.
 */
export async function parseListInSlices(bytes: Uint8Array, mostValues: number, parse: ParseList): Promise<unknown[]> {
  const slice = new Slice();
  const start = endOfSpace(bytes, 0);
  const cuts = [start];
  const check = new StructureCheck(bytes, mostValues, (comma) => {
    if (comma - (cuts.at(-1) ?? 0) >= groupBytes) cuts.push(comma);
  });
  for (let until = stepBytes; !check.isDone; until += stepBytes) {
    check.advance(Math.min(until, bytes.length));
    if (slice.isOver) await slice.pause();
  }
  const { end } = check;
  if (end === undefined || bytes[end] !== closeBracket || endOfSpace(bytes, end + 1) < bytes.length)
    throw undecodable();
  const elements: unknown[] = [];
  for (const [at, cut] of cuts.entries()) {
    const group = parse(asList(bytes.subarray(cut + 1, cuts[at + 1] ?? end))) as unknown[];
    // Nothing between two commas, or behind the last one, is malformed; only a list without commas may be empty.
    if (group.length === 0 && cuts.length > 1) throw undecodable();
    for (const element of group) elements.push(element);
    if (slice.isOver) await slice.pause();
  }
  return elements;
}

function asList(elements: Uint8Array): Uint8Array {
  const list = new Uint8Array(elements.length + 2);
  list[0] = openBracket;
  list.set(elements, 1);
  list[list.length - 1] = closeBracket;
  return list;
}

/** Returns the position of the next byte that is not white space. */
function endOfSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}
