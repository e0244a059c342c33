import { inputError } from "../../../../api/call/errors.js";
import type { Config } from "../../../../config.js";
import type { Db } from "../../../../platform/db/database.js";
import { type ExportedPrices, type ExportedTier, readPrices, readTiers } from "./export.sql.js";
import { exportedDecimal, type ExportedValues, type ExportFormat, exportFormatOf } from "./export-format.js";
import { type PriceKind, priceKind } from "../../../../commerce/pricing/closed-sets.types.js";
import type { ProductFilter } from "../../desk/priced-products.sql.js";
import type { ShopWords } from "../values/shop-words.js";
import { readShopWords } from "../values/shop-words.sql.js";

/** The prices to export and the format of the file. */
export interface Export {
  readonly kinds: readonly PriceKind[];
  readonly format: ExportFormat;
  readonly scope: Config["PORTICO_PRICE_SCOPE"];
  /** The products whose prices to export; absent for all. */
  readonly filter?: ProductFilter | undefined;
}

/** The parameters of an export. */
interface GivenExport {
  readonly kinds?: string | null | undefined;
  readonly format?: string | null | undefined;
  readonly locale?: string | null | undefined;
}

/** Parses the parameters of an export. Throws 400 for an unknown kind, format or locale. */
export function exportOf(
  { kinds, format: name, locale }: GivenExport,
  { PORTICO_PRICE_SCOPE: scope }: Pick<Config, "PORTICO_PRICE_SCOPE">,
): Export {
  const format = exportFormatOf(name, locale);
  if (format.name === "xlsx") throw inputError("A workbook is answered only as a file, not as JSON.");
  const all: readonly string[] = format.name === "magento-advanced-pricing" ? ["tier"] : priceKind.list;
  const wanted = kinds ? kinds.split(",").map((kind) => kind.trim().toLowerCase()) : all;
  const unknown = wanted.find((kind) => !all.includes(kind));
  if (unknown !== undefined) {
    throw inputError("The kind %kind is unknown: use %known.", { kind: unknown, known: all.join(", ") });
  }
  return { kinds: priceKind.list.filter((kind) => wanted.includes(kind)), format, scope };
}

/** A page of a file, and the cursor of the next page; null after the last page. */
export interface ExportPage {
  readonly content: string;
  readonly next: string | null;
}

/** Returns the next page of an export. The first page begins with the header. Throws 400 for an unknown cursor. */
export async function exportPage(db: Db, wanted: Export, after: string | null | undefined): Promise<ExportPage> {
  const header = after ? "" : wanted.format.header;
  const hasPrices = wanted.kinds.some((kind) => kind !== "tier");
  const { productId, storeId, tier } = cursorOf(after);
  const words = await readShopWords(db);
  if (tier === undefined && hasPrices) {
    const rows = await readPrices(db, { productId, storeId }, wanted);
    const last = rows.at(-1);
    if (last) {
      const content = rows.map((row) => linesOf(row, wanted, words)).join("");
      return { content: header + content, next: `p${last.product_id}.${last.store_id}` };
    }
  }
  const rows = wanted.kinds.includes("tier") ? await readTiers(db, tier ?? 0, wanted) : [];
  const last = rows.at(-1);
  const content = header + rows.map((row) => wanted.format.lineOf(tierValues(row), words)).join("");
  return { content, next: last ? `t${last.id}` : null };
}

function cursorOf(after: string | null | undefined) {
  if (!after) return { productId: 0, storeId: -1, tier: undefined };
  const [, product, store, tier] = /^(?:p(\d{1,9})\.(\d{1,9})|t(\d{1,9}))$/.exec(after) ?? [];
  if (product === undefined && tier === undefined) throw inputError("The cursor %after is unknown.", { after });
  return { productId: Number(product), storeId: Number(store), tier: tier === undefined ? undefined : Number(tier) };
}

function linesOf(row: ExportedPrices, { kinds, format }: Export, words: ShopWords): string {
  const { sku, store_id } = row;
  const line = (kind: PriceKind, price: string | null, more: ExportedValues = {}) =>
    price !== null && kinds.includes(kind)
      ? format.lineOf({ kind, sku, store_id, price: exportedDecimal(price), ...more }, words)
      : "";
  const dates = {
    ...(row.special_from === null ? {} : { price_from: row.special_from }),
    ...(row.special_to === null ? {} : { price_to: row.special_to }),
  };
  return line("base", row.price) + line("special", row.special_price, dates) + line("cost", row.cost);
}

const tierValues = ({
  quantity,
  price,
  sku,
  website_id,
  customer_group,
  price_type,
}: ExportedTier): ExportedValues => ({
  ...{ kind: "tier", sku, website_id, customer_group },
  ...{ quantity: exportedDecimal(quantity), price: exportedDecimal(price), price_type },
});
