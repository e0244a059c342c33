import { tooDeep, tooManyValues } from "../call/errors.js";

/**
 * Maximum nesting of a request body. No operation needs more than twenty levels, and recursive code copes with these.
 */
export const deepestBody = 100;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Throws 400 for JSON that is nested too deeply and 413 for too many values, before it is parsed. The time and memory to
 * parse grow with the values: `[[],[],…` takes sixty times as much as other text. Checks only brackets and commas outside
 * strings; malformed JSON is left for the parser to reject.
 */
export function checkStructure(bytes: Uint8Array, mostValues: number): void {
  new StructureCheck(bytes, mostValues).advance(bytes.length);
}

/** Checks the structure of JSON as `checkStructure` does, in as many steps as one likes. */
export class StructureCheck {
  /** Where the outermost list or object ends; undefined before that. */
  end: number | undefined;
  private at = 0;
  private depth = 0;
  private values = 1;

  /** Calls `onElement` with the place of each comma between elements of the outermost list or object. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly mostValues: number,
    private readonly onElement?: (comma: number) => void,
  ) {}

  get isDone(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Goes on until this place at least. Throws 400 and 413. */
  advance(until: number): void {
    const { bytes, mostValues, onElement } = this;
    let { at, depth, values } = this;
    for (; at < until; at += 1) {
      const byte = bytes[at];
      if (byte === quote) at = endOfString(bytes, at);
      else if (byte === comma) {
        values += 1;
        if (depth === 1 && onElement) onElement(at);
      } else if (byte === openBrace || byte === openBracket) {
        depth += 1;
        values += 1;
        if (depth > deepestBody) throw tooDeep(deepestBody);
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth === 0) this.end ??= at;
      }
      if (values > mostValues) throw tooManyValues(mostValues);
    }
    Object.assign(this, { at, depth, values });
  }
}

/** Returns the position of the quotation mark that ends a string. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
