import { localeOf } from "../translate.js";

/** How a file is read, apart from what its content shows. Empty for what the file decides. */
export interface UploadOptions {
  readonly policy: string;
  readonly kind: string;
  readonly decimal: string;
  readonly empty: string;
  /** `ignore`, or a JSON object of fields by their columns. */
  readonly columns: string;
  /** Name of a saved mapping. */
  readonly mapping: string;
}

/** Options with which the file decides everything. */
export const defaultOptions: UploadOptions = {
  ...{ policy: "skip-failed", kind: "", decimal: "", empty: "", columns: "", mapping: "" },
};

/** The content decides what a file is. */
export const fileHeaders = { "Content-Type": "application/octet-stream" };

const withQuery = (path: string, options: Partial<UploadOptions>): string => {
  const given = Object.entries(options).filter(([, value]) => value !== "");
  return `${path}?${new URLSearchParams(given).toString()}`;
};

/** Returns the path to which a file is sent. */
export const uploadPath = (options: UploadOptions): string => withQuery("/V1/price-imports", options);

/** Returns the path that describes the columns of a file. */
export const columnsPath = ({ columns, mapping }: UploadOptions): string =>
  withQuery("/V1/price-imports/columns", { columns, mapping });

/** Bytes of a file that have its header and its first rows. */
const headSize = 1 << 20;

/** Returns the part of a file that has its header. A workbook, a compressed file and a JSON array are needed whole. */
export const headOf = (file: File): Blob =>
  /\.(csv|tsv|txt|ndjson|jsonl)$/i.test(file.name) ? file.slice(0, headSize) : file;

/** The response of `POST /V1/price-imports/columns`. */
export interface FileColumns {
  readonly form: string | null;
  readonly header_line: number | null;
  readonly columns: readonly {
    readonly column: string;
    readonly field: string | null;
    readonly suggestion: string | null;
    readonly samples: readonly string[];
  }[];
}

/** An entry of `GET /V1/price-import-mappings`. */
export interface Mapping {
  readonly name: string;
  readonly columns: readonly { readonly column: string; readonly field: string }[];
  readonly kind?: string | null;
  readonly decimal?: string | null;
  readonly empty?: string | null;
}

/** Codes of rows that a guard-rail stopped. */
export const stoppedCodes: readonly string[] = [
  "price_rise",
  "price_fall",
  "price_below_floor",
  "price_above_ceiling",
  "price_row_limit",
];

/** Formats an export of prices as a path. The locale decides the separators of a CSV file. */
export function exportPath(
  { format, kinds }: { format: string; kinds: readonly string[] },
  filter?: URLSearchParams,
): string {
  const query = new URLSearchParams(filter);
  query.set("format", format);
  if (kinds.length > 0) query.set("kinds", kinds.join());
  if (format !== "ndjson" && localeOf("numbers") === "de") query.set("locale", "de_DE");
  return `/V1/price-exports?${query.toString()}`;
}

/** A filter that no product matches, for a file with a header only. */
export function noProducts(): URLSearchParams {
  const filter = "searchCriteria[filter_groups][0][filters][0]";
  return new URLSearchParams({ [`${filter}[field]`]: "id", [`${filter}[value]`]: "0" });
}
