import { useState } from "preact/hooks";
import { t } from "../../lib/i18n.js";
import { decide, type Decision } from "../../lib/prices/proposal-calls.js";
import type { ProposalGroup } from "../../lib/prices/proposals.js";
import { Dialog } from "../../parts/dialog.js";
import { announce } from "../../parts/notice.js";

/** The selected proposals of a group. */
export interface Chosen {
  readonly selected: ReadonlySet<number>;
  readonly onSelect: (selected: ReadonlySet<number>) => void;
}

interface ProposalDecisionProps extends Pick<Chosen, "selected"> {
  readonly group: ProposalGroup;
  readonly onDecided: () => void;
}

type Kind = Decision["kind"];

/** Buttons to approve or reject the selected calls of a group, or all of them. */
export function ProposalDecision({ group, selected, onDecided }: ProposalDecisionProps) {
  const [kind, setKind] = useState<Kind>();
  const count = selected.size;
  return (
    <div class="buttons end">
      <button type="button" onClick={() => setKind("reject")}>
        {labelOf("reject", group, count)}
      </button>
      <button type="button" class="primary" onClick={() => setKind("approve")}>
        {labelOf("approve", group, count)}
      </button>
      {kind && <DecisionDialog {...{ kind, group, selected, onDecided }} onClose={() => setKind(undefined)} />}
    </div>
  );
}

function labelOf(kind: Kind, { proposal_count: proposals }: ProposalGroup, selected: number): string {
  const isApproval = kind === "approve";
  if (selected > 0)
    return isApproval
      ? t("Approve {{count}} selected…", { count: selected })
      : t("Reject {{count}} selected…", { count: selected });
  if (proposals > 1) return isApproval ? t("Approve all…") : t("Reject all…");
  return isApproval ? t("Approve…") : t("Reject…");
}

interface DecisionDialogProps extends ProposalDecisionProps {
  readonly kind: Kind;
  readonly onClose: () => void;
}

function DecisionDialog({ kind, group, selected, onDecided, onClose }: DecisionDialogProps) {
  const [comment, setComment] = useState("");
  const isApproval = kind === "approve";
  const confirm = async () => {
    const ids = selected.size > 0 ? { ids: [...selected] } : {};
    const { decided, failed } = await decide(group.id, { kind, comment, ...ids });
    const done = isApproval
      ? t("{{count}} calls were approved.", { count: decided })
      : t("{{count}} calls were rejected.", { count: decided });
    announce(failed.length === 0 ? done : `${done} ${t("{{count}} calls failed.", { count: failed.length })}`);
    onDecided();
  };
  return (
    <Dialog
      title={isApproval ? t("Approve this change?") : t("Reject this change?")}
      confirm={isApproval ? t("Approve") : t("Reject")}
      isHarmful={!isApproval}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {isApproval ? t("The prices are set now, as they were proposed.") : t("The prices stay as they are.")}
        {selected.size > 0 && ` ${t("A call that was selected is decided with all of its prices.")}`}
      </p>
      <label>
        {t("Comment")}
        <textarea rows={3} value={comment} onInput={(event) => setComment(event.currentTarget.value)} />
      </label>
    </Dialog>
  );
}
