import { useState } from "preact/hooks";
import { call, criteria, read } from "../lib/api.js";
import { nameOfUser } from "../lib/bulks.js";
import { formatAge, formatTime, parseTime, plural } from "../lib/format.js";
import { useInterval, useLoaded } from "../lib/hooks.js";
import { textOf } from "../lib/messages.js";
import { isOwn, type Proposal, type ProposalPage, stateLabels } from "../lib/proposals.js";
import { user } from "../lib/session.js";
import { Choice } from "../parts/choice.js";
import { Dialog } from "../parts/dialog.js";
import { Empty, Note, WhileLoading, announce } from "../parts/notice.js";
import { Changes } from "../parts/preview-result.js";

const states = [
  { value: "open", label: "Waiting" },
  { value: "", label: "All" },
];

/** Price calls that guard-rails hold, to approve or reject. */
export function ProposalsView() {
  const [state, setState] = useState("open");
  const filters = state === "" ? [] : ([["state", state]] as const);
  const path = `/V1/price-proposals?${criteria({ filters, sort: ["id", "DESC"], size: 50 })}`;
  const proposals = useLoaded(path, async () => (await read<ProposalPage>(path)).items);
  useInterval(proposals.reload, 15_000);
  return (
    <>
      <div class="heading">
        <h1>Proposals</h1>
        <Choice label="Show" options={states} chosen={state} onChoose={setState} />
      </div>
      <WhileLoading from={proposals}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="Nothing is waiting for you">
              Changes that go beyond a guard-rail appear here, for somebody else to approve.
            </Empty>
          ) : (
            <ul class="proposals">
              {items.map((proposal) => (
                <ProposalCard key={proposal.id} proposal={proposal} onDecided={proposals.reload} />
              ))}
            </ul>
          )
        }
      </WhileLoading>
    </>
  );
}

interface ProposalCardProps {
  readonly proposal: Proposal;
  readonly onDecided: () => void;
}

const badges = { open: "running", approved: "complete", rejected: "failed" } as const;

function ProposalCard({ proposal, onDecided }: ProposalCardProps) {
  const { id, state, created_at: created, row_count: rows } = proposal;
  const at = parseTime(created);
  const own = isOwn(proposal, user.value);
  const title = `${plural(rows, "price change")} by ${nameOfUser(proposal)}`;
  return (
    <li class="card padded">
      <div class="heading">
        <h2>{title}</h2>
        <span class={`badge ${badges[state]}`}>{stateLabels[state]}</span>
      </div>
      <p class="muted">
        <time title={formatTime(at)}>{formatAge(at, new Date())}</time> · {proposal.call}
        {proposal.comment !== null && ` · “${proposal.comment}”`}
      </p>
      {state === "open" && proposal.failure !== null && <Note>The last approval failed: {proposal.failure}</Note>}
      <Details id={id} title={title} />
      {state === "open" && !own && <Decisions id={id} onDecided={onDecided} />}
      {state === "open" && own && <p class="muted">You proposed this change. Another user must decide on it.</p>}
    </li>
  );
}

/** Number of reasons to show for a held call. */
const shownReasons = 10;

function Details({ id, title }: { readonly id: number; readonly title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary aria-label={`Reasons and prices of ${title}`}>Reasons and prices</summary>
      {isOpen && <LoadedDetails id={id} />}
    </details>
  );
}

function LoadedDetails({ id }: { readonly id: number }) {
  const path = `/V1/price-proposals/${id}`;
  const found = useLoaded(path, () => read<Proposal>(path));
  return (
    <WhileLoading from={found}>
      {({ reasons, changes, row_count: rows }) => (
        <>
          <ul class="reasons">
            {(reasons ?? []).slice(0, shownReasons).map((reason, index) => (
              <li key={index}>{textOf(reason)}</li>
            ))}
          </ul>
          <Changes changes={changes ?? []} total={rows} />
        </>
      )}
    </WhileLoading>
  );
}

interface DecisionsProps {
  readonly id: number;
  readonly onDecided: () => void;
}

function Decisions({ id, onDecided }: DecisionsProps) {
  const [decision, setDecision] = useState<"approve" | "reject">();
  return (
    <div class="buttons end">
      <button type="button" onClick={() => setDecision("reject")}>
        Reject…
      </button>
      <button type="button" class="primary" onClick={() => setDecision("approve")}>
        Approve…
      </button>
      {decision && <DecisionDialog {...{ id, decision, onDecided }} onClose={() => setDecision(undefined)} />}
    </div>
  );
}

interface DecisionDialogProps extends DecisionsProps {
  readonly decision: "approve" | "reject";
  readonly onClose: () => void;
}

function DecisionDialog({ id, decision, onDecided, onClose }: DecisionDialogProps) {
  const [comment, setComment] = useState("");
  const isApproval = decision === "approve";
  const decide = async () => {
    await call("POST", `/V1/price-proposals/${id}/${decision}`, { body: comment.trim() === "" ? {} : { comment } });
    announce(isApproval ? "The change was approved." : "The change was rejected.");
    onDecided();
  };
  return (
    <Dialog
      title={isApproval ? "Approve this change?" : "Reject this change?"}
      confirm={isApproval ? "Approve" : "Reject"}
      isHarmful={!isApproval}
      onConfirm={decide}
      onClose={onClose}
    >
      <p>{isApproval ? "The prices are set now, as they were proposed." : "The prices stay as they are."}</p>
      <label>
        Comment
        <textarea rows={3} value={comment} onInput={(event) => setComment(event.currentTarget.value)} />
      </label>
    </Dialog>
  );
}
