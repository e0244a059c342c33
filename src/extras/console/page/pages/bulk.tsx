import { useState } from "preact/hooks";
import { criteria, json, read } from "../lib/api.js";
import { type Bulk, type Progress, nameOfUser } from "../lib/bulks.js";
import { titleOf } from "../lib/bulk-titles.js";
import { formatCount, formatRate, formatSeconds, formatTime, parseTime, percent } from "../lib/format.js";
import { type Loaded, useInterval, useLoaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { linkTo } from "../lib/router.js";
import { useProgress } from "../lib/use-progress.js";
import { Empty, WhileLoading, announce } from "../parts/notice.js";
import { type Count, Counts, ProgressBar, StateBadge, summaryOf } from "../parts/progress.js";
import { CancelDialog, RetryDialog, UndoBulkDialog, UndoCallDialog } from "./bulk-actions.js";
import { ChangedPrices } from "./changed-prices.js";
import { FailedRowsTable } from "./failed-rows.js";
import { ImportRows, isImport } from "./files/import-rows.js";

/** One bulk: its progress, its failures, and the possible actions. */
export function BulkView({ uuid }: { readonly uuid: string }) {
  const path = `/V1/bulks?${criteria({ filters: [["bulk_uuid", uuid]] })}&withSynchronous=true`;
  const found = useLoaded(path, async () => (await read<{ items: readonly Bulk[] }>(path)).items);
  return (
    <>
      <p class="crumbs">
        <a href={linkTo("bulks")}>{t("Bulks")}</a>
      </p>
      <WhileLoading from={found}>
        {([bulk]) =>
          bulk ? (
            <BulkDetail bulk={bulk} from={found} />
          ) : (
            <Empty title={t("This bulk does not exist")}>
              {t("It may have been removed: old bulks are deleted after some weeks.")}
            </Empty>
          )
        }
      </WhileLoading>
    </>
  );
}

interface BulkDetailProps {
  readonly bulk: Bulk;
  readonly from: Loaded<readonly Bulk[]>;
}

function BulkDetail({ bulk, from }: BulkDetailProps) {
  const progress = useProgress(bulk, true, () => {
    announce(t("The bulk is finished."));
    from.reload();
  });
  // A retry by another user starts the bulk again.
  useInterval(from.reload, bulk.state === "running" ? 5000 : 15_000);
  return (
    <>
      <div class="heading">
        <h1>{titleOf(bulk)}</h1>
        <Actions bulk={bulk} progress={progress} reload={from.reload} />
      </div>
      <section class="card status" aria-label={t("Progress")}>
        <div class="status-line">
          <StateBadge progress={progress} />
          <span class="numbers">
            {progress.isFinished ? "" : `${percent(progress.total - progress.open, progress.total)} %`}
          </span>
          <span class="muted numbers">{summaryOf(bulk, progress)}</span>
        </div>
        <ProgressBar progress={progress} label={t("Progress of this bulk")} />
        {!isImport(bulk) && <Counts counts={countsOf(progress)} />}
      </section>
      <Facts bulk={bulk} />
      {isImport(bulk) && <ImportRows bulk={bulk} />}
      {!isImport(bulk) && <FailedRowsTable bulk={bulk} failed={progress.failedRows} />}
      {progress.isFinished && changesPrices(bulk) && <ChangedPrices bulk={bulk} />}
    </>
  );
}

/** Counts of rows; open and canceled operations count as one row each. */
const countsOf = ({ open, rows, failedRows, rejected }: Progress): readonly Count[] => [
  [t("Rows that succeeded"), Math.max(0, rows - failedRows - open - rejected), "good"],
  [t("Rows that failed"), failedRows, "bad"],
  [t("Waiting"), open, ""],
  [t("Canceled"), rejected, ""],
];

function Facts({ bulk }: { readonly bulk: Bulk }) {
  const started = parseTime(bulk.start_time);
  const finished = bulk.finished_at === null ? undefined : parseTime(bulk.finished_at);
  const facts: readonly (readonly [string, string])[] = [
    [t("Sent by"), nameOfUser(bulk)],
    [bulk.is_synchronous ? t("Started") : t("Accepted"), formatTime(started)],
    ...(finished ? [[t("Finished"), finishText(bulk, started, finished)] as const] : []),
    [t("Call"), `${bulk.route}: ${bulk.description}`],
    [t("Store"), bulk.store_code ?? "default"],
    ...(bulk.is_synchronous ? [] : [[t("Id"), bulk.bulk_uuid] as const]),
    [t("Request"), bulk.request_id],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function finishText({ per_second: rate }: Bulk, started: Date, finished: Date): string {
  const seconds = (finished.getTime() - started.getTime()) / 1000;
  // The start is rounded to a second, and can be after a quick end.
  const time = formatTime(seconds < 0 ? started : finished);
  if (seconds < 1) return time;
  const duration = formatSeconds(seconds);
  return rate
    ? t("{{time}}, after {{duration}} ({{rate}})", { time, duration, rate: formatRate(rate) })
    : t("{{time}}, after {{duration}}", { time, duration });
}

interface ActionsProps {
  readonly bulk: Bulk;
  readonly progress: Progress;
  readonly reload: () => void;
}

/** Routes that write prices, whose bulks can be undone. */
const changesPrices = ({ route }: Bulk) => /price|cost|\/products\b/i.test(route);

function Actions({ bulk, progress, reload }: ActionsProps) {
  const [asked, setAsked] = useState<"retry" | "cancel" | "undo">();
  const close = () => setAsked(undefined);
  const act = async (method: string, path: string, body?: unknown) => {
    const count = await json<number>(method, `/V1/bulk/${bulk.bulk_uuid}${path}`, body === undefined ? {} : { body });
    announce(t("{{number}} operations", { count, number: formatCount(count) }));
    reload();
  };
  const canUndo = progress.isFinished && progress.complete > 0 && changesPrices(bulk);
  return (
    <div class="buttons">
      {!progress.isFinished && (
        <button type="button" onClick={() => setAsked("cancel")}>
          {t("Cancel")}
        </button>
      )}
      {progress.isFinished && progress.failed > 0 && (
        <button type="button" onClick={() => setAsked("retry")}>
          {t("Retry failed")}
        </button>
      )}
      {canUndo && (
        <button type="button" onClick={() => setAsked("undo")}>
          {t("Undo…")}
        </button>
      )}
      {asked === "cancel" && <CancelDialog open={progress.open} onConfirm={() => act("DELETE", "")} onClose={close} />}
      {asked === "retry" && (
        <RetryDialog
          failed={progress.failed}
          onConfirm={() => act("POST", "/retry", { includeFailed: true })}
          onClose={close}
        />
      )}
      {asked === "undo" && <UndoOfBulk {...{ bulk, reload }} onClose={close} />}
    </div>
  );
}

interface UndoOfBulkProps extends Pick<ActionsProps, "bulk" | "reload"> {
  readonly onClose: () => void;
}

const UndoOfBulk = ({ bulk, reload, onClose }: UndoOfBulkProps) =>
  bulk.is_synchronous ? (
    <UndoCallDialog requestId={bulk.request_id} onUndone={reload} onClose={onClose} />
  ) : (
    <UndoBulkDialog uuid={bulk.bulk_uuid} onClose={onClose} />
  );
