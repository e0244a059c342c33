import { inputError } from "../../../../api/call/errors.js";

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const space = 0x20;

/** Maximum length of a row in bytes. */
const maxRowBytes = 64 << 10;

/** Whole rows of a file. */
export interface CutPart {
  readonly bytes: Buffer;
  /** Line of the file in which the first row begins, from 1. */
  readonly firstLine: number;
  readonly rows: number;
}

/** Number of rows, or of bytes, at which a part is complete. */
export interface PartSize {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Cuts the bytes of a file between its rows, as they arrive. A row ends at a newline. In a CSV file, newlines within
 * quotation marks do not end the row. Blank rows are not counted.
 */
export class RecordCutter {
  /** The separator of a CSV file; undefined for other files. */
  delimiter: number | undefined;
  private pending: Buffer = Buffer.alloc(0);
  /** Offset of the next row in the pending bytes. */
  private next = 0;
  /** Offset of the next quotation mark; -1 if it is not known yet, infinity if there is none. */
  private nextQuote = -1;
  private rows = 0;
  private firstLine = 1;
  private line = 1;

  constructor(private readonly size: PartSize) {}

  /** Adds bytes and returns the parts that are complete. Throws 400 for a row that is too long. */
  push(bytes: Buffer): CutPart[] {
    this.pending = this.pending.length === 0 ? bytes : Buffer.concat([this.pending, bytes]);
    this.nextQuote = -1;
    const parts: CutPart[] = [];
    for (let end = this.endOfRow(); end >= 0; end = this.endOfRow()) {
      this.consume(end + 1);
      if (this.rows >= this.size.rows || this.next >= this.size.bytes) parts.push(this.cut());
    }
    if (this.pending.length - this.next > maxRowBytes) throw this.tooLong();
    return parts;
  }

  /** Begins after the header: with its separator, in the line after it. */
  begin(delimiter: string, firstLine: number): void {
    this.delimiter = delimiter.charCodeAt(0);
    this.firstLine = firstLine;
    this.line = firstLine;
  }

  /** Returns the last part of the file, or undefined. Throws 400 for a quotation mark that is not closed. */
  end(): CutPart | undefined {
    if (this.next < this.pending.length) {
      if (this.delimiter !== undefined && this.isInQuotes()) {
        throw inputError("The quotation mark in the row that begins on line %line is not closed.", { line: this.line });
      }
      this.consume(this.pending.length);
    }
    return this.rows > 0 ? this.cut() : undefined;
  }

  private consume(to: number): void {
    if (to - this.next > maxRowBytes) throw this.tooLong();
    if (!isBlank(this.pending.subarray(this.next, to), this.delimiter)) this.rows += 1;
    this.line += 1;
    if (this.nextQuote < to) this.line += newlinesWithin(this.pending, this.next, to - 1);
    this.next = to;
  }

  private cut(): CutPart {
    const part = { bytes: this.pending.subarray(0, this.next), firstLine: this.firstLine, rows: this.rows };
    this.pending = this.pending.subarray(this.next);
    this.nextQuote = -1;
    this.next = 0;
    this.rows = 0;
    this.firstLine = this.line;
    return part;
  }

  /** Returns the offset of the newline that ends the next row, or -1 if it has not arrived yet. */
  private endOfRow(): number {
    const end = this.pending.indexOf(newline, this.next);
    if (end < 0 || this.delimiter === undefined) return end;
    if (this.nextQuote < this.next) {
      const found = this.pending.indexOf(quote, this.next);
      this.nextQuote = found < 0 ? Infinity : found;
    }
    return this.nextQuote > end ? end : findRowEnd(this.pending, this.next, this.delimiter).end;
  }

  private isInQuotes(): boolean {
    return findRowEnd(this.pending, this.next, this.delimiter ?? 0).isQuoted;
  }

  private tooLong() {
    return inputError(
      "The row that begins on line %line is longer than %limit bytes. Is a quotation mark or a line break missing?",
      { line: this.line, limit: maxRowBytes },
    );
  }
}

/** Returns the end of a row, or -1. A quotation mark opens a value only at its beginning; within one, two stand for one. */
export function findRowEnd(bytes: Buffer, from: number, delimiter: number): { end: number; isQuoted: boolean } {
  let isQuoted = false;
  let isAtStart = true;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isQuoted) {
      if (byte !== quote) continue;
      if (bytes[at + 1] === quote) at += 1;
      else isQuoted = !isClosingQuote(bytes, at + 1, delimiter);
    } else if (byte === newline) return { end: at, isQuoted };
    else if (byte === quote && isAtStart) isQuoted = true;
    else isAtStart = byte === delimiter;
  }
  return { end: -1, isQuoted };
}

/** Whether a quoted value ends here, ignoring spaces. */
function isClosingQuote(bytes: Buffer, from: number, delimiter: number): boolean {
  let at = from;
  while (bytes[at] === space) at += 1;
  if (bytes[at] === carriageReturn) at += 1;
  return at >= bytes.length || bytes[at] === delimiter || bytes[at] === newline;
}

/** Whether a row has nothing but spaces, and the separators of a CSV file. */
function isBlank(row: Buffer, delimiter: number | undefined): boolean {
  for (const byte of row) {
    if (byte !== newline && byte !== carriageReturn && byte !== space && byte !== delimiter) return false;
  }
  return true;
}

function newlinesWithin(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(newline, from); at >= 0 && at < to; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}
