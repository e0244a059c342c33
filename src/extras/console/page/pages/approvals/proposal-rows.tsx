import { useState } from "preact/hooks";
import { criteria, read } from "../../lib/api.js";
import { formatChange } from "../../lib/format.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { textOf } from "../../lib/messages.js";
import type { Page, Proposal, ProposalGroup, ProposalRow } from "../../lib/prices/proposals.js";
import { formatPrice, nameOf, stepOf } from "../../lib/prices/price-changes.js";
import { linkTo } from "../../lib/router.js";
import { WhileLoading } from "../../parts/notice.js";
import { Pager } from "../../parts/pager.js";
import { type Chosen, ProposalDecision } from "./proposal-decision.js";

const pageSize = 50;
/** Number of reasons to show for a held call. */
const shownReasons = 5;

interface ProposalRowsProps {
  readonly group: ProposalGroup;
  readonly canDecide: boolean;
  readonly onDecided: () => void;
}

/** The prices of a group of held calls, to look through, select and decide about. */
export function ProposalRows({ group, canDecide, onDecided }: ProposalRowsProps) {
  const [page, setPage] = useState(1);
  const [sku, setSku] = useState("");
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const filters = sku === "" ? [] : ([["sku", `%${sku}%`, "like"]] as const);
  const path = `/V1/price-proposal-groups/${group.id}/rows?${criteria({ filters, size: pageSize, page })}`;
  const rows = useLoaded(path, () => read<Page<ProposalRow>>(path));
  const filter = (text: string) => {
    setPage(1);
    setSku(text.trim());
  };
  const decided = () => {
    setSelected(new Set());
    rows.reload();
    onDecided();
  };
  const choice: Chosen | undefined =
    canDecide && group.proposal_count > 1 ? { selected, onSelect: setSelected } : undefined;
  return (
    <>
      <Reasons id={group.id} />
      {group.row_count > pageSize && (
        <label class="filter">
          {t("SKU contains")}
          <input type="search" value={sku} onChange={(event) => filter(event.currentTarget.value)} />
        </label>
      )}
      <WhileLoading from={rows}>
        {({ items, total_count: total }) => (
          <>
            <RowsTable rows={items} choice={choice} />
            <Pager page={page} size={pageSize} total={total} onPage={setPage} />
          </>
        )}
      </WhileLoading>
      {canDecide && <ProposalDecision group={group} selected={selected} onDecided={decided} />}
    </>
  );
}

function Reasons({ id }: { readonly id: number }) {
  const path = `/V1/price-proposals/${id}`;
  const found = useLoaded(path, () => read<Proposal>(path));
  return (
    <WhileLoading from={found}>
      {({ reasons }) => (
        <ul class="reasons">
          {(reasons ?? []).slice(0, shownReasons).map((reason, index) => (
            <li key={index}>{textOf(reason)}</li>
          ))}
        </ul>
      )}
    </WhileLoading>
  );
}

interface RowsTableProps {
  readonly rows: readonly ProposalRow[];
  readonly choice: Chosen | undefined;
}

const RowsTable = ({ rows, choice }: RowsTableProps) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={t("Prices that would change")}>
    <table>
      <thead>
        <tr>
          {choice && (
            <th scope="col" class="select">
              <SelectPage rows={rows} choice={choice} />
            </th>
          )}
          <th scope="col">{t("SKU")}</th>
          <th scope="col" class="number">
            {t("Change")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Row key={`${row.proposal_id} ${index}`} row={row} choice={choice} />
        ))}
      </tbody>
    </table>
  </div>
);

const openIds = (rows: readonly ProposalRow[]) => [
  ...new Set(rows.filter(({ state }) => state === "open").map(({ proposal_id: id }) => id)),
];

function SelectPage({ rows, choice: { selected, onSelect } }: { rows: readonly ProposalRow[]; choice: Chosen }) {
  const ids = openIds(rows);
  const isChecked = ids.length > 0 && ids.every((id) => selected.has(id));
  const toggle = () => {
    const others = [...selected].filter((id) => !ids.includes(id));
    onSelect(new Set(isChecked ? others : [...others, ...ids]));
  };
  return <input type="checkbox" aria-label={t("Select all on this page")} checked={isChecked} onChange={toggle} />;
}

function Row({ row, choice }: { readonly row: ProposalRow; readonly choice: Chosen | undefined }) {
  const { change, state, failure, proposal_id: id } = row;
  const step = stepOf(change);
  return (
    <tr>
      {choice && <td class="select">{state === "open" && <SelectRow id={id} sku={change.sku} choice={choice} />}</td>}
      <td>
        <a href={linkTo("history", change.sku)}>{change.sku}</a> <span class="block muted">{nameOf(change)}</span>
        {state === "approved" && <span class="block muted">{t("Approved")}</span>}
        {state === "rejected" && <span class="block muted">{t("Rejected")}</span>}
        {state === "open" && failure !== null && <span class="block bad-text">{failure}</span>}
      </td>
      <td class="number wraps">
        {formatPrice(change.old, change)} → {formatPrice(change.new, change)}{" "}
        {step !== undefined && <span class="block">{formatChange(step)}</span>}
      </td>
    </tr>
  );
}

interface SelectRowProps {
  readonly id: number;
  readonly sku: string;
  readonly choice: Chosen;
}

function SelectRow({ id, sku, choice: { selected, onSelect } }: SelectRowProps) {
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <input type="checkbox" aria-label={t("Select {{sku}}", { sku })} checked={selected.has(id)} onChange={toggle} />
  );
}
