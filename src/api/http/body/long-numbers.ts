import { isSafeNumber } from "lossless-json";

/** Minimum length of a number that a double may not represent exactly. */
const minLongLength = 17;

/**
 * Whether JSON contains a run of digits that a double may not represent exactly. Samples one of every 17 characters,
 * which finds every run without scanning the whole body.
 */
export function hasLongNumber(json: string): boolean {
  for (let index = minLongLength - 1; index < json.length; index += minLongLength) {
    if (!isDigit(json.charCodeAt(index))) continue;
    let from = index;
    while (from > 0 && isDigit(json.charCodeAt(from - 1))) from -= 1;
    while (index < json.length && isDigit(json.charCodeAt(index))) index += 1;
    if (index - from >= minLongLength) return true;
  }
  return false;
}

/** 0 to 9, and the decimal point. */
const isDigit = (code: number) => (code >= 48 && code <= 57) || code === 46;

/** Quotes the numbers that a double would change, so that parsing keeps their digits as text. */
export function quoteLongNumbers(json: string): string {
  let quoted = "";
  let done = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quotationMark) at = endOfString(json, at);
    else if (code === minus || isDigit(code)) {
      const end = endOfNumber(json, at);
      if (isLong(json.slice(at, end))) {
        quoted += `${json.slice(done, at)}"${json.slice(at, end)}"`;
        done = end;
      }
      at = end - 1;
    }
  }
  return quoted + json.slice(done);
}

const quotationMark = 0x22;
const backslash = 0x5c;
const minus = 0x2d;

/** Returns the position of the quotation mark that ends a string. */
function endOfString(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json.charCodeAt(at) !== quotationMark) at += json.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

function endOfNumber(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && isPartOfNumber(json.charCodeAt(at))) at += 1;
  return at;
}

/** Digits, decimal point, both signs, `e` and `E`. */
const isPartOfNumber = (code: number) => isDigit(code) || code === 43 || code === minus || code === 69 || code === 101;

/** The grammar of RFC 8259. Anything else is left for the parser to reject. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Maximum length of a number that is compared with its double. */
const maxComparedLength = 100;

const isLong = (text: string): boolean =>
  text.length >= minLongLength && number.test(text) && (text.length > maxComparedLength || !isSafeNumber(text));
