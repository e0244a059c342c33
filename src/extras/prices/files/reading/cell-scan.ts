import Papa from "papaparse";
import type { FileFormat } from "../file-format.js";
import { isNumberField } from "../rows/expand-row.js";
import type { DecimalEvidence } from "../values/numbers.js";

/** Text of rows, with the line of the first one. */
interface RowText {
  readonly content: string;
  readonly firstLine: number;
}

/** Collects from the cells with numbers how a CSV file writes decimals. */
export class CellScan {
  private readonly places: readonly number[];

  constructor(
    private readonly format: FileFormat,
    private readonly evidence: DecimalEvidence,
  ) {
    this.places = format.reading.fields.flatMap((field, index) => (isNumberField(field) ? [index] : []));
  }

  add({ content, firstLine }: RowText): void {
    // Once a decimal point is proven, only a comma within a cell could disprove it.
    if (this.evidence.provesPoint && !this.canHaveComma(content)) return;
    if (content.includes('"')) this.addQuoted(content, firstLine);
    else this.addPlain(content, firstLine);
  }

  private canHaveComma(content: string): boolean {
    return this.format.delimiter === "," ? content.includes('"') : content.includes(",");
  }

  private addPlain(content: string, firstLine: number): void {
    for (const [index, line] of content.split("\n").entries()) {
      this.addCells(line.split(this.format.delimiter), firstLine + index);
    }
  }

  private addQuoted(content: string, firstLine: number): void {
    const { data } = Papa.parse<string[]>(content.replaceAll("\r\n", "\n"), {
      delimiter: this.format.delimiter,
      newline: "\n",
    });
    let line = firstLine;
    for (const values of data) {
      this.addCells(values, line);
      line += 1;
      for (const value of values) line += value.split("\n").length - 1;
    }
  }

  private addCells(values: readonly string[], line: number): void {
    if (values.length !== this.format.columns.length) return;
    for (const place of this.places) this.evidence.add((values[place] ?? "").trim(), line);
  }
}
