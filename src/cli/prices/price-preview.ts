import type {
  PriceFileChange,
  PriceFileValue,
  PriceImportPreview,
} from "../../commerce/pricing/files/price-files.types.js";
import { table } from "../output.js";

/** Maximum number of printed changes, and of printed failures. */
const maxPrinted = 20;

/** Returns the lines of a preview: the counts, the first changes and the first failures. */
export function previewLines(preview: PriceImportPreview): string[] {
  const { rows, written, unchanged, failed, skipped, total_changes, changes, failures } = preview;
  return [
    `Of ${rows} rows, ${written} would be written, ${unchanged} are unchanged, ${failed} would fail, ${skipped} are skipped.`,
    ...(changes.length > 0 ? ["", ...table(changes.slice(0, maxPrinted).map(changeRow))] : []),
    ...moreLine(total_changes, "changes"),
    ...(failures.length > 0 ? ["", ...failures.slice(0, maxPrinted).map(failureLine)] : []),
    ...moreLine(failed, "failed rows"),
  ];
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
