import { stepBetween } from "../../lib/desk/amounts.js";
import type { MassResult } from "../../lib/desk/mass-change.js";
import { formatChange, formatCount } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { shownAmount } from "./price-cell.js";

/** Number of changes to show. */
const shown = 8;

/** The first computed prices, old and new, and how many products keep theirs. */
export function ComputedChanges({ result: { changes, left, belowZero, equal } }: { readonly result: MassResult }) {
  const notes = [
    [left, t("without such a price")],
    [belowZero, t("would not be above 0")],
    [equal, t("stay as they are")],
  ] as const;
  return (
    <div>
      <p>
        <strong>{t("{{count}} changes", { count: changes.length })}</strong>
        {notes.map(
          ([count, text]) => count > 0 && <span key={text} class="muted">{` · ${formatCount(count)} ${text}`}</span>,
        )}
      </p>
      {changes.length > 0 && (
        <table class="computed">
          <tbody>
            {changes.slice(0, shown).map(({ sku, store, old, value }) => {
              const step = stepBetween(old, value);
              return (
                <tr key={sku}>
                  <th scope="row">{sku}</th>
                  <td class="number">{shownAmount(old, store)}</td>
                  <td class="number">→ {shownAmount(value, store)}</td>
                  <td class="number">{step === undefined ? "–" : formatChange(step)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}
