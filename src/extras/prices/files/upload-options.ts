import { inputError, notFound } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { type PriceKind, priceKind } from "../../../commerce/pricing/closed-sets.types.js";
import { choiceOfEntries, columnChoiceOf } from "./forms/column-choice.js";
import { findMapping } from "./mappings/mappings.rows.js";
import type { ReadOptions } from "./reading/read-parts.js";
import { charsetOf } from "./reading/file-text.js";
import { decimalOf } from "./values/numbers.js";
import { readShopWords } from "./values/shop-words.sql.js";

/** What an upload says about its file, as text. */
export interface UploadOptions {
  readonly kind?: string | null | undefined;
  readonly decimal?: string | null | undefined;
  readonly empty?: string | null | undefined;
  readonly charset?: string | null | undefined;
  readonly sheet?: string | null | undefined;
  readonly headerLine?: number | null | undefined;
  readonly columns?: string | null | undefined;
  readonly mapping?: string | null | undefined;
}

/** Descriptions of the options, for the operations that have them. */
export const uploadDescriptions = {
  file: "The content of the file. Over REST, the request body can be the file itself: CSV, NDJSON, a JSON array or an .xlsx workbook, optionally compressed with gzip.",
  format: "`csv`, `ndjson` or `json`; by default the content decides.",
  kind: "Kind of the prices of rows without a kind: `base` (the default), `special`, `cost` or `tier`.",
  decimal: "Decimal separator: `.` or `,`; by default the cells of the file decide. An ambiguous file is rejected.",
  empty: "`delete` if an empty cell deletes its value; default: `keep`, so that an empty cell changes nothing.",
  charset: "Charset of the file, such as `windows-1252`; default: UTF-8, or what a byte order mark says.",
  sheet: "Name of the sheet of a workbook; default: the first one.",
  headerLine: "Line of the header, from 1; by default it is found. In the query it can be written `header-line`.",
  columns:
    '`ignore` leaves unknown columns out. A JSON object says what columns mean: `{"Art.-Nr.":"sku","Preis":"price"}`.',
  mapping: "Name of a saved mapping of columns.",
} as const;

/** Reads the options of an upload; those of a saved mapping apply where the upload says nothing. Throws 400 and 404. */
export async function readOptionsOf(db: Db, given: UploadOptions): Promise<ReadOptions> {
  const saved = given.mapping ? await findMapping(db, given.mapping) : undefined;
  if (given.mapping && !saved) throw mappingNotFound(given.mapping);
  const { headerLine, columns } = given;
  if (headerLine != null && headerLine < 1)
    throw inputError("The header line %line is invalid: lines count from 1.", { line: headerLine });
  return {
    kind: kindOf(given.kind || saved?.kind),
    decimal: decimalOf(given.decimal || saved?.decimal),
    emptyDeletes: emptyOf(given.empty || saved?.empty) === "delete",
    charset: charsetOf(given.charset || saved?.charset),
    sheet: given.sheet || undefined,
    headerLine: headerLine ?? undefined,
    choice: columns || !saved ? columnChoiceOf(columns) : choiceOfEntries(saved.columns),
    currency: (await readShopWords(db)).currencyOf(0),
  };
}

/** Reads the parameter `kind`. Throws 400 for an unknown kind. */
export function kindOf(text: string | null | undefined): PriceKind | undefined {
  if (!text) return undefined;
  const kind = priceKind.list.find((known) => known === text.trim().toLowerCase());
  if (kind !== undefined) return kind;
  throw inputError("The kind %kind is unknown: use %known.", { kind: text, known: priceKind.list.join(", ") });
}

/** Reads the parameter `empty`. Throws 400 for an unknown word. */
export function emptyOf(text: string | null | undefined): "keep" | "delete" {
  if (!text || text === "keep") return "keep";
  if (text === "delete") return "delete";
  throw inputError("The choice %empty for empty cells is unknown: use keep or delete.", { empty: text });
}

export const mappingNotFound = (wanted: string) =>
  notFound("There is no mapping of columns with the name %name.", { name: wanted });
