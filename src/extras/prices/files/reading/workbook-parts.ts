import { SaxesParser, type SaxesTagPlain } from "saxes";
import { inputError } from "../../../../api/call/errors.js";

/** The files of an unpacked workbook. */
interface Files {
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => AsyncIterable<Buffer>;
}

/** The sheets of a workbook, and how its cells are written. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly entry: string }[];
  /** For each cell style, whether it shows a number as a date. */
  readonly dateStyles: readonly boolean[];
  /** Whether dates count from 1904. */
  readonly is1904: boolean;
}

/** Functions that get the parts of an XML document. Names of tags come without their prefix. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Creates a parser of XML that arrives in pieces. Throws 400 for invalid XML and for a document type, which can hide bombs. */
export function xmlParser({ open, text, close }: XmlHandlers): { push: (chunk: Buffer) => void } {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  const localName = (name: string) => name.slice(name.indexOf(":") + 1);
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => open?.(localName(name), attributes));
  parser.on("text", (content) => text?.(content));
  parser.on("cdata", (content) => text?.(content));
  parser.on("closetag", ({ name }) => close?.(localName(name)));
  parser.on("doctype", () => {
    throw inputError("The workbook has a document type, which no workbook needs.");
  });
  parser.on("error", (error) => {
    throw inputError("The workbook has invalid XML: %reason.", { reason: error.message });
  });
  return { push: (chunk) => void parser.write(decoder.decode(chunk, { stream: true })) };
}

async function parseFile(files: Files, name: string, handlers: XmlHandlers): Promise<void> {
  const parser = xmlParser(handlers);
  for await (const chunk of files.read(name)) parser.push(chunk);
}

const folder = "xl/";

/** Reads the names of the sheets and the styles of the cells. */
export async function readNames(files: Files): Promise<Workbook> {
  const targets = new Map<string, string>();
  await parseFile(files, `${folder}_rels/workbook.xml.rels`, {
    open(name, { Id = "", Target = "" }) {
      if (name === "Relationship") targets.set(Id, Target.startsWith("/") ? Target.slice(1) : folder + Target);
    },
  });
  const sheets: { name: string; entry: string }[] = [];
  let is1904 = false;
  await parseFile(files, `${folder}workbook.xml`, {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = isTrue(attributes["date1904"]);
      const entry = targets.get(attributes["r:id"] ?? "");
      if (name === "sheet" && entry !== undefined) sheets.push({ name: attributes["name"] ?? "", entry });
    },
  });
  return { sheets, is1904, dateStyles: await readDateStyles(files) };
}

export const isTrue = (text: string | undefined): boolean => text === "1" || text === "true";

/** The formats of numbers that every workbook knows and that are dates. */
const isKnownDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** Whether a format shows a number as a date: it has letters of dates outside of quotation marks and brackets. */
const isDateFormat = (code: string) => /d|m|y|h|s/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""));

async function readDateStyles(files: Files): Promise<boolean[]> {
  const styles: boolean[] = [];
  if (!files.has(`${folder}styles.xml`)) return styles;
  const formats = new Map<number, boolean>();
  let isCell = false;
  await parseFile(files, `${folder}styles.xml`, {
    open(name, { numFmtId = "0", formatCode = "" }) {
      const id = Number(numFmtId);
      if (name === "numFmt") formats.set(id, isDateFormat(formatCode));
      if (name === "cellXfs") isCell = true;
      if (name === "xf" && isCell) styles.push(formats.get(id) ?? isKnownDate(id));
    },
    close(name) {
      if (name === "cellXfs") isCell = false;
    },
  });
  return styles;
}

/** Reads the texts that cells share. */
export async function readSharedTexts(files: Files): Promise<string[]> {
  const texts: string[] = [];
  const name = `${folder}sharedStrings.xml`;
  if (!files.has(name)) return texts;
  let text = "";
  let isText = false;
  let isReading = 0;
  await parseFile(files, name, {
    open(tag) {
      if (tag === "si") text = "";
      if (tag === "rPh") isReading += 1;
      isText = tag === "t" && isReading === 0;
    },
    text(content) {
      if (isText) text += content;
    },
    close(tag) {
      isText = false;
      if (tag === "rPh") isReading -= 1;
      if (tag === "si") texts.push(text);
    },
  });
  return texts;
}
