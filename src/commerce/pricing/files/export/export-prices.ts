import { inputError } from "../../../../api/call/errors.js";
import type { Config } from "../../../../config.js";
import { plainDecimal } from "../../../../api/contract/scalars.js";
import type { Db } from "../../../../platform/db/database.js";
import { type ExportedPrices, type ExportedTier, readPrices, readTiers } from "./export.sql.js";
import { csvLine, exportedCsv, type FileFormat, fileColumns, headerOf, ndjson } from "../file-format.js";
import { type PriceKind, priceKind } from "../../closed-sets.types.js";

/** The prices to export and the format of the file. */
export interface Export {
  readonly kinds: readonly PriceKind[];
  readonly format: FileFormat;
  readonly scope: Config["PORTICO_PRICE_SCOPE"];
}

/** Parses the parameters of an export. Throws 400 for an unknown kind or format. */
export function exportOf(
  { kinds, format }: { readonly kinds?: string | null | undefined; readonly format?: string | null | undefined },
  { PORTICO_PRICE_SCOPE: scope }: Pick<Config, "PORTICO_PRICE_SCOPE">,
): Export {
  const wanted = kinds ? kinds.split(",").map((kind) => kind.trim().toLowerCase()) : priceKind.list;
  const unknown = wanted.find((kind) => !priceKind.has(kind));
  if (unknown !== undefined) {
    throw inputError("The kind %kind is unknown: use %known.", { kind: unknown, known: priceKind.list.join(", ") });
  }
  return { kinds: priceKind.list.filter((kind) => wanted.includes(kind)), format: formatOf(format), scope };
}

/** Returns the file format with a name; CSV by default. Throws 400 for an unknown name. */
export function formatOf(name: string | null | undefined): FileFormat {
  if (!name || name === "csv") return exportedCsv;
  if (name === "ndjson") return ndjson;
  throw inputError("The format %format is unknown: use csv or ndjson.", { format: name });
}

/** A page of a file, and the cursor of the next page; null after the last page. */
export interface ExportPage {
  readonly content: string;
  readonly next: string | null;
}

/** Returns the next page of an export. The first page begins with the header. Throws 400 for an unknown cursor. */
export async function exportPage(db: Db, wanted: Export, after: string | null | undefined): Promise<ExportPage> {
  const header = after ? "" : headerOf(wanted.format);
  const hasPrices = wanted.kinds.some((kind) => kind !== "tier");
  const { productId, storeId, tier } = cursorOf(after);
  if (tier === undefined && hasPrices) {
    const rows = await readPrices(db, { productId, storeId }, wanted);
    const last = rows.at(-1);
    if (last) {
      const content = rows.map((row) => linesOf(row, wanted)).join("");
      return { content: header + content, next: `p${last.product_id}.${last.store_id}` };
    }
  }
  const rows = wanted.kinds.includes("tier") ? await readTiers(db, tier ?? 0, wanted) : [];
  const last = rows.at(-1);
  const content = header + rows.map((row) => tierLine(row, wanted.format)).join("");
  return { content, next: last ? `t${last.id}` : null };
}

function cursorOf(after: string | null | undefined) {
  if (!after) return { productId: 0, storeId: -1, tier: undefined };
  const [, product, store, tier] = /^(?:p(\d{1,9})\.(\d{1,9})|t(\d{1,9}))$/.exec(after) ?? [];
  if (product === undefined && tier === undefined) throw inputError("The cursor %after is unknown.", { after });
  return { productId: Number(product), storeId: Number(store), tier: tier === undefined ? undefined : Number(tier) };
}

type Values = Partial<Record<(typeof fileColumns)[number], string | number>>;

function linesOf(row: ExportedPrices, { kinds, format }: Export): string {
  const { sku, store_id } = row;
  const line = (kind: PriceKind, price: string | null, more: Values = {}) =>
    price !== null && kinds.includes(kind)
      ? fileLine({ kind, sku, store_id, price: plainDecimal(price), ...more }, format)
      : "";
  const dates = {
    ...(row.special_from === null ? {} : { price_from: row.special_from }),
    ...(row.special_to === null ? {} : { price_to: row.special_to }),
  };
  return line("base", row.price) + line("special", row.special_price, dates) + line("cost", row.cost);
}

const tierLine = ({ sku, website_id, customer_group, quantity, price, price_type }: ExportedTier, format: FileFormat) =>
  fileLine(
    {
      kind: "tier",
      sku,
      website_id,
      customer_group,
      quantity: plainDecimal(quantity),
      price: plainDecimal(price),
      price_type,
    },
    format,
  );

/** Formats a row. In NDJSON, decimals are strings, so that no reader rounds them. */
const fileLine = (values: Values, { format, delimiter }: FileFormat): string =>
  format === "ndjson"
    ? `${JSON.stringify(values)}\n`
    : csvLine(
        fileColumns.map((name) => String(values[name] ?? "")),
        delimiter,
      );
