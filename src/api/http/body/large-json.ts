import { undecodable } from "../../call/errors.js";
import { Slice } from "../../../platform/process/slices.js";
import {
  closeBrace,
  closeBracket,
  type JsonPart,
  largePartBytes,
  openBrace,
  openBracket,
  StructureCheck,
  type ValueLimits,
} from "./json-structure.js";

/** Bytes to check before the clock is read again. */
const stepBytes = 32 << 10;

/** Parses a group of members, given as the JSON of a separate list or object. */
type ParseGroup = (json: Uint8Array) => unknown;

/**
 * Parses the list or object of a large body in slices, group by group of its members, and likewise each large list or
 * object in it. Checks its structure first, as `checkStructure` does.
 * Throws 400 for malformed JSON and for any other value, 413 above the limits, and the errors of `parse`.
 */
export async function parseInSlices(bytes: Uint8Array, limits: ValueLimits, parse: ParseGroup): Promise<unknown> {
  const slice = new Slice();
  const start = endOfSpace(bytes, hasByteOrderMark(bytes) ? 3 : 0);
  const check = new StructureCheck(bytes, limits);
  for (let until = stepBytes; !check.isDone; until += stepBytes) {
    check.advance(Math.min(until, bytes.length));
    if (slice.isOver) await slice.pause();
  }
  const { whole } = check;
  if (whole?.start !== start || endOfSpace(bytes, whole.end + 1) < bytes.length) throw undecodable();
  const value = await new SlicedJson(bytes, parse, slice).read(whole);
  // The next step, for example reading the arguments, gets its own slice.
  await slice.pause();
  return value;
}

/** Reads the parts of a checked body. */
class SlicedJson {
  constructor(
    private readonly bytes: Uint8Array,
    private readonly parse: ParseGroup,
    private readonly slice: Slice,
  ) {}

  /** Parses a list or object one group of members at a time. */
  async read({ start, end, groupEnds, large }: JsonPart): Promise<unknown> {
    const isList = this.bytes[start] === openBracket;
    if (this.bytes[end] !== (isList ? closeBracket : closeBrace)) throw undecodable();
    const list: unknown[] = [];
    const object: Record<string, unknown> = {};
    const parts = new Map(large.map((part) => [part.before, part]));
    for (const [at, from] of [start, ...groupEnds].entries()) {
      const to = groupEnds[at] ?? end;
      const part = parts.get(from);
      const group = part ? await this.member(part, { isList, to }) : this.group(from + 1, to, isList);
      // An empty group between two commas or after the last one is malformed; only a part without commas may be empty.
      if (groupEnds.length > 0 && isEmpty(group)) throw undecodable();
      if (Array.isArray(group)) for (const item of group) list.push(item);
      else for (const [key, value] of Object.entries(group)) setOwn(object, key, value);
      if (this.slice.isOver) await this.slice.pause();
    }
    return isList ? list : object;
  }

  private group(from: number, to: number, isList: boolean): object {
    return this.parse(enclose(this.bytes.subarray(from, to), isList)) as object;
  }

  /** Reads a member that is a large list or object, by itself, and returns it as a group. */
  private async member(part: JsonPart, { isList, to }: { isList: boolean; to: number }): Promise<object> {
    if (endOfSpace(this.bytes, part.end + 1) < to) throw undecodable();
    const before = this.bytes.subarray(part.before + 1, part.start);
    // An empty list stands for the part, so that the text before it, for example its key, is parsed as JSON too.
    const group = this.parse(enclose(Buffer.concat([before, emptyList]), isList)) as object;
    const value = await this.read(part);
    const [key, ...others] = Object.keys(group);
    if (key === undefined || others.length > 0) throw undecodable();
    if (isList) return [value];
    return setOwn({}, key, value);
  }
}

const emptyList = Buffer.from("[]");

const isEmpty = (group: object) => (Array.isArray(group) ? group.length === 0 : Object.keys(group).length === 0);

/** Sets a property as JSON does: `__proto__` is a key like any other. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): object {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

function enclose(members: Uint8Array, isList: boolean): Uint8Array {
  const json = new Uint8Array(members.length + 2);
  json[0] = isList ? openBracket : openBrace;
  json.set(members, 1);
  json[json.length - 1] = isList ? closeBracket : closeBrace;
  return json;
}

const hasByteOrderMark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Returns the position of the next byte that is not white space. */
function endOfSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

/** Bytes above which a body is large: it is parsed in slices, and only one is parsed per turn of the event loop. */
export const largeBodyBytes = 2 * largePartBytes;
