import { signal } from "@preact/signals";
import { parseAmount, type Separator } from "../../lib/desk/amounts.js";
import { type Pasted, readPasted, separatorOf, type Target } from "../../lib/desk/paste.js";
import { enter } from "../../lib/desk/tray.js";
import { decimalSeparator, t } from "../../lib/i18n.js";
import { formatAmount } from "../../lib/prices/price-changes.js";

interface Report extends Pasted {
  readonly text: string;
  readonly target: Target;
}

/** The result of the last paste, or of the last typed amount that is ambiguous. */
const pasteReport = signal<Report | undefined>(undefined);

/** Enters a pasted column, and reports how it was read. Returns the number of changes. */
export function enterPasted(text: string, target: Target, decimal = separatorOf(text, decimalSeparator())): number {
  const pasted = readPasted(text, target, decimal);
  enter(pasted.changes);
  pasteReport.value = { ...pasted, text, target };
  return pasted.changes.length;
}

/** Says how ambiguous amounts were read, and names the pasted lines that are no prices. */
export function PasteReport() {
  const report = pasteReport.value;
  if (!report || (report.skipped.length === 0 && !report.ambiguous)) return null;
  return (
    <div class="notice" role="status">
      <span>
        {report.ambiguous && <Reading report={report} {...report.ambiguous} />}
        {report.skipped.length > 0 && <Skipped lines={report.skipped} />}
      </span>
      <button type="button" class="quiet" onClick={() => (pasteReport.value = undefined)}>
        {t("Close")}
      </button>
    </div>
  );
}

/** How the first ambiguous amount was read, and a button to read all of them the other way. */
function Reading({ report, text, value }: { readonly report: Report; readonly text: string; readonly value: string }) {
  const other: Separator = report.decimal === "." ? "," : ".";
  const otherValue = parseAmount(text, other);
  return (
    <span class="block">
      {t("“{{text}}” was read as {{amount}}.", { text, amount: formatAmount(value) })}{" "}
      {otherValue != null && (
        <button type="button" onClick={() => enterPasted(report.text, report.target, other)}>
          {t("Read as {{amount}}", { amount: formatAmount(otherValue) })}
        </button>
      )}
    </span>
  );
}

/** Number of lines to name. */
const shownLines = 10;

function Skipped({ lines }: { readonly lines: Pasted["skipped"] }) {
  const named = lines
    .slice(0, shownLines)
    .map(({ line, text }) => `${line}: ${t("“{{text}}”", { text: text.trim().slice(0, 40) })}`);
  return (
    <span class="block">
      {t("{{count}} pasted lines are no prices of a product here:", { count: lines.length })} {named.join(", ")}
      {lines.length > shownLines && " …"}
    </span>
  );
}
