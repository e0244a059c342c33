import { inputError } from "../../../../api/call/errors.js";
import type { HeaderContext } from "../forms/recognize.js";
import { type FileFormat, ownReading, type Reading } from "../file-format.js";
import { DecimalEvidence, type DecimalSign } from "../values/numbers.js";
import { CellScan } from "./cell-scan.js";
import { decompress, type FileSource, isZip, type PeekedBytes } from "./file-bytes.js";
import { textOf, toUtf8 } from "./file-text.js";
import { findHeader, type FoundHeader } from "./find-header.js";
import { toLines } from "./json-array.js";
import { type CutPart, type PartSize, RecordCutter } from "./record-cutter.js";
import { readWorkbook } from "./workbook.js";

/** What an upload says about its file. */
export interface ReadOptions extends HeaderContext {
  readonly headerLine: number | undefined;
  readonly charset: string | undefined;
  readonly sheet: string | undefined;
  readonly decimal: DecimalSign | undefined;
  readonly emptyDeletes: boolean;
}

/** A part of a file, decoded. */
export interface FilePart extends Omit<CutPart, "bytes"> {
  /** Index of the part in the file, from 0. */
  readonly part: number;
  readonly content: string;
}

/** Size of a part, which is applied by one operation. */
const partSize: PartSize = { rows: 5000, bytes: 1 << 20 };

/** Bytes in which the header is sought. */
const maxHead = 256 << 10;

/** Reads a file in parts, one in memory at a time. The format is known with the first part, its reading after the last one. */
export class FileReader {
  private readonly cutter = new RecordCutter(partSize);
  private readonly evidence = new DecimalEvidence();
  private scan: CellScan | undefined;
  private source: Reading["source"] = "csv";
  private found: FileFormat | undefined;
  private count = 0;

  constructor(
    private readonly file: FileSource,
    private readonly options: ReadOptions,
  ) {}

  /** The format of the file. Its decimal separator is final after the last part. */
  get format(): FileFormat {
    if (!this.found) throw new Error("The file has not been read yet.");
    return this.found;
  }

  /** Yields the parts. Throws 400 for a file that cannot be read as a whole, and 413 above the limit. */
  async *parts(): AsyncGenerator<FilePart> {
    const bytes = await decompress(this.file);
    for await (const chunk of this.textIn(bytes)) {
      const more = this.found ? chunk : this.begin(chunk, false);
      if (more) for (const cut of this.cutter.push(more)) yield this.toPart(cut);
    }
    const rest = this.found ? undefined : this.begin(Buffer.alloc(0), true);
    if (rest) for (const cut of this.cutter.push(rest)) yield this.toPart(cut);
    const last = this.cutter.end();
    if (last) yield this.toPart(last);
    if (this.count === 0) throw inputError("The file has no rows.");
    this.decide();
  }

  private async *textIn(bytes: PeekedBytes): AsyncGenerator<Buffer> {
    if (isZip(bytes.first) || this.file.format === "xlsx") {
      this.source = "xlsx";
      yield* readWorkbook(bytes.all, { sheet: this.options.sheet, decimal: this.options.decimal ?? "." });
      return;
    }
    const text = toUtf8(bytes, this.options.charset ?? this.file.charset);
    this.source = this.file.format ?? formatOfText(bytes.first);
    yield* this.source === "json" ? toLines(text) : text;
  }

  private head: Buffer = Buffer.alloc(0);

  /** Finds the header in the first bytes. Returns the bytes after it; undefined if more are needed. */
  private begin(chunk: Buffer, isEnd: boolean): Buffer | undefined {
    this.head = Buffer.concat([this.head, chunk]);
    const { head, options } = this;
    if (this.source === "ndjson" || this.source === "json") return this.beginJson(isEnd);
    const isWhole = isEnd || head.length > maxHead;
    const header =
      head.length === 0 ? undefined : findHeader(head, { ...options, delimiter: this.delimiter() }, isWhole);
    if (!header) return undefined;
    this.found = {
      format: "csv",
      delimiter: header.delimiter,
      columns: header.columns,
      reading: this.readingOf(header),
    };
    this.scan = new CellScan(this.found, this.evidence);
    this.cutter.begin(header.delimiter, header.headerLine + 1);
    return head.subarray(header.end);
  }

  private delimiter(): string | undefined {
    return this.source === "xlsx" ? "," : undefined;
  }

  private beginJson(isEnd: boolean): Buffer | undefined {
    const start = this.head.toString("latin1").trimStart();
    if (start === "" && !isEnd) return undefined;
    if (start !== "" && !start.startsWith("{")) throw notJson(this.source);
    const { choice, kind = "base", emptyDeletes, decimal = "." } = this.options;
    const members = Object.fromEntries([...choice.fields, ...(choice.ignoresOthers ? [["*", ""] as const] : [])]);
    const allowsGroups = this.options.decimal !== undefined;
    const reading: Reading = {
      ...{ form: "prices", source: this.source, headerLine: 0, fields: [], members },
      ...{ kind, emptyDeletes, decimal, allowsGroups },
    };
    this.found = { format: "ndjson", delimiter: ",", columns: [], reading };
    return this.head;
  }

  private readingOf({ form, fields, kind, headerLine }: FoundHeader): Reading {
    const { emptyDeletes, decimal = "." } = this.options;
    return { ...ownReading, form, fields, kind, headerLine, emptyDeletes, decimal, source: this.source };
  }

  private toPart(cut: CutPart): FilePart {
    const part = { rows: cut.rows, firstLine: cut.firstLine, part: this.count, content: textOf(cut) };
    this.count += 1;
    if (this.options.decimal === undefined) this.scan?.add(part);
    return part;
  }

  private decide(): void {
    if (!this.found || this.options.decimal !== undefined || this.found.format !== "csv") return;
    this.found = { ...this.found, reading: { ...this.found.reading, decimal: this.evidence.decide() } };
  }
}

/** Returns the format of text whose sender does not name it. */
function formatOfText(first: Buffer): "csv" | "json" | "ndjson" {
  const start = first
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart();
  if (start.startsWith("[")) return "json";
  return start.startsWith("{") ? "ndjson" : "csv";
}

const notJson = (source: string) =>
  source === "json"
    ? inputError("The file is not a JSON array of objects.")
    : inputError("The file is not NDJSON: its first line is not a JSON object.");
