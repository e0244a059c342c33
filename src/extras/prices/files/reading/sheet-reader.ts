import { plainDecimal } from "../../../../api/contract/scalars.js";
import type { DecimalSign } from "../values/numbers.js";
import { isTrue, xmlParser } from "./workbook-parts.js";

/** A row of a sheet. */
export interface SheetRow {
  /** Number of the row, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** What the cells of a sheet depend on. */
export interface SheetContext {
  readonly texts: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
  readonly decimal: DecimalSign;
}

/** Maximum number of columns of a sheet. */
const maxColumns = 1000;

/** Reads the rows of a sheet as its XML arrives. Cells are values: numbers in plain digits, dates as `YYYY-MM-DD hh:mm:ss`. */
export class SheetReader {
  private readonly parser = xmlParser({
    open: (name, attributes) => this.open(name, attributes),
    text: (text) => this.add(text),
    close: (name) => this.close(name),
  });
  private rows: SheetRow[] = [];
  private width = 0;
  private number = 0;
  private cells: string[] = [];
  private column = 0;
  private type = "n";
  private style = 0;
  private value = "";
  private isValue = false;

  constructor(private readonly context: SheetContext) {}

  /** Adds XML and returns the rows that are complete. Rows have at least as many cells as the first one. */
  push(chunk: Buffer): SheetRow[] {
    this.parser.push(chunk);
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  private open(name: string, { r = "", t = "n", s = "0" }: Readonly<Record<string, string>>): void {
    if (name === "row") {
      this.number = r === "" ? this.number + 1 : Number(r);
      this.cells = [];
      this.column = 0;
    } else if (name === "c") {
      this.column = r === "" ? this.column + 1 : columnOf(r);
      [this.type, this.style, this.value] = [t, Number(s), ""];
    }
    this.isValue = name === "v" || name === "t";
  }

  private add(text: string): void {
    if (this.isValue) this.value += text;
  }

  private close(name: string): void {
    this.isValue = false;
    if (name === "c" && this.value !== "" && this.column <= maxColumns) {
      while (this.cells.length < this.column - 1) this.cells.push("");
      this.cells[this.column - 1] = this.textOf(this.value);
    } else if (name === "row") this.endRow();
  }

  private endRow(): void {
    if (this.cells.every((cell) => cell === "")) return;
    this.width = Math.max(this.width, this.cells.length);
    while (this.cells.length < this.width) this.cells.push("");
    this.rows.push({ number: this.number, cells: this.cells });
  }

  private textOf(value: string): string {
    const { texts, dateStyles, decimal } = this.context;
    if (this.type === "s") return texts[Number(value)] ?? "";
    if (this.type === "b") return isTrue(value) ? "TRUE" : "FALSE";
    if (this.type === "d") return value.replace("T", " ").replace(/\.\d+$|Z$/, "");
    if (this.type !== "n") return value;
    return dateStyles[this.style] === true ? this.dateOf(Number(value)) : numberText(value, decimal);
  }

  /** Returns the date of a number of days. Excel takes 1900 for a leap year, so its days before March 1900 are one off. */
  private dateOf(days: number): string {
    const start = this.context.is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
    const date = new Date(start + Math.round(days * 86_400) * 1000);
    if (Number.isNaN(date.getTime())) return String(days);
    const [day = "", time = ""] = date.toISOString().slice(0, 19).split("T");
    return time === "00:00:00" ? day : `${day} ${time}`;
  }
}

/** Returns the column of a reference such as `AB12`, from 1. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column;
}

/**
 * Returns a number as the workbook shows it: with at most 15 digits, because its floating point has no more. A number with
 * three decimal places gets a fourth, so that the separator cannot be taken for a thousands separator.
 */
function numberText(value: string, decimal: DecimalSign): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  const text = plainDecimal(String(Number(number.toPrecision(15))));
  const safe = /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
  return safe.replace(".", decimal);
}
