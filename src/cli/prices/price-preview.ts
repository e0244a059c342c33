import type {
  PriceFileChange,
  PriceFilePage,
  PriceFileValue,
  PriceImportPreview,
} from "../../extras/prices/files/price-files.types.js";
import type { FileReading } from "../../extras/prices/files/describe-reading.js";
import { table } from "../output.js";
import type { PriceApi } from "./price-api.js";

/** Maximum number of printed changes, and of printed failures. */
const maxPrinted = 20;

/** Returns the lines of a preview: the counts, the first changes and the first failures. */
export function previewLines(preview: PriceImportPreview): string[] {
  const { rows, written, deleted, unchanged, failed, skipped, total_changes, changes, failures, warnings } = preview;
  const more = `${deleted} deleted, ${unchanged} are unchanged, ${failed} would fail, ${skipped} are skipped`;
  return [
    readingLine(preview),
    `Of ${rows} rows, ${written} would be written, ${more}.`,
    ...(changes.length > 0 ? ["", ...table(changes.slice(0, maxPrinted).map(changeRow))] : []),
    ...moreLine(total_changes, "changes"),
    ...(failures.length > 0 ? ["", ...failures.slice(0, maxPrinted).map(failureLine)] : []),
    ...moreLine(failed, "failed rows"),
    ...(warnings.length > 0 ? ["", ...warnings.slice(0, maxPrinted).map((row) => `warning, ${failureLine(row)}`)] : []),
    ...moreLine(preview.total_warnings, "warnings"),
  ];
}

/** Returns a sentence that says how a file is read. */
export function readingLine({ form, decimal, header_line, left_out_columns }: FileReading): string {
  const header = header_line === null ? "" : `, header in line ${header_line}`;
  const left = left_out_columns.length === 0 ? "" : ` Columns left out: ${left_out_columns.join(", ")}.`;
  return `The file is read as ${form}, decimal separator "${decimal}"${header}.${left}`;
}

/** Returns the first rows of a list of an import, each with its reason. */
export async function firstRows(api: PriceApi, path: string): Promise<string[]> {
  const reply = await api.call(path, { headers: { Accept: "application/json" } });
  const { content } = (await reply.json()) as PriceFilePage;
  const lines = content.trimEnd().split("\n");
  return ["", ...lines.slice(0, maxPrinted + 1), ...moreLine(lines.length - 1, "rows")];
}

const moreLine = (count: number, noun: string) => (count > maxPrinted ? [`… ${count - maxPrinted} more ${noun}`] : []);

const changeRow = (change: PriceFileChange): string[] => [
  change.sku,
  change.kind,
  change.store_id === null
    ? `website ${change.website_id}, ${change.customer_group}, from ${change.quantity}`
    : `store ${change.store_id}`,
  `${valueText(change.old)} → ${valueText(change.new)}`,
  change.change_percent === null ? "" : `${change.change_percent} %`,
];

const valueText = (value: PriceFileValue | null): string =>
  value === null ? "none" : `${value.price}${value.price_type === "discount" ? " % off" : ""}`;

const failureLine = ({ line, message }: PriceImportPreview["failures"][number]) => `line ${line}: ${message}`;
