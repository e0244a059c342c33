import { inputError } from "../../../../api/call/errors.js";
import { splitCurrency } from "./currencies.js";

/** The character before the decimal places. */
export type DecimalSign = "." | ",";

const plainNumber = /^\d{1,20}(?:\.\d{1,20})?$/;
const spaces = /[\s\u00a0\u202f'’]/g;
const groupedBySpaces = /^\d{1,3}(?:[\s\u00a0\u202f'’]\d{3})+(?:[.,]\d{1,20})?$/;
const patterns = {
  ".": /^(?:\d{1,20}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,20})?$|^\.\d{1,20}$/,
  ",": /^(?:\d{1,20}|\d{1,3}(?:\.\d{3})+)(?:,\d{1,20})?$|^,\d{1,20}$/,
} as const;

/**
 * Returns a number of a file as a decimal with a point; undefined for anything but digits, one decimal separator and
 * thousands separators between groups of three digits. Signs, exponents and percent signs are no numbers.
 */
export function readNumber(text: string, decimal: DecimalSign): string | undefined {
  if (decimal === "." && plainNumber.test(text)) return text;
  const digits = groupedBySpaces.test(text) ? text.replace(spaces, "") : text;
  if (!patterns[decimal].test(digits)) return undefined;
  return decimal === "." ? digits.replaceAll(",", "") : digits.replaceAll(".", "").replace(",", ".");
}

/** A cell that shows how a file writes decimals, with its line. */
interface Witness {
  readonly text: string;
  readonly line: number;
}

const oneSign = /^(\d*)([.,])(\d+)$/;
const groups = /^\d{1,3}(?:([.,])\d{3}){2,}$/;
const bothSigns = /^\d{1,3}(?:([.,])\d{3})+([.,])\d+$/;

/** Returns the decimal separator that a cell proves, `either` if it could be a thousands separator, undefined without any. */
function signOf(text: string): DecimalSign | "either" | undefined {
  const one = oneSign.exec(text);
  if (one) {
    const [, whole = "", sign, fraction = ""] = one;
    if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return "either";
    return sign as DecimalSign;
  }
  const both = bothSigns.exec(text);
  if (both && both[1] !== both[2]) return both[2] as DecimalSign;
  const grouped = groups.exec(text);
  return grouped ? (grouped[1] === "." ? "," : ".") : undefined;
}

/** Collects how the cells of a file write decimals. The separator is decided for the whole file. */
export class DecimalEvidence {
  private readonly proofs: Partial<Record<DecimalSign, Witness>> = {};
  private doubt: Witness | undefined;

  /** Adds a cell. Cells without a separator prove nothing. */
  add(text: string, line: number): void {
    if (!text.includes(".") && !text.includes(",")) return;
    const number = (onlyDigits.test(text) ? text : (splitCurrency(text)?.number ?? "")).replace(spaces, "");
    const sign = signOf(number);
    if (sign === "either") this.doubt ??= { text: number, line };
    else if (sign !== undefined) this.proofs[sign] ??= { text: number, line };
  }

  /** Whether every cell so far agrees with a decimal point and at least one proves it. */
  get provesPoint(): boolean {
    return this.proofs["."] !== undefined && this.proofs[","] === undefined;
  }

  /** Returns the decimal separator of the file. Throws 400 if it is ambiguous or mixed. */
  decide(): DecimalSign {
    const { ".": point, ",": comma } = this.proofs;
    if (point && comma) throw mixedError(point, comma);
    if (point) return ".";
    if (comma) return ",";
    if (this.doubt) throw ambiguousError(this.doubt);
    return ".";
  }
}

const onlyDigits = /^[\d.,]+$/;

const mixedError = (point: Witness, comma: Witness) =>
  inputError(
    "The file mixes decimal separators: %point on line %pointLine has a decimal point, %comma on line %commaLine a decimal comma. Say decimal=. or decimal=, for the whole file.",
    { point: point.text, pointLine: point.line, comma: comma.text, commaLine: comma.line },
  );

function ambiguousError({ text, line }: Witness) {
  const whole = text.replaceAll(/[.,]/g, "");
  const decimal = text.replace(",", ".");
  const [small, large] = text.includes(".") ? [".", ","] : [",", "."];
  return inputError(
    "%text on line %line can mean %whole or %decimal: say decimal=%large for %whole, or decimal=%small for %decimal.",
    { text, line, whole, decimal, large, small },
  );
}

/** Reads the parameter `decimal`. Throws 400 for an unknown sign. */
export function decimalOf(text: string | null | undefined): DecimalSign | undefined {
  if (!text) return undefined;
  if (text === "." || text === "point") return ".";
  if (text === "," || text === "comma") return ",";
  throw inputError("The decimal separator %decimal is unknown: use decimal=. or decimal=,", { decimal: text });
}
