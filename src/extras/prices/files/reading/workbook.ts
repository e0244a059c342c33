import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import yauzl from "yauzl";
import { inputError, payloadTooLarge, WebapiError } from "../../../../api/call/errors.js";
import type { DecimalSign } from "../values/numbers.js";
import { csvLine } from "../file-format.js";
import { readNames, readSharedTexts, type Workbook } from "./workbook-parts.js";
import { SheetReader, type SheetRow } from "./sheet-reader.js";

/** Maximum size of a workbook in bytes, unpacked. */
const maxUnpacked = 100 << 20;

/** How a workbook is read. */
export interface SheetChoice {
  /** Name of the sheet; undefined for the first one. */
  readonly sheet: string | undefined;
  /** The decimal separator that the numbers get. */
  readonly decimal: DecimalSign;
}

/**
 * Reads a sheet of a workbook as lines of CSV, with one line for each row of the sheet. The workbook is kept on disk, because
 * its table of contents is at its end, and deleted afterwards. Throws 400 for an invalid workbook, 413 for one that is too large.
 */
export async function* readWorkbook(chunks: AsyncIterable<Buffer>, choice: SheetChoice): AsyncGenerator<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "portico-workbook-"));
  try {
    const path = join(folder, "workbook.xlsx");
    const file = await open(path, "w", 0o600);
    try {
      for await (const chunk of chunks) await file.write(chunk);
    } finally {
      await file.close();
    }
    yield* readSheet(await Archive.open(path), choice);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* readSheet(archive: Archive, { sheet, decimal }: SheetChoice): AsyncGenerator<Buffer> {
  try {
    const workbook = await readNames(archive);
    const entry = chooseSheet(workbook, sheet);
    const texts = await readSharedTexts(archive);
    const reader = new SheetReader({ texts, dateStyles: workbook.dateStyles, is1904: workbook.is1904, decimal });
    let line = 1;
    for await (const chunk of archive.read(entry)) {
      const rows = reader.push(chunk);
      yield Buffer.from(linesOf(rows, line));
      line = (rows.at(-1)?.number ?? line - 1) + 1;
    }
  } finally {
    archive.close();
  }
}

/** Returns rows as lines of CSV, with empty lines for the rows that a sheet leaves out. */
function linesOf(rows: readonly SheetRow[], first: number): string {
  let line = first;
  let content = "";
  for (const { number, cells } of rows) {
    content += "\n".repeat(Math.max(0, number - line)) + csvLine(cells, ",");
    line = number + 1;
  }
  return content;
}

function chooseSheet({ sheets }: Workbook, wanted: string | undefined): string {
  const found =
    wanted === undefined ? sheets[0] : sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found) return found.entry;
  throw inputError("The workbook has no sheet %sheet: its sheets are %sheets.", {
    sheet: wanted ?? "1",
    sheets: sheets.map(({ name }) => name).join(", "),
  });
}

/** The files in a workbook. Counts the bytes that are unpacked. */
class Archive {
  private unpacked = 0;

  private constructor(
    private readonly zip: yauzl.ZipFile,
    private readonly entries: ReadonlyMap<string, yauzl.Entry>,
  ) {}

  static async open(path: string): Promise<Archive> {
    try {
      const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
        yauzl.open(path, { lazyEntries: false, autoClose: false }, (error, opened) =>
          error ? reject(error) : resolve(opened),
        );
      });
      const entries = new Map<string, yauzl.Entry>();
      await new Promise<void>((resolve, reject) => {
        zip.on("entry", (entry: yauzl.Entry) => entries.set(entry.fileName, entry));
        zip.on("end", resolve).on("error", reject);
      });
      return new Archive(zip, entries);
    } catch (error) {
      throw invalidWorkbook(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** Unpacks a file. Throws 400 if it is missing or broken, 413 if the workbook becomes too large. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (!entry) throw inputError("The file is not an .xlsx workbook: it has no %name.", { name });
    const stream = await new Promise<Readable>((resolve, reject) => {
      this.zip.openReadStream(entry, (error, opened) => (error ? reject(invalidWorkbook(error)) : resolve(opened)));
    });
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.unpacked += chunk.length;
        if (this.unpacked > maxUnpacked) throw payloadTooLarge(maxUnpacked);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof WebapiError ? error : invalidWorkbook(error);
    } finally {
      stream.destroy();
    }
  }

  close(): void {
    this.zip.close();
  }
}

const invalidWorkbook = (error: unknown) =>
  inputError("The file is not a valid .xlsx workbook: %reason.", {
    reason: error instanceof Error ? error.message : String(error),
  });
