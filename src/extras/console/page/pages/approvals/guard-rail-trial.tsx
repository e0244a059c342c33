import { useState } from "preact/hooks";
import { json } from "../../lib/api.js";
import { formatChange, formatCount, formatTime, parseTime } from "../../lib/format.js";
import { useAction } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import type { GuardRail } from "../../lib/prices/guard-rails.js";
import { callerOf, formatPrice, nameOf, type PriceChange } from "../../lib/prices/price-changes.js";
import { Problem } from "../../parts/notice.js";

/** The response of `POST /V1/price-guard-rails/trial`. */
interface Trial {
  readonly examined: number;
  readonly stopped: number;
  readonly calls: number;
  readonly largest: readonly {
    readonly change: PriceChange;
    readonly percent: number | null;
    readonly limit: "rise" | "fall" | "floor" | "ceiling" | "rows";
  }[];
}

const days = 30;

const limitNames = () => ({
  rise: t("rise"),
  fall: t("fall"),
  floor: t("too close to the cost"),
  ceiling: t("above the highest price"),
  rows: t("too many prices in one call"),
});

/** Says what the guard-rail of the form would have stopped. `readForm` throws for a field that is no number. */
export function GuardRailTrial({ readForm }: { readonly readForm: () => Omit<GuardRail, "id"> }) {
  const [trial, setTrial] = useState<Trial>();
  const trying = useAction(async () => {
    setTrial(undefined);
    setTrial(await json<Trial>("POST", "/V1/price-guard-rails/trial", { body: { guardRail: readForm(), days } }));
  });
  return (
    <section class="trial" aria-label={t("Try")}>
      <div class="buttons start">
        <button type="button" disabled={trying.isBusy} onClick={trying.run}>
          {trying.isBusy ? t("Working…") : t("What would it have stopped in the last {{days}} days?", { days })}
        </button>
      </div>
      {trying.error && <Problem>{trying.error}</Problem>}
      <div role="status">{trial && <Result trial={trial} />}</div>
    </section>
  );
}

const Result = ({ trial: { examined, stopped, calls, largest } }: { readonly trial: Trial }) => (
  <>
    <p>
      {stopped === 0
        ? t("None of {{number}} changes.", { number: formatCount(examined) })
        : t("{{stopped}} of {{number}} changes, in {{calls}}.", {
            stopped: formatCount(stopped),
            number: formatCount(examined),
            calls: t("{{number}} calls", { count: calls, number: formatCount(calls) }),
          })}
    </p>
    {largest.length > 0 && (
      <div class="scroll" tabIndex={0} role="region" aria-label={t("The largest changes that it would have stopped")}>
        <table>
          <caption>
            {largest.length < stopped ? t("The largest {{count}}", { count: largest.length }) : t("The largest first")}
          </caption>
          <tbody>
            {largest.map((row) => (
              <TrialRow key={row.change.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    )}
  </>
);

const TrialRow = ({ row: { change, percent, limit } }: { readonly row: Trial["largest"][number] }) => (
  <tr>
    <th scope="row">
      {change.sku}
      <span class="block muted">{nameOf(change)}</span>
    </th>
    <td>
      {formatPrice(change.old, change)} → {formatPrice(change.new, change)}
      <span class="block muted">{limitNames()[limit]}</span>
    </td>
    <td class="number">{percent === null ? "" : formatChange(percent)}</td>
    <td>
      {callerOf(change)}
      <span class="block muted">{formatTime(parseTime(change.changed_at))}</span>
    </td>
  </tr>
);
