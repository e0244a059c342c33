import { useState } from "preact/hooks";
import { criteria, read } from "../lib/api.js";
import { type Bulk, nameOfUser, runningOf } from "../lib/bulks.js";
import { titleOf } from "../lib/bulk-titles.js";
import { formatAge, formatCount, formatTime, parseTime } from "../lib/format.js";
import { useInterval, useLoaded } from "../lib/hooks.js";
import { splitAtMark, t } from "../lib/i18n.js";
import { linkTo } from "../lib/router.js";
import { useProgress } from "../lib/use-progress.js";
import { Choice } from "../parts/choice.js";
import { Empty, WhileLoading } from "../parts/notice.js";
import { Pager } from "../parts/pager.js";
import { ProgressBar, StateBadge, summaryOf } from "../parts/progress.js";

interface Page {
  readonly items: readonly Bulk[];
  readonly total_count: number;
}

const pageSize = 20;
/** Number of bulks followed live: a browser opens few connections to one host. The others show the state in the list. */
const followed = 3;
const states = [
  { value: "", label: t("All") },
  { value: "running", label: t("Running") },
  { value: "failed", label: t("With failures") },
  { value: "complete", label: t("Complete") },
];

/** Bulks as they run, the newest first. */
export function BulksView() {
  const [state, setState] = useState("");
  const [page, setPage] = useState(1);
  const filters = state === "" ? [] : ([["state", state]] as const);
  const path = `/V1/bulks?${criteria({ filters, size: pageSize, page })}&withSynchronous=true`;
  const bulks = useLoaded(path, () => read<Page>(path));
  const isBusy = bulks.value?.items.some((bulk) => bulk.state === "running") ?? false;
  useInterval(bulks.reload, isBusy ? 2000 : 5000);
  const choose = (chosen: string) => {
    setPage(1);
    setState(chosen);
  };
  return (
    <>
      <div class="heading">
        <h1>{t("Bulks")}</h1>
        <Choice label={t("Show")} options={states} chosen={state} onChoose={choose} />
      </div>
      <WhileLoading from={bulks}>
        {({ items, total_count: total }) => (
          <>
            {items.length === 0 && <NoBulks isFiltered={state !== ""} />}
            <BulkList bulks={items} onFinished={bulks.reload} />
            <Pager page={page} size={pageSize} total={total} onPage={setPage} />
          </>
        )}
      </WhileLoading>
    </>
  );
}

function NoBulks({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title={t("No such bulk")}>{t("Choose another state to see more.")}</Empty>;
  const [before, link, after] = splitAtMark(
    t(
      "Asynchronous and bulk calls appear here as soon as they are accepted, and so does a file that you <a>import</a>. Other calls appear if they have many rows.",
    ),
  );
  return (
    <Empty title={t("Nothing was queued yet")}>
      {before}
      <a href={linkTo("import")}>{link}</a>
      {after}
    </Empty>
  );
}

interface BulkListProps {
  readonly bulks: readonly Bulk[];
  readonly onFinished: () => void;
}

function BulkList({ bulks, onFinished }: BulkListProps) {
  const live = runningOf(bulks).slice(0, followed);
  return (
    <ul class="bulks">
      {bulks.map((bulk) => (
        <BulkRow key={bulk.bulk_uuid} bulk={bulk} isLive={live.includes(bulk.bulk_uuid)} onFinished={onFinished} />
      ))}
    </ul>
  );
}

interface BulkRowProps {
  readonly bulk: Bulk;
  readonly isLive: boolean;
  readonly onFinished: () => void;
}

function BulkRow({ bulk, isLive, onFinished }: BulkRowProps) {
  const progress = useProgress(bulk, isLive, onFinished);
  const { failedRows, rejected } = progress;
  const started = parseTime(bulk.start_time);
  return (
    <li class="card">
      <div class="what">
        <a class="title" href={linkTo("bulks", bulk.bulk_uuid)}>
          {titleOf(bulk)}
        </a>
        <span class="muted">
          {nameOfUser(bulk)} · <time title={formatTime(started)}>{formatAge(started, new Date())}</time>
        </span>
      </div>
      <div class="how">
        <ProgressBar progress={progress} label={t("Progress of {{title}}", { title: titleOf(bulk) })} />
        <span class="muted numbers">{summaryOf(bulk, progress)}</span>
      </div>
      <div class="result">
        <StateBadge progress={progress} />
        {failedRows > 0 && (
          <span class="bad-text">
            {t("{{number}} failed rows", { count: failedRows, number: formatCount(failedRows) })}
          </span>
        )}
        {rejected > 0 && <span class="muted">{t("{{number}} canceled", { number: formatCount(rejected) })}</span>}
      </div>
    </li>
  );
}
