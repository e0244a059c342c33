import Papa from "papaparse";
import { inputError } from "../../../../api/call/errors.js";
import { nameOf } from "../forms/column-choice.js";
import { ownFieldOf } from "../forms/recognize.js";
import { suggestField } from "../forms/suggestions.js";
import { type FileFormat, isFailureColumn } from "../file-format.js";
import type { FileSource } from "../reading/file-bytes.js";
import { FileReader, type ReadOptions } from "../reading/read-parts.js";
import type { PriceFileColumn, PriceFileColumns } from "./columns.types.js";

/** Number of rows whose values are shown. */
const sampleRows = 3;

/** Maximum length of a shown value. */
const sampleLength = 60;

/** Reads the header and the first rows of a file, whatever its columns are named. Throws 400 for a file that cannot be read. */
export async function describeColumns(source: FileSource, options: ReadOptions): Promise<PriceFileColumns> {
  const reader = new FileReader(source, { ...options, takesAnyHeader: true });
  const parts = reader.parts();
  const first = await parts.next();
  await parts.return(undefined);
  if (first.done) throw inputError("The file has no rows.");
  return describe(reader.format, first.value.content);
}

function describe(format: FileFormat, content: string): PriceFileColumns {
  const { form, headerLine } = format.reading;
  return {
    form: form === "" ? null : form,
    header_line: headerLine === 0 ? null : headerLine,
    columns: format.format === "csv" ? ofCsv(format, content) : ofObjects(format, content),
  };
}

function ofCsv({ columns, delimiter, reading }: FileFormat, content: string): PriceFileColumn[] {
  const { data } = Papa.parse<string[]>(content.replaceAll("\r\n", "\n"), {
    ...{ delimiter, newline: "\n", preview: sampleRows, skipEmptyLines: true },
  });
  return columns.map((column, index) =>
    columnOf(
      column,
      reading.fields[index],
      data.map((values) => values[index] ?? ""),
    ),
  );
}

function ofObjects({ reading }: FileFormat, content: string): PriceFileColumn[] {
  const objects = content
    .split("\n", sampleRows)
    .flatMap((line): Readonly<Record<string, unknown>>[] => objectIn(line));
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return names.map((name) => {
    const samples = objects.map((object) => textOf(object[name]));
    return columnOf(name, reading.members[nameOf(name)] ?? ownFieldOf(nameOf(name)), samples);
  });
}

function objectIn(line: string): Readonly<Record<string, unknown>>[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? [{ ...value }] : [];
  } catch {
    return [];
  }
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

function columnOf(column: string, field: string | undefined, samples: readonly string[]): PriceFileColumn {
  const isOpen = !field && !isFailureColumn(column);
  return {
    column,
    field: field ? field : null,
    suggestion: isOpen ? (suggestField(nameOf(column)) ?? null) : null,
    samples: samples.map((text) => (text.length > sampleLength ? `${text.slice(0, sampleLength)}…` : text)),
  };
}
