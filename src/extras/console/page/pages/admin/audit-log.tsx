import { useState } from "preact/hooks";
import { criteria, read } from "../../lib/api.js";
import { formatTime, parseTime } from "../../lib/format.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { callerOf } from "../../lib/prices/price-changes.js";
import type { Page } from "../../lib/prices/proposals.js";
import { fieldMoment, searchTime } from "../../lib/prices/schedules.js";
import { timeZone } from "../../lib/shop/shop.js";
import { Empty, WhileLoading } from "../../parts/notice.js";
import { Pager } from "../../parts/pager.js";
import { Select } from "../../parts/select.js";
import { type EventKind, eventsOf, eventText, isFailure } from "./audit-events.js";

/** An entry of `GET /V1/audit-log`. */
interface Entry {
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly subject_name: string | null;
  readonly actor_type: number | null;
  readonly actor_id: number | null;
  readonly actor_name: string | null;
  readonly address: string | null;
}

interface Filter {
  readonly kind: EventKind | "";
  readonly by: string;
  readonly about: string;
  /** The first day, or empty. */
  readonly since: string;
}

const pageSize = 50;
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

const filtersOf = ({ kind, by, about, since }: Filter) =>
  [
    ...(kind === "" ? [] : [["event", eventsOf(kind), "in"] as const]),
    ...(by === "" ? [] : [["actor_name", containing(by), "like"] as const]),
    ...(about === "" ? [] : [["subject_name", containing(about), "like"] as const]),
    ...(since === "" ? [] : [["at", searchTime(fieldMoment(`${since}T00:00`)), "gteq"] as const]),
  ] as const;

/** Who did what, and when. */
export function AuditLogView() {
  const [filter, setFilter] = useState<Filter>({ kind: "", by: "", about: "", since: "" });
  const [page, setPage] = useState(1);
  const query = criteria({ filters: filtersOf(filter), sort: ["id", "DESC"], size: pageSize, page });
  const found = useLoaded(query, () => read<Page<Entry>>(`/V1/audit-log?${query}`));
  const change = (changed: Partial<Filter>) => {
    setPage(1);
    setFilter({ ...filter, ...changed });
  };
  return (
    <>
      <p class="lead">{t("Who signed in, and who changed accounts, rights, settings and the control of prices.")}</p>
      <FilterForm filter={filter} onChange={change} />
      <WhileLoading from={found}>
        {({ items, total_count: total }) =>
          items.length === 0 ? (
            <Empty title={t("No such event")}>{t("Change the filter to see others.")}</Empty>
          ) : (
            <>
              <EntryTable entries={items} />
              <Pager page={page} size={pageSize} total={total} onPage={setPage} />
            </>
          )
        }
      </WhileLoading>
    </>
  );
}

interface FilterFormProps {
  readonly filter: Filter;
  readonly onChange: (changed: Partial<Filter>) => void;
}

const FilterForm = ({ filter, onChange }: FilterFormProps) => (
  <form class="product-filter" role="search" onSubmit={(event) => event.preventDefault()}>
    <Select
      label={t("What")}
      value={filter.kind}
      all={t("All")}
      choices={[
        ["sign-ins", t("Sign-ins")],
        ["accounts", t("Accounts and rights")],
        ["prices", t("Prices")],
        ["shop", t("Shop")],
        ["webhooks", t("Webhooks")],
      ]}
      onChoose={(kind) => onChange({ kind: kind as Filter["kind"] })}
    />
    <label>
      {t("By, contains")}
      <input value={filter.by} onChange={(event) => onChange({ by: event.currentTarget.value.trim() })} />
    </label>
    <label>
      {t("About, contains")}
      <input value={filter.about} onChange={(event) => onChange({ about: event.currentTarget.value.trim() })} />
    </label>
    <label>
      {t("Since")}
      <input type="date" value={filter.since} onChange={(event) => onChange({ since: event.currentTarget.value })} />
    </label>
  </form>
);

const EntryTable = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={t("What happened, the newest first")}>
    <table class="stacked">
      <thead>
        <tr>
          <th scope="col">{t("When, in {{zone}}", { zone: timeZone() })}</th>
          <th scope="col">{t("What")}</th>
          <th scope="col">{t("About")}</th>
          <th scope="col">{t("By")}</th>
          <th scope="col">{t("IP address")}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  </div>
);

const typeNames: Readonly<Record<number, string>> = { 1: "integration", 2: "administrator", 3: "customer", 4: "guest" };

/** Returns who made the call of an entry. */
const authorOf = ({ actor_type: type, ...actor }: Entry): string =>
  type === null ? t("a command on the server") : callerOf({ ...actor, actor_type: typeNames[type] ?? String(type) });

function Row({ entry }: { readonly entry: Entry }) {
  const { at, event, subject_name: about, address } = entry;
  return (
    <tr>
      <td class="nowrap when">{formatTime(parseTime(at))}</td>
      <th scope="row">{isFailure(event) ? <span class="badge failed">{eventText(event)}</span> : eventText(event)}</th>
      <td class="data" data-label={t("About")}>
        {about ?? "–"}
      </td>
      <td data-label={t("By")}>{authorOf(entry)}</td>
      <td class="data" data-label={t("IP address")}>
        {address ?? "–"}
      </td>
    </tr>
  );
}
