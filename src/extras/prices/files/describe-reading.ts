import type { FileFormat } from "./file-format.js";

/** How a file is read, for the answer to an upload. */
export interface FileReading {
  /** The recognized form, such as `shopify`. */
  readonly form: string;
  /** The line of the header; null without one. */
  readonly header_line: number | null;
  readonly decimal: string;
  /** The columns that are left out. */
  readonly left_out_columns: readonly string[];
}

/** Describes how a file is read. */
export function describeReading({ columns, reading }: FileFormat): FileReading {
  const { form, fields, headerLine, decimal } = reading;
  const isFailure = (name: string) => /^(?:code|message)$/i.test(name);
  const left = fields.length === 0 ? [] : columns.filter((name, index) => fields[index] === "" && !isFailure(name));
  return { form, header_line: headerLine || null, decimal, left_out_columns: left };
}
