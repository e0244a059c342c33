import { undecodable } from "../../call/errors.js";
import { Slice } from "../../../platform/process/slices.js";
import { closeBracket, type ElementList, groupBytes, StructureCheck, type ValueLimits } from "./json-structure.js";

/** Bytes above which a body is large: it is parsed in slices, and only one is parsed per turn of the event loop. */
export const largeBodyBytes = 2 * groupBytes;

/** Bytes to check before the clock is read again. */
const stepBytes = 32 << 10;

type Parse = (json: Uint8Array) => unknown;

/**
 * Parses a large body in slices: first without the items of its lists of elements, then the items, group by group. Checks
 * its structure before, as `checkStructure` does, which keeps what is parsed at once small.
 * Throws 400 for malformed JSON, 413 above the limits, and the errors of `parse`.
 */
export async function parseInSlices(bytes: Uint8Array, limits: ValueLimits, parse: Parse): Promise<unknown> {
  const slice = new Slice();
  const lists = await findLists(bytes, limits, slice);
  const whole = parse(withoutItems(bytes, lists));
  for (const list of lists) {
    const items = await parseItems(bytes, list, { parse, slice });
    if (Array.isArray(whole)) return items;
    setMember(whole as Record<string, unknown>, keyOf(bytes, list, parse), items);
  }
  // The next step, for example reading the arguments, gets its own slice.
  await slice.pause();
  return whole;
}

async function findLists(bytes: Uint8Array, limits: ValueLimits, slice: Slice): Promise<readonly ClosedList[]> {
  const check = new StructureCheck(bytes, limits);
  for (let until = stepBytes; !check.isDone; until += stepBytes) {
    check.advance(Math.min(until, bytes.length));
    if (slice.isOver) await slice.pause();
  }
  return check.lists.map(({ end, ...list }) => {
    if (end === undefined || bytes[end] !== closeBracket) throw undecodable();
    return { ...list, end };
  });
}

type ClosedList = Required<ElementList>;

/** Returns the JSON of a body whose lists of elements are empty. */
function withoutItems(bytes: Uint8Array, lists: readonly ClosedList[]): Uint8Array {
  const starts = [0, ...lists.map(({ end }) => end)];
  const ends = [...lists.map(({ start }) => start + 1), bytes.length];
  return Buffer.concat(starts.map((start, at) => bytes.subarray(start, ends[at])));
}

async function parseItems(
  bytes: Uint8Array,
  { start, end, cuts }: ClosedList,
  { parse, slice }: { readonly parse: Parse; readonly slice: Slice },
): Promise<unknown[]> {
  const items: unknown[] = [];
  for (const [at, from] of [start, ...cuts].entries()) {
    const group = parse(enclose("[", bytes.subarray(from + 1, cuts[at] ?? end), "]")) as unknown[];
    // A group between two commas or after the last one is malformed if it is empty.
    if (cuts.length > 0 && group.length === 0) throw undecodable();
    for (const item of group) items.push(item);
    if (slice.isOver) await slice.pause();
  }
  return items;
}

function keyOf(bytes: Uint8Array, { before, start }: ClosedList, parse: Parse): string {
  const [key = ""] = Object.keys(parse(enclose("{", bytes.subarray(before + 1, start), "[]}")) as object);
  return key;
}

/** Sets a list. Of equal keys the last one counts, so another value is a later one. */
function setMember(object: Record<string, unknown>, key: string, list: unknown[]): void {
  if (Array.isArray(object[key])) object[key] = list;
}

const enclose = (before: string, json: Uint8Array, after: string): Uint8Array =>
  Buffer.concat([Buffer.from(before), json, Buffer.from(after)]);
