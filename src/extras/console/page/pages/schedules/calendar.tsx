import { useState } from "preact/hooks";
import { criteria, read } from "../../lib/api.js";
import { formatCount, parseTime } from "../../lib/format.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import type { Page } from "../../lib/prices/proposals.js";
import {
  dayOf,
  daysOfMonth,
  formatFullDay,
  formatHour,
  formatMonth,
  formatWeekday,
  isSameDay,
  monthAfter,
  startOf,
  type Schedule,
  searchTime,
} from "../../lib/prices/schedules.js";
import { linkTo } from "../../lib/router.js";
import { Note, WhileLoading } from "../../parts/notice.js";

const maxSchedules = 500;
const thisMonth = () => monthAfter(dayOf(new Date()), 0);

/** The schedules of a month, by the day. On a phone, only days with schedules are shown. */
export function Calendar() {
  const [month, setMonth] = useState(thisMonth);
  const days = daysOfMonth(month);
  const [first = month] = days;
  const end = new Date(first.getTime() + days.length * 86_400_000);
  const path = `/V1/price-schedules?${criteria({
    filters: [
      ["at", searchTime(startOf(first)), "gteq"],
      ["at", searchTime(startOf(end)), "lt"],
    ],
    sort: ["at", "ASC"],
    size: maxSchedules,
  })}`;
  const found = useLoaded(path, () => read<Page<Schedule>>(path));
  return (
    <>
      <div class="heading">
        <h2 aria-live="polite">{formatMonth(month)}</h2>
        <MonthButtons month={month} onMonth={setMonth} />
      </div>
      <WhileLoading from={found}>
        {({ items, total_count: total }) => (
          <>
            {total > items.length && (
              <Note>{t("The first {{number}} schedules are shown.", { number: formatCount(items.length) })}</Note>
            )}
            <Days {...{ days, month, schedules: items }} />
          </>
        )}
      </WhileLoading>
    </>
  );
}

interface MonthButtonsProps {
  readonly month: Date;
  readonly onMonth: (month: Date) => void;
}

const MonthButtons = ({ month, onMonth }: MonthButtonsProps) => (
  <div class="buttons">
    <button type="button" onClick={() => onMonth(monthAfter(month, -1))}>
      {t("Previous month")}
    </button>
    <button type="button" onClick={() => onMonth(thisMonth())}>
      {t("Today")}
    </button>
    <button type="button" onClick={() => onMonth(monthAfter(month, 1))}>
      {t("Next month")}
    </button>
  </div>
);

interface DaysProps {
  readonly days: readonly Date[];
  readonly month: Date;
  readonly schedules: readonly Schedule[];
}

const Days = ({ days, month, schedules }: DaysProps) => (
  <div class="card calendar">
    <div class="weekdays" aria-hidden="true">
      {days.slice(0, 7).map((day) => (
        <span key={day.getTime()}>{formatWeekday(day)}</span>
      ))}
    </div>
    <ol>
      {days.map((day) => (
        <Day
          key={day.getTime()}
          {...{ day, isOther: day.getUTCMonth() !== month.getUTCMonth() }}
          schedules={schedules.filter(({ at }) => isSameDay(dayOf(parseTime(at)), day))}
        />
      ))}
    </ol>
    {schedules.length === 0 && <p class="muted">{t("Nothing is planned in this month.")}</p>}
  </div>
);

interface DayProps {
  readonly day: Date;
  /** Whether the day is in another month. */
  readonly isOther: boolean;
  readonly schedules: readonly Schedule[];
}

const Day = ({ day, isOther, schedules }: DayProps) => (
  <li
    class={[schedules.length === 0 ? "free" : "", isOther ? "other" : ""].join(" ")}
    aria-current={isSameDay(day, dayOf(new Date())) ? "date" : undefined}
  >
    <span class="day" aria-hidden="true">
      {day.getUTCDate()}
    </span>
    <span class="full-day">{formatFullDay(day)}</span>
    {schedules.length > 0 && (
      <ul>
        {schedules.map(({ id, name, at, state, overlaps }) => (
          <li key={id}>
            <a class={`planned ${state}`} href={linkTo("schedules", String(id))}>
              <span class="hour">{formatHour(parseTime(at))}</span> {name}
              {overlaps > 0 && <span class="conflict-mark"> {t("(conflict)")}</span>}
            </a>
          </li>
        ))}
      </ul>
    )}
  </li>
);
