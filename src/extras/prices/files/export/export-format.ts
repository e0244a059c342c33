import { inputError } from "../../../../api/call/errors.js";
import { plainDecimal } from "../../../../api/contract/scalars.js";
import { asText, csvLine, type FileColumn, fileColumns } from "../file-format.js";
import type { DecimalSign } from "../values/numbers.js";
import type { ShopWords } from "../values/shop-words.js";

/** The values of an exported price. */
export type ExportedValues = Partial<Record<FileColumn, string | number>>;

/** How an export writes its lines. */
export interface ExportFormat {
  readonly name: ExportFormatName;
  readonly header: string;
  readonly lineOf: (values: ExportedValues, words: ShopWords) => string;
}

const formatNames = ["csv", "ndjson", "xlsx", "magento-advanced-pricing"] as const;
export type ExportFormatName = (typeof formatNames)[number];

/** Reads the name of a format; CSV by default. Throws 400 for an unknown one. */
export function exportFormatNameOf(name: string | null | undefined): ExportFormatName {
  const found = formatNames.find((known) => known === (name || "csv"));
  if (found) return found;
  throw inputError("The format %format is unknown: use %known.", { format: name ?? "", known: formatNames.join(", ") });
}

/** Returns the format of an export. Throws 400 for an unknown format or locale, and for a locale of another format than CSV. */
export function exportFormatOf(name: string | null | undefined, locale: string | null | undefined): ExportFormat {
  const format = exportFormatNameOf(name);
  if (locale && format !== "csv") throw inputError("Only the format csv has a locale.");
  if (format === "ndjson") return { name: format, header: "", lineOf: (values) => `${JSON.stringify(values)}\n` };
  if (format === "magento-advanced-pricing") return advancedPricing;
  return csvOf(format, locale ? decimalOfLocale(locale) : ".", locale ? "\ufeff" : "");
}

const numberColumns: ReadonlySet<FileColumn> = new Set(["price", "quantity"]);

/** Files with a decimal comma have semicolons, as spreadsheets of these countries write them. The mark makes Excel read UTF-8. */
function csvOf(name: ExportFormatName, decimal: DecimalSign, mark: string): ExportFormat {
  const delimiter = decimal === "," ? ";" : ",";
  const textOf = (column: FileColumn, value: string | number = "") =>
    decimal === "," && numberColumns.has(column) ? String(value).replace(".", ",") : String(value);
  return {
    name,
    header: mark + csvLine(fileColumns, delimiter),
    lineOf: (values) =>
      csvLine(
        fileColumns.map((column) => asText(textOf(column, values[column]))),
        delimiter,
      ),
  };
}

function decimalOfLocale(locale: string): DecimalSign {
  try {
    const parts = new Intl.NumberFormat(locale.replaceAll("_", "-")).formatToParts(1.5);
    return parts.find(({ type }) => type === "decimal")?.value === "," ? "," : ".";
  } catch {
    throw inputError("The locale %locale is unknown: use a code such as de_DE.", { locale });
  }
}

/** Magento writes a blank before a cell that a spreadsheet would run as a formula, and ignores it when it reads the file. */
const magentoText = (cell: string) => (/^[=+\-@]/.test(cell) ? ` ${cell}` : cell);

const advancedPricing: ExportFormat = {
  name: "magento-advanced-pricing",
  header: "sku,tier_price_website,tier_price_customer_group,tier_price_qty,tier_price,tier_price_value_type\n",
  lineOf: ({ sku = "", website_id = 0, customer_group = "", quantity = "", price = "", price_type }, words) =>
    csvLine(
      [
        magentoText(String(sku)),
        words.websiteNameOf(Number(website_id)),
        customer_group === "all groups" ? "ALL GROUPS" : magentoText(String(customer_group)),
        String(quantity),
        String(price),
        price_type === "discount" ? "Discount" : "Fixed",
      ],
      ",",
    ),
};

/**
 * Formats a decimal. One with three decimal places gets a fourth, so that nobody takes the point for a thousands separator.
 */
export function exportedDecimal(value: string): string {
  const decimal = plainDecimal(value);
  return /^\d{1,3}\.\d{3}$/.test(decimal) ? `${decimal}0` : decimal;
}
