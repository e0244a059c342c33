import { useState } from "preact/hooks";
import { criteria, read } from "../../lib/api.js";
import { nameOfUser } from "../../lib/bulks.js";
import { titleOf } from "../../lib/bulk-titles.js";
import { formatAge, formatTime, parseTime } from "../../lib/format.js";
import { useInterval, useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { countProposals } from "../../lib/prices/proposal-calls.js";
import { isOwn, type Page, type ProposalGroup } from "../../lib/prices/proposals.js";
import { user } from "../../lib/session.js";
import { Choice } from "../../parts/choice.js";
import { Empty, Note, WhileLoading } from "../../parts/notice.js";
import { Pager } from "../../parts/pager.js";
import { ProposalRows } from "./proposal-rows.js";

const pageSize = 20;

const states = [
  { value: "open", label: t("Waiting") },
  { value: "approved", label: t("Approved") },
  { value: "rejected", label: t("Rejected") },
  { value: "", label: t("All") },
];

/** Price calls that guard-rails hold, to approve or reject. The calls of one bulk are one proposal. */
export function ProposalsView() {
  const [state, setState] = useState("open");
  const [page, setPage] = useState(1);
  const filters = state === "" ? [] : ([["state", state]] as const);
  const path = `/V1/price-proposal-groups?${criteria({ filters, sort: ["id", "DESC"], size: pageSize, page })}`;
  const groups = useLoaded(path, () => read<Page<ProposalGroup>>(path));
  useInterval(groups.reload, 15_000);
  const choose = (chosen: string) => {
    setPage(1);
    setState(chosen);
  };
  const reload = () => {
    groups.reload();
    void countProposals();
  };
  return (
    <>
      <div class="heading">
        <h1>{t("Proposals")}</h1>
        <Choice label={t("Show")} options={states} chosen={state} onChoose={choose} />
      </div>
      <WhileLoading from={groups}>
        {({ items, total_count: total }) => (
          <>
            {items.length === 0 && <NoProposals isFiltered={state !== "open"} />}
            <ul class="proposals">
              {items.map((group) => (
                <GroupCard key={group.id} group={group} onDecided={reload} />
              ))}
            </ul>
            <Pager page={page} size={pageSize} total={total} onPage={setPage} />
          </>
        )}
      </WhileLoading>
    </>
  );
}

const NoProposals = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <Empty title={isFiltered ? t("No such proposal") : t("Nothing is waiting for you")}>
    {t("Changes that go beyond a guard-rail appear here, for somebody else to approve.")}
  </Empty>
);

interface GroupCardProps {
  readonly group: ProposalGroup;
  readonly onDecided: () => void;
}

const badges = { open: "running", approved: "complete", rejected: "failed", mixed: "canceled" } as const;

const stateLabel = (state: ProposalGroup["state"]) =>
  ({ open: t("Waiting"), approved: t("Approved"), rejected: t("Rejected"), mixed: t("Partly approved") })[state];

function GroupCard({ group, onDecided }: GroupCardProps) {
  const { state, created_at: created, row_count: rows, open_count: open, failed_count: failed } = group;
  const [isOpen, setIsOpen] = useState(false);
  const at = parseTime(created);
  const isUndecided = state === "open";
  const own = isOwn(group, user.value);
  const title = t("{{count}} price changes by {{name}}", { count: rows, name: nameOfUser(group) });
  const summary = isUndecided && !own ? t("Reasons, prices and decision") : t("Reasons and prices");
  return (
    <li class="card padded">
      <div class="heading">
        <h2>{title}</h2>
        <span class={`badge ${badges[state]}`}>{stateLabel(state)}</span>
      </div>
      <p class="muted">
        <time title={formatTime(at)}>{formatAge(at, new Date())}</time> ·{" "}
        {titleOf({ route: group.call, description: group.call })}
        {isUndecided && open < group.proposal_count && ` · ${t("{{count}} calls are undecided", { count: open })}`}
      </p>
      <DecisionText group={group} />
      {failed > 0 && <Note>{t("{{count}} approvals failed. The rows have the reasons.", { count: failed })}</Note>}
      {isUndecided && own && <p class="muted">{t("You proposed this change. Another user must decide on it.")}</p>}
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary aria-label={`${summary}: ${title}`}>{summary}</summary>
        {isOpen && <ProposalRows group={group} canDecide={isUndecided && !own} onDecided={onDecided} />}
      </details>
    </li>
  );
}

function DecisionText({ group }: { readonly group: ProposalGroup }) {
  const { decided_at: time, decided_by_name: name, comment } = group;
  if (time === null) return null;
  return (
    <p class="muted">
      {t("Decided by {{name}}, {{time}}", { name: name ?? "–", time: formatTime(parseTime(time)) })}
      {comment !== null && ` · ${t("“{{text}}”", { text: comment })}`}
    </p>
  );
}
