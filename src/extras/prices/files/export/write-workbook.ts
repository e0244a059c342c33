import { Readable } from "node:stream";
import Papa from "papaparse";
import yazl from "yazl";
import { inputError } from "../../../../api/call/errors.js";
import { fileColumns } from "../file-format.js";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const types = "http://schemas.openxmlformats.org/package/2006/content-types";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The files of a workbook with one sheet, except for the sheet. */
const files: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="prices" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/** Maximum number of rows of a sheet. */
const maxRows = 1_048_576;

/** Writes pages of CSV as a workbook while they arrive. Amounts and quantities become numbers, everything else text. */
export function writeWorkbook(pages: AsyncIterable<string>): AsyncIterable<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(head + content), name);
  const sheet = Readable.from(sheetOf(pages));
  zip.addReadStream(sheet, "xl/worksheets/sheet1.xml");
  zip.end();
  const output = Readable.from(zip.outputStream as AsyncIterable<Buffer>);
  sheet.on("error", (error) => output.destroy(error));
  return output;
}

async function* sheetOf(pages: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetData>`;
  let rows = 0;
  for await (const page of pages) {
    const { data } = Papa.parse<string[]>(page, { delimiter: ",", newline: "\n", skipEmptyLines: true });
    const isFirst = rows === 0;
    rows += data.length;
    if (rows > maxRows) throw inputError("The export has more rows than a workbook can hold: use the format csv.");
    yield data.map((values, index) => rowOf(values, isFirst && index === 0)).join("");
  }
  yield "</sheetData></worksheet>";
}

const numeric = new Set(["price", "quantity"].map((name) => (fileColumns as readonly string[]).indexOf(name)));

const rowOf = (values: readonly string[], isHeader: boolean): string =>
  `<row>${values.map((text, column) => cellOf(text, numeric.has(column) && !isHeader)).join("")}</row>`;

/** Workbooks keep 15 digits of a number, so a longer one is text. */
const isExact = (text: string) => text.replace(/^0\.0*|\./g, "").length <= 15;

function cellOf(text: string, isNumber: boolean): string {
  if (text === "") return "<c/>";
  if (isNumber && isExact(text)) return `<c><v>${text}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes text for XML, and drops control characters, which XML cannot have. */
const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign).replace(/(?![\t\n\r])\p{Cc}/gu, "");
