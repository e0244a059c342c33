import { useState } from "preact/hooks";
import { render } from "../../../call/errors.js";
import { call, criteria, read } from "../lib/api.js";
import { formatAge, formatTime, parseTime, plural } from "../lib/format.js";
import { useInterval, useLoaded } from "../lib/hooks.js";
import type { Proposal } from "../lib/proposals.js";
import { announce } from "../parts/announce.js";
import { Choice } from "../parts/choice.js";
import { Dialog } from "../parts/dialog.js";
import { Empty, WhileLoading } from "../parts/notice.js";
import { PreviewResult } from "../parts/preview-result.js";

const states = [
  { value: "pending", label: "Waiting" },
  { value: "", label: "All" },
];

/** Price calls that guard-rails hold, to approve or reject. */
export function ProposalsView() {
  const [state, setState] = useState("pending");
  const filters = state === "" ? [] : ([["state", state]] as const);
  const path = `/V1/price-proposals?${criteria({ filters, size: 50 })}`;
  const proposals = useLoaded(path, async () => (await read<{ items: readonly Proposal[] }>(path)).items);
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
            <Empty title="Nothing waits for you">
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

function ProposalCard({ proposal, onDecided }: ProposalCardProps) {
  const [decision, setDecision] = useState<"approve" | "reject">();
  const [isOpen, setIsOpen] = useState(false);
  const { actor_name: name, created_at: created, breaches = [], state, total_changes: total } = proposal;
  const at = parseTime(created);
  return (
    <li class="card padded">
      <div class="heading">
        <h2>
          {total === undefined ? "A price change" : plural(total, "price change")} by {name ?? "an unnamed caller"}
        </h2>
        <span class={`badge ${state === "pending" ? "running" : state === "approved" ? "complete" : ""}`}>
          {state === "pending" ? "Waiting" : state}
        </span>
      </div>
      <p class="muted">
        <time title={formatTime(at)}>{formatAge(at, new Date())}</time>
        {proposal.call && ` · ${proposal.call}`}
      </p>
      {breaches.length > 0 && (
        <ul class="breaches">
          {breaches.slice(0, 5).map(({ message, parameters }, index) => (
            <li key={index}>{render(message, parameters)}</li>
          ))}
        </ul>
      )}
      {isOpen && <Details id={proposal.id} />}
      <div class="buttons">
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Hide the changes" : "Show the changes"}
        </button>
        {state === "pending" && (
          <>
            <button type="button" onClick={() => setDecision("reject")}>
              Reject…
            </button>
            <button type="button" class="primary" onClick={() => setDecision("approve")}>
              Approve…
            </button>
          </>
        )}
      </div>
      {decision && <DecisionDialog id={proposal.id} {...{ decision, onDecided }} onClose={() => setDecision(undefined)} />}
    </li>
  );
}

function Details({ id }: { readonly id: Proposal["id"] }) {
  const path = `/V1/price-proposals/${id}`;
  const found = useLoaded(path, () => read<Proposal>(path));
  return (
    <WhileLoading from={found}>
      {({ changes = [], failures = [], total_changes: total = changes.length }) => (
        <PreviewResult preview={{ changes, failures, total_changes: total }} />
      )}
    </WhileLoading>
  );
}

interface DecisionDialogProps {
  readonly id: Proposal["id"];
  readonly decision: "approve" | "reject";
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

function DecisionDialog({ id, decision, onDecided, onClose }: DecisionDialogProps) {
  const [comment, setComment] = useState("");
  const isApproval = decision === "approve";
  const decide = async () => {
    await call("POST", `/V1/price-proposals/${id}/${decision}`, { body: isApproval ? {} : { comment } });
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
      {isApproval ? (
        <p>The prices are set now, as they were proposed.</p>
      ) : (
        <label>
          Why?
          <textarea rows={3} value={comment} required onInput={(event) => setComment(event.currentTarget.value)} />
        </label>
      )}
    </Dialog>
  );
}
