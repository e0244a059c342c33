import type { FileFormat } from "../file-format.js";
import type { ShopWords } from "../values/shop-words.js";
import { csvLineWithReason, parseCsv, type PartText } from "./csv-rows.js";
import type { FileRow, RowFailure, RowPlace } from "./file-row.js";
import { jsonLineWithReason, parseNdjson } from "./json-rows.js";

/** Parses the rows of a part. A row that cannot be read has a failure. Rows whose cells are all empty are left out. */
export const parseRows = (text: PartText, format: FileFormat, words: ShopWords): FileRow[] =>
  format.format === "csv" ? parseCsv(text, format, words) : parseNdjson(text, format, words);

/** Formats a row in the format of its file, with the reason why it failed or deserves a look. */
export const lineWithReason = (row: RowPlace, reason: RowFailure, format: FileFormat): string =>
  format.format === "ndjson" ? jsonLineWithReason(row, reason) : csvLineWithReason(row, reason, format);
