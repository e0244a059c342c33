import { elementTooLarge, tooDeep, tooManyValues } from "../../call/errors.js";

/**
 * Maximum nesting of a request body. No operation needs more than twenty levels, and recursive code can handle this
 * many.
 */
export const maxBodyDepth = 100;

/** Minimum bytes of a list or object that is parsed by itself, and of a group of members that are parsed together. */
export const largePartBytes = 64 << 10;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** Maximum numbers of values in a body. */
export interface ValueLimits {
  readonly values: number;
  /** Maximum values of one element, which is a member of the outermost list or object, or of a list in that object. */
  readonly elementValues: number;
}

/** A large list or object in JSON. */
export interface JsonPart {
  /** Positions of its brackets. */
  readonly start: number;
  readonly end: number;
  /** Position of the comma or bracket before it, or before its key. */
  readonly before: number;
  /** Positions of the commas between groups of its members. Each of its large parts is a group by itself. */
  readonly groupEnds: readonly number[];
  readonly large: readonly JsonPart[];
}

/**
 * Throws 400 for JSON that is nested too deeply and 413 for too many values, before it is parsed. The time and memory to
 * parse grow with the values: `[[],[],…` takes sixty times as much as other text. Checks only brackets and commas outside
 * strings; malformed JSON is left for the parser to reject.
 */
export function checkStructure(bytes: Uint8Array, limits: ValueLimits): void {
  new StructureCheck(bytes, limits).advance(bytes.length);
}

/** A list or object whose end is not yet reached. */
class OpenPart {
  // Most parts are small and have one group and no large parts.
  private groupEnds: number[] | undefined;
  private large: JsonPart[] | undefined;
  private lastComma: number;
  private lastGroupEnd: number;
  private followsLargePart = false;

  constructor(
    readonly start: number,
    private readonly before: number,
    /** Whether its members are elements, whose values are limited. */
    readonly hasElements: boolean,
  ) {
    this.lastComma = start;
    this.lastGroupEnd = start;
  }

  /** Position of the comma or bracket before the current member. */
  get beforeMember(): number {
    return this.lastComma;
  }

  comma(at: number): void {
    this.lastComma = at;
    if (this.followsLargePart || at - this.lastGroupEnd >= largePartBytes) this.endGroup(at);
  }

  /** Ends the current group before a large member, so that it is a group by itself. */
  add(part: JsonPart): void {
    if (part.before > this.lastGroupEnd) this.endGroup(part.before);
    (this.large ??= []).push(part);
    this.followsLargePart = true;
  }

  toPart(end: number): JsonPart {
    const { start, before, groupEnds = [], large = [] } = this;
    return { start, end, before, groupEnds, large };
  }

  private endGroup(at: number): void {
    (this.groupEnds ??= []).push(at);
    this.lastGroupEnd = at;
    this.followsLargePart = false;
  }
}

/** Checks the structure of JSON as `checkStructure` does, in any number of steps. */
export class StructureCheck {
  /** The outermost list or object; undefined before its end. */
  whole: JsonPart | undefined;
  private at = 0;
  private values = 1;
  private valuesBefore = 1;
  private isObject = false;
  /** The lists and objects around the current position, outermost first. */
  private readonly open: OpenPart[] = [];

  constructor(
    private readonly bytes: Uint8Array,
    private readonly limits: ValueLimits,
  ) {}

  get isDone(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Continues at least to this position. Throws 400 and 413. */
  advance(until: number): void {
    const { bytes, limits, open } = this;
    let { at } = this;
    for (; at < until; at += 1) {
      const byte = bytes[at];
      if (byte === quote) at = endOfString(bytes, at);
      else if (byte === comma) {
        this.values += 1;
        const part = open.at(-1);
        part?.comma(at);
        if (part?.hasElements) this.endElement();
      } else if (byte === openBrace || byte === openBracket) {
        this.values += 1;
        open.push(new OpenPart(at, open.at(-1)?.beforeMember ?? -1, this.hasElements(byte)));
        if (open.length > maxBodyDepth) throw tooDeep(maxBodyDepth);
      } else if (byte === closeBrace || byte === closeBracket) this.close(at);
      if (this.values > limits.values) throw tooManyValues(limits.values);
    }
    this.at = at;
  }

  /** Whether the members of a list or object that begins here are elements. */
  private hasElements(bracket: number): boolean {
    const [outermost] = this.open;
    if (!outermost) {
      this.isObject = bracket === openBrace;
      return true;
    }
    return this.isObject && this.open.length === 1 && bracket === openBracket;
  }

  private close(at: number): void {
    const { open } = this;
    const part = open.pop();
    const outer = open.at(-1);
    if (part && outer && at - part.start >= largePartBytes) outer.add(part.toPart(at));
    if (outer) return;
    this.endElement();
    this.whole ??= part?.toPart(at);
  }

  private endElement(): void {
    const { elementValues } = this.limits;
    if (this.values - this.valuesBefore > elementValues) throw elementTooLarge(elementValues);
    this.valuesBefore = this.values;
  }
}

/** Returns the position of the quotation mark that ends a string. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
