import { useState } from "preact/hooks";
import { formatTime, parseTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { callerOf, nameOf, type PriceChange } from "../../lib/prices/price-changes.js";
import { linkTo } from "../../lib/router.js";
import { timeZone } from "../../lib/shop/shop.js";
import { callText } from "../../lib/words/call-texts.js";
import { Price } from "../../parts/preview-result.js";
import { UndoChangeDialog } from "./undo-change.js";

const newestFirst = (one: PriceChange, other: PriceChange) =>
  parseTime(other.changed_at).getTime() - parseTime(one.changed_at).getTime();

interface ChangeTableProps {
  readonly changes: readonly PriceChange[];
  readonly onUndone: () => void;
}

/** The changes of prices. On a phone, each change is a card with its price before and after, its author and its undo. */
export function ChangeTable({ changes, onUndone }: ChangeTableProps) {
  const [asked, setAsked] = useState<PriceChange>();
  return (
    <section aria-label={t("Changes")}>
      <h2>{t("Changes")}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("Changes of the prices, the newest first")}>
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">{t("When, in {{zone}}", { zone: timeZone() })}</th>
              <th scope="col">{t("Price")}</th>
              <th scope="col" class="number">
                {t("Before")}
              </th>
              <th scope="col" class="number">
                {t("After")}
              </th>
              <th scope="col">{t("By")}</th>
              <th scope="col">
                <span class="visually-hidden">{t("Undo")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {[...changes].sort(newestFirst).map((change) => (
              <ChangeRow key={change.id} change={change} onUndo={() => setAsked(change)} />
            ))}
          </tbody>
        </table>
      </div>
      {asked && <UndoChangeDialog change={asked} onUndone={onUndone} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

interface ChangeRowProps {
  readonly change: PriceChange;
  readonly onUndo: () => void;
}

function ChangeRow({ change, onUndo }: ChangeRowProps) {
  const at = formatTime(parseTime(change.changed_at));
  return (
    <tr>
      <td class="nowrap when">{at}</td>
      <td class="price">{nameOf(change)}</td>
      <td class="number wraps" data-label={t("Before")}>
        <Price value={change.old} place={change} />
      </td>
      <td class="number wraps" data-label={t("After")}>
        <Price value={change.new} place={change} />
      </td>
      <td data-label={t("By")}>
        {callerOf(change)}
        <span class="block muted">
          {change.bulk_uuid ? (
            <a href={linkTo("bulks", change.bulk_uuid)}>{callText(change.call)}</a>
          ) : (
            callText(change.call)
          )}
        </span>
      </td>
      <td class="number act">
        <button
          type="button"
          class="quiet"
          aria-label={t("Undo: {{price}}, {{time}}", { price: nameOf(change), time: at })}
          onClick={onUndo}
        >
          {t("Undo…")}
        </button>
      </td>
    </tr>
  );
}
