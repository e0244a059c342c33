import { elementTooLarge, tooDeep, tooManyValues } from "../../call/errors.js";

/**
 * Maximum nesting of a request body. No operation needs more than twenty levels, and recursive code can handle this
 * many.
 */
export const maxBodyDepth = 100;

/** Minimum bytes of the items of a list that are parsed together. */
export const groupBytes = 64 << 10;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBrace = 0x7d;
export const closeBracket = 0x5d;

/** Maximum numbers of values in a body. */
export interface ValueLimits {
  readonly values: number;
  /**
   * Maximum values of one element. Elements are the items of the outermost list, or of the lists in the outermost
   * object; the rest of the object is one more element.
   */
  readonly elementValues: number;
}

/** A list of elements in JSON. */
export interface ElementList {
  /** Position of the comma or brace before its key. */
  readonly before: number;
  /** Positions of its brackets; the end is undefined for a list without one. */
  readonly start: number;
  end?: number;
  /** Positions of the commas between groups of its items. */
  readonly cuts: number[];
}

/**
 * Throws 400 for JSON that is nested too deeply and 413 for too many values, before it is parsed. The time and memory to
 * parse grow with the values: `[[],[],…` takes sixty times as much as other text. Checks only brackets and commas outside
 * strings; malformed JSON is left for the parser to reject.
 */
export function checkStructure(bytes: Uint8Array, limits: ValueLimits): void {
  new StructureCheck(bytes, limits).advance(bytes.length);
}

/** Checks the structure of JSON as `checkStructure` does, in any number of steps, and finds the lists of elements. */
export class StructureCheck {
  readonly lists: ElementList[] = [];
  /** The list of elements around the current position, and the depth of its items. */
  private list: ElementList | undefined;
  private itemDepth = 0;
  private at = 0;
  private depth = 0;
  private beforeMember = -1;
  private values = 1;
  private itemValues = 0;
  /** Values of the outermost object without its lists. */
  private ownValues = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly limits: ValueLimits,
  ) {}

  get isDone(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Continues at least to this position. Throws 400 and 413. */
  advance(until: number): void {
    const { bytes } = this;
    let { at } = this;
    for (; at < until; at += 1) {
      const byte = bytes[at];
      if (byte === quote) at = endOfString(bytes, at);
      else if (byte === comma) this.comma(at);
      else if (byte === openBrace || byte === openBracket) this.open(at, byte === openBracket);
      else if (byte === closeBrace || byte === closeBracket) this.close(at);
    }
    this.at = at;
  }

  private comma(at: number): void {
    const { list } = this;
    if (list && this.depth === this.itemDepth) {
      this.itemValues = 0;
      if (at - (list.cuts.at(-1) ?? list.start) >= groupBytes) list.cuts.push(at);
    } else if (this.depth === 1) this.beforeMember = at;
    this.count();
  }

  private open(at: number, isList: boolean): void {
    this.count();
    this.depth += 1;
    if (this.depth > maxBodyDepth) throw tooDeep(maxBodyDepth);
    if (this.list || this.depth > 2) return;
    if (isList) this.beginList(at);
    else if (this.depth === 1) this.beforeMember = at;
  }

  private beginList(start: number): void {
    this.list = { before: this.beforeMember, start, cuts: [] };
    this.lists.push(this.list);
    this.itemDepth = this.depth;
    this.itemValues = 0;
  }

  private close(at: number): void {
    this.depth -= 1;
    if (!this.list || this.depth >= this.itemDepth) return;
    this.list.end = at;
    this.list = undefined;
  }

  private count(): void {
    const { values, elementValues } = this.limits;
    this.values += 1;
    const own = this.list ? (this.itemValues += 1) : (this.ownValues += 1);
    if (this.values > values) throw tooManyValues(values);
    if (own > elementValues) throw elementTooLarge(elementValues);
  }
}

/** Returns the position of the quotation mark that ends a string. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
