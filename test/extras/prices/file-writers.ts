import { gzipSync } from "node:zlib";
import yazl from "yazl";
import { writeWorkbook } from "../../../src/extras/prices/files/export/write-workbook.js";

/** A table of texts, the header first. */
export type Table = readonly (readonly string[])[];

const quoted = (text: string, delimiter: string) =>
  /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;

/** Writes a table as CSV. */
export const csvOf = (table: Table, delimiter: string, newline = "\n"): string =>
  table.map((row) => row.map((text) => quoted(text, delimiter)).join(delimiter) + newline).join("");

/** Encodes text as UTF-16 with a byte order mark. */
export const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");

/** Encodes text of Latin letters in ISO 8859-1. */
export const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

export const gzip = (text: string | Buffer): Buffer => gzipSync(text);

/** Writes a table as a workbook in which the columns `price` and `quantity` of an export are numbers. */
export async function workbookOf(table: Table): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const pages = [csvOf(table, ",")];
  for await (const chunk of writeWorkbook(
    (async function* () {
      yield* pages;
    })(),
  ))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Packs files as a zip archive, such as a workbook. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`;

/** The files of a workbook as Excel writes it: shared texts, styles of dates, and several sheets, each with the XML of its rows. */
export const excelFiles = (sheets: Readonly<Record<string, string>>, texts: readonly string[]) => ({
  "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${Object.keys(sheets)
    .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join("")}</sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${relations}${Object.keys(sheets)
    .map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`)
    .join("")}</Relationships>`,
  "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
  "xl/sharedStrings.xml": `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
  ...Object.fromEntries(
    Object.values(sheets).map((rows, index) => [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ]),
  ),
});
