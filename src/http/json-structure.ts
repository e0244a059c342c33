import { tooDeep, tooManyValues } from "../call/errors.js";

/** Levels of nesting in a request body. No operation needs more than twenty; code that calls itself for each level bears it. */
export const deepestBody = 100;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Throws 400 for JSON that nests too deep and 413 for JSON of too many values, before it is parsed: the time and memory of
 * parsing grow with the values, sixty-fold for `[[],[],…`. Looks at brackets and commas outside of strings only; text that
 * is not JSON is left for the parser to refuse.
 */
export function checkStructure(bytes: Uint8Array, mostValues: number): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma) values += 1;
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      values += 1;
      if (depth > deepestBody) throw tooDeep(deepestBody);
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    if (values > mostValues) throw tooManyValues(mostValues);
  }
}

/** Returns the place of the quotation mark that ends the string which begins at `from`. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
