import { useState } from "preact/hooks";
import { criteria, read } from "../../lib/api.js";
import { formatCount, parseTime } from "../../lib/format.js";
import { useInterval, useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import type { Page } from "../../lib/prices/proposals.js";
import { badges, formatMoment, type Schedule, stateLabel } from "../../lib/prices/schedules.js";
import { goTo, linkTo } from "../../lib/router.js";
import { timeZone } from "../../lib/shop/shop.js";
import { Choice } from "../../parts/choice.js";
import { Empty, WhileLoading } from "../../parts/notice.js";
import { Pager } from "../../parts/pager.js";
import { Calendar } from "./calendar.js";
import { ScheduleView } from "./schedule.js";

const pageSize = 20;

/** Scheduled prices: a list, a calendar of a month, or one of them. */
export function SchedulesView({ detail }: { readonly detail: string }) {
  if (/^\d+$/.test(detail)) return <ScheduleView id={detail} />;
  const isCalendar = detail === "calendar";
  return (
    <>
      <div class="heading">
        <h1>{t("Schedules")}</h1>
        <Choice
          label={t("Show as")}
          chosen={isCalendar ? "calendar" : ""}
          onChoose={(view) => goTo("schedules", ...(view === "" ? [] : [view]))}
          options={[
            { value: "", label: t("List") },
            { value: "calendar", label: t("Calendar") },
          ]}
        />
      </div>
      <p class="lead">
        {t(
          "Prices that change together at a time. Plan them with the changes of the price desk. Times are in {{zone}}.",
          {
            zone: timeZone(),
          },
        )}
      </p>
      {isCalendar ? <Calendar /> : <ScheduleList />}
    </>
  );
}

const states = [
  { value: "open", label: t("Planned") },
  { value: "applied", label: t("Applied") },
  { value: "failed", label: t("Failed") },
  { value: "canceled", label: t("Canceled") },
  { value: "", label: t("All") },
];

function ScheduleList() {
  const [state, setState] = useState("open");
  const [page, setPage] = useState(1);
  const filters = state === "" ? [] : ([["state", state]] as const);
  const sort = ["at", state === "open" ? "ASC" : "DESC"] as const;
  const path = `/V1/price-schedules?${criteria({ filters, sort, size: pageSize, page })}`;
  const found = useLoaded(path, () => read<Page<Schedule>>(path));
  useInterval(found.reload, 15_000);
  const choose = (chosen: string) => {
    setPage(1);
    setState(chosen);
  };
  return (
    <>
      <Choice label={t("State")} options={states} chosen={state} onChoose={choose} />
      <WhileLoading from={found}>
        {({ items, total_count: total }) =>
          items.length === 0 ? (
            <NoSchedules isFiltered={state !== "open"} />
          ) : (
            <>
              <ul class="schedules">
                {items.map((schedule) => (
                  <Row key={schedule.id} schedule={schedule} />
                ))}
              </ul>
              <Pager page={page} size={pageSize} total={total} onPage={setPage} />
            </>
          )
        }
      </WhileLoading>
    </>
  );
}

const NoSchedules = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <Empty title={isFiltered ? t("No such schedule") : t("Nothing is planned")}>
    {t("Enter prices in the price desk, and send them “At a time”.")}
  </Empty>
);

const Row = ({ schedule }: { readonly schedule: Schedule }) => (
  <li class="card">
    <div class="what">
      <a class="title" href={linkTo("schedules", String(schedule.id))}>
        {schedule.name}
      </a>
      <time dateTime={schedule.at}>{formatMoment(parseTime(schedule.at))}</time>
    </div>
    <div class="result">
      <span class={`badge ${badges[schedule.state]}`}>{stateLabel(schedule.state)}</span>
      <span>{t("{{number}} prices", { count: schedule.rows, number: formatCount(schedule.rows) })}</span>
      <Conflicts count={schedule.overlaps} />
    </div>
  </li>
);

/** A hint at other schedules that change the same prices. */
const Conflicts = ({ count }: { readonly count: number }) =>
  count === 0 ? null : <span class="badge conflict">{t("{{count}} conflicts", { count })}</span>;
