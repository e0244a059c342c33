import type { Bulk, Progress } from "../lib/bulks.js";
import { formatCount, formatRate, formatSeconds, percent } from "../lib/format.js";
import { t } from "../lib/i18n.js";

export type Count = readonly [label: string, count: number, kind: "good" | "bad" | ""];

/** Numbers with a label; those that are not 0 have the color of their kind. */
export const Counts = ({ counts }: { readonly counts: readonly Count[] }) => (
  <dl class="counts">
    {counts.map(([label, count, kind]) => (
      <div key={label} class={count > 0 ? kind : ""}>
        <dt>{label}</dt>
        <dd>{formatCount(count)}</dd>
      </div>
    ))}
  </dl>
);

interface ProgressBarProps {
  readonly progress: Progress;
  /** Name of the task in progress, for screen readers. */
  readonly label: string;
}

/** Parts of a bulk that succeeded and failed, out of all. */
export function ProgressBar({ progress, label }: ProgressBarProps) {
  const { total, open, rejected } = progress;
  const done = percent(total - open, total);
  const width = (part: number) => ({ width: `${total === 0 ? 0 : (part / total) * 100}%` });
  const bad = partOfFailures(progress);
  return (
    <div
      class="bar"
      role="progressbar"
      aria-label={label}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${done} %: ${summary(progress)}`}
    >
      <span class="good" style={width(total - open - rejected - bad)} />
      <span class="bad" style={width(bad)} />
      <span class="dull" style={width(rejected)} />
    </div>
  );
}

/** Returns the part of the ended operations that the failed rows are of their rows. */
const partOfFailures = ({ total, open, rejected, failed, rows, failedRows }: Progress): number =>
  rows === 0 ? failed : Math.max(failed, ((total - open - rejected) * failedRows) / rows);

/** `2,000 of 10,000 · 312 a second · 25 s left`. */
function summary({ total, rows, open, isFinished, perSecond, secondsLeft, consumers }: Progress): string {
  if (isFinished)
    return rows === total
      ? t("{{number}} operations", { count: total, number: formatCount(total) })
      : t("{{rows}} in {{calls}}", {
          rows: t("{{number}} rows", { count: rows, number: formatCount(rows) }),
          calls: t("{{number}} calls", { count: total, number: formatCount(total) }),
        });
  const parts = [t("{{part}} of {{total}}", { part: formatCount(total - open), total: formatCount(total) })];
  if (consumers === 0) return [...parts, t("no consumer is running")].join(" · ");
  if (perSecond) parts.push(formatRate(perSecond));
  if (secondsLeft !== null && secondsLeft > 0) parts.push(t("{{time}} left", { time: formatSeconds(secondsLeft) }));
  return parts.join(" · ");
}

/** The same of a bulk, or the rows of a synchronous call: `2,000 rows · at once`. */
export const summaryOf = ({ is_synchronous: isSynchronous }: Bulk, progress: Progress): string =>
  isSynchronous
    ? `${t("{{number}} rows", { count: progress.rows, number: formatCount(progress.rows) })} · ${t("not queued")}`
    : summary(progress);

const labels = () => ({
  ...{ running: t("Running"), complete: t("Complete"), failed: t("With failures"), canceled: t("Canceled") },
});

/** The state of a bulk, in a word. */
export function StateBadge({ progress }: { readonly progress: Progress }) {
  const state = stateOf(progress);
  return <span class={`badge ${state}`}>{labels()[state]}</span>;
}

function stateOf({ isFinished, failed, failedRows, rejected }: Progress): keyof ReturnType<typeof labels> {
  if (!isFinished) return "running";
  return failed + failedRows > 0 ? "failed" : rejected > 0 ? "canceled" : "complete";
}
