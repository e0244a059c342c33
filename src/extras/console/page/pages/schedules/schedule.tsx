import { useState } from "preact/hooks";
import { json, read } from "../../lib/api.js";
import { formatCount, parseTime } from "../../lib/format.js";
import { useInterval, useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { badges, formatMoment, type FullSchedule, stateLabel } from "../../lib/prices/schedules.js";
import { linkTo } from "../../lib/router.js";
import { announce, WhileLoading } from "../../parts/notice.js";
import { CancelDialog, ChangeDialog } from "./schedule-dialogs.js";
import { ScheduledPrices } from "./scheduled-prices.js";

/** A schedule with its prices, to change and to cancel while it is open. */
export function ScheduleView({ id }: { readonly id: string }) {
  const path = `/V1/price-schedules/${id}`;
  const found = useLoaded(path, () => read<FullSchedule>(path));
  useInterval(() => {
    if (found.value?.state === "open") found.reload();
  }, 30_000);
  return (
    <>
      <p class="crumbs">
        <a href={linkTo("schedules")}>{t("Schedules")}</a>
      </p>
      <WhileLoading from={found}>{(schedule) => <Loaded schedule={schedule} onChanged={found.reload} />}</WhileLoading>
    </>
  );
}

interface LoadedProps {
  readonly schedule: FullSchedule;
  readonly onChanged: () => void;
}

function Loaded({ schedule, onChanged }: LoadedProps) {
  const { id, name, state, prices } = schedule;
  const [asked, setAsked] = useState<"change" | "cancel">();
  const close = () => setAsked(undefined);
  const isOpen = state === "open";
  const takeOut = async (place: number) => {
    await json("PUT", `/V1/price-schedules/${id}`, { body: { prices: prices.filter((_, at) => at !== place) } });
    announce(t("The price was taken out of the schedule."));
    onChanged();
  };
  return (
    <>
      <div class="heading">
        <h1>{name}</h1>
        {isOpen && (
          <div class="buttons">
            <button type="button" onClick={() => setAsked("cancel")}>
              {t("Cancel…")}
            </button>
            <button type="button" class="primary" onClick={() => setAsked("change")}>
              {t("Change…")}
            </button>
          </div>
        )}
      </div>
      <Status schedule={schedule} />
      <Warnings schedule={schedule} />
      <ScheduledPrices {...{ schedule }} onTakeOut={isOpen && prices.length > 1 ? takeOut : undefined} />
      {asked === "change" && <ChangeDialog {...{ schedule }} onChanged={onChanged} onClose={close} />}
      {asked === "cancel" && <CancelDialog {...{ schedule }} onCanceled={onChanged} onClose={close} />}
    </>
  );
}

function Status({ schedule }: { readonly schedule: FullSchedule }) {
  const { at, state, created_at: created, ended_at: ended, rows, written, unchanged, failed } = schedule;
  const counts = [
    [t("Prices"), rows],
    [t("Changed"), written],
    [t("Already equal"), unchanged],
    [t("Failed"), failed],
  ] as const;
  return (
    <div class="card status">
      <p class="status-line">
        <span class={`badge ${badges[state]}`}>{stateLabel(state)}</span>
        <strong>
          <time dateTime={at}>{formatMoment(parseTime(at))}</time>
        </strong>
        <span class="muted">{t("created {{time}}", { time: formatMoment(parseTime(created)) })}</span>
        {ended !== null && <span class="muted">{t("ended {{time}}", { time: formatMoment(parseTime(ended)) })}</span>}
      </p>
      <dl class="counts">
        {counts.map(
          ([label, count]) =>
            count !== null && (
              <div key={label} class={label === t("Failed") && count > 0 ? "bad" : ""}>
                <dt>{label}</dt>
                <dd>{formatCount(count)}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

/** The other schedules that change the same prices, and which of them wins. */
function Warnings({ schedule: { id, at, warnings } }: { readonly schedule: FullSchedule }) {
  if (warnings.length === 0) return null;
  const isLater = (other: (typeof warnings)[number]) =>
    other.at === at ? other.schedule_id > id : parseTime(other.at) > parseTime(at);
  return (
    <section class="notice conflicts" aria-label={t("Conflicts")}>
      <ul>
        {warnings.map((other) => (
          <li key={other.schedule_id}>
            <a href={linkTo("schedules", String(other.schedule_id))}>{other.name}</a>{" "}
            {t("changes {{count}} of the same prices on {{time}}.", {
              count: other.prices,
              time: formatMoment(parseTime(other.at)),
            })}{" "}
            {isLater(other)
              ? t("It comes later and replaces them.")
              : t("This schedule comes later and replaces them.")}
          </li>
        ))}
      </ul>
    </section>
  );
}
