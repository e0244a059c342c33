import { signal } from "@preact/signals";
import type { Pasted } from "../../lib/desk/paste.js";
import { t } from "../../lib/i18n.js";

/** The result of the last paste. */
export const pasteReport = signal<Pasted | undefined>(undefined);

/** Number of lines to name. */
const shownLines = 10;

/** Names the pasted lines that are no prices. */
export function PasteReport() {
  const skipped = pasteReport.value?.skipped ?? [];
  if (skipped.length === 0) return null;
  const lines = skipped.slice(0, shownLines).map(({ line, text }) => `${line}: “${text.trim().slice(0, 40)}”`);
  return (
    <div class="notice">
      <span>
        {t("{{count}} pasted lines are no prices of a product here:", { count: skipped.length })} {lines.join(", ")}
        {skipped.length > shownLines && " …"}
      </span>
      <button type="button" class="quiet" onClick={() => (pasteReport.value = undefined)}>
        {t("Close")}
      </button>
    </div>
  );
}
