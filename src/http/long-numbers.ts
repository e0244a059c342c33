import { isSafeNumber } from "lossless-json";

/** A number of fewer characters is held by a double, digit for digit. */
const shortest = 17;

/**
 * Whether JSON has a run of digits that may be more than a double holds. A run has a digit, or its point, at one of every 17
 * places, so that a large body is not looked through whole.
 */
export function hasLongNumber(json: string): boolean {
  for (let place = shortest - 1; place < json.length; place += shortest) {
    if (!isDigit(json.charCodeAt(place))) continue;
    let from = place;
    while (from > 0 && isDigit(json.charCodeAt(from - 1))) from -= 1;
    while (place < json.length && isDigit(json.charCodeAt(place))) place += 1;
    if (place - from >= shortest) return true;
  }
  return false;
}

/** 0 to 9, and the point. */
const isDigit = (code: number) => (code >= 48 && code <= 57) || code === 46;

/** Puts the numbers that a double would change into quotation marks, so that parsing keeps their digits as text. */
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

/** Returns the place of the quotation mark that ends the string which begins at `from`. */
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

/** Digits, point, both signs, `e` and `E`. */
const isPartOfNumber = (code: number) => isDigit(code) || code === 43 || code === minus || code === 69 || code === 101;

/** The grammar of RFC 8259: anything else is left as it is, for the parser to refuse. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Past so many characters a number is not compared with its double any more. */
const longest = 100;

const isLong = (text: string): boolean =>
  text.length >= shortest && number.test(text) && (text.length > longest || !isSafeNumber(text));
