import { useState } from "preact/hooks";
import { ApiError } from "../../lib/api.js";
import { changesToApprove } from "../../lib/desk/approval.js";
import {
  type Conflict,
  findConflicts,
  maySchedule,
  previewChanges,
  sendAt,
  sendForApproval,
  sendNow,
} from "../../lib/desk/send.js";
import type { TrayChange } from "../../lib/desk/products.js";
import { discard, tray } from "../../lib/desk/tray.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { nameOf, type Preview } from "../../lib/prices/price-changes.js";
import { fieldMoment, fieldTime } from "../../lib/prices/schedules.js";
import { goTo } from "../../lib/router.js";
import { timeZone } from "../../lib/shop/shop.js";
import { Choice } from "../../parts/choice.js";
import { Dialog } from "../../parts/dialog.js";
import { announce, WhileLoading } from "../../parts/notice.js";
import { PreviewResult } from "../../parts/preview-result.js";
import { shownAmount } from "./price-cell.js";

interface Checked {
  readonly changes: readonly TrayChange[];
  readonly preview: Preview;
  readonly conflicts: readonly Conflict[];
  readonly canSchedule: boolean;
}

async function check(): Promise<Checked> {
  const changes = Object.values(tray.value);
  const [preview, conflicts, canSchedule] = await Promise.all([
    previewChanges(changes),
    findConflicts(changes),
    maySchedule(),
  ]);
  return { changes, preview, conflicts, canSchedule };
}

type Way = "now" | "later" | "approval";

/** The time in an hour, as a field of a form has it. */
const inAnHour = () => fieldTime(new Date(Date.now() + 3_600_000));

/** When and how to send changes. */
interface Plan {
  readonly way: Way;
  readonly at: string;
  readonly name: string;
}

/** Sends changes, and takes those that were sent out of the tray. Throws if some of them were refused. */
async function send(changes: readonly TrayChange[], { way, at, name }: Plan): Promise<void> {
  if (way === "later") {
    await sendAt(changes, fieldMoment(at), name);
    announce(t("The prices are scheduled."));
  } else if (way === "approval") {
    return askForApproval(changes);
  } else {
    goTo("bulks", await sendNow(changes));
    announce(t("The prices were sent."));
  }
  discard(changes);
}

async function askForApproval(changes: readonly TrayChange[]): Promise<void> {
  const outcomes = await sendForApproval(changes);
  discard(outcomes.flatMap(({ sent }) => sent));
  const failed = outcomes.flatMap((outcome) => outcome.failed);
  if (failed.length > 0) {
    const reasons = failed.slice(0, 5).join(" ");
    throw new ApiError(
      `${t("{{count}} prices were not sent and stay here.", { count: failed.length })} ${reasons}`,
      400,
    );
  }
  announce(outcomes.some(({ isHeld }) => isHeld) ? t("The prices wait for approval.") : t("The prices were sent."));
}

/** Shows what the entered changes would do, and sends them as one bulk: now, at a time, or for approval. */
export function SendDialog({ onClose }: { readonly onClose: () => void }) {
  const [plan, setPlan] = useState<Plan>({ way: "now", at: inAnHour(), name: t("Price desk") });
  const checked = useLoaded("preview", check);
  const { preview, changes = [] } = checked.value ?? {};
  const { way, at, name } = plan;
  const toApprove = changesToApprove(changes, preview?.failures ?? []);
  const isHeld = toApprove.length > 0;
  const isEmpty = preview === undefined || (way === "approval" ? !isHeld : preview.total_changes === 0);
  const confirm = async () => {
    try {
      await send(way === "approval" ? toApprove : changes, plan);
    } catch (error) {
      // Some of the changes may be sent.
      checked.reload();
      throw error;
    }
  };
  return (
    <Dialog
      title={t("Preview of {{count}} changes", { count: changes.length })}
      confirm={{ now: t("Set now"), later: t("Schedule"), approval: t("Send for approval") }[way]}
      isBlocked={isEmpty || checked.isLoading || (way === "later" && (at === "" || name.trim() === ""))}
      onConfirm={confirm}
      onClose={onClose}
    >
      <WhileLoading from={checked}>
        {(value) => (
          <>
            <Conflicts conflicts={value.conflicts} />
            <PreviewResult preview={value.preview} />
            <PlanForm {...{ plan, isHeld, canSchedule: value.canSchedule }} onChange={setPlan} />
            {way === "approval" && <NotSent count={changes.length - toApprove.length} />}
          </>
        )}
      </WhileLoading>
    </Dialog>
  );
}

const NotSent = ({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <p class="notice">
      {t("{{count}} changes do not need approval, or delete prices. They stay here to be sent another way.", { count })}
    </p>
  );

interface PlanFormProps {
  readonly plan: Plan;
  readonly isHeld: boolean;
  readonly canSchedule: boolean;
  readonly onChange: (plan: Plan) => void;
}

const PlanForm = ({ plan, isHeld, canSchedule, onChange }: PlanFormProps) => (
  <>
    <Choice
      label={t("When")}
      chosen={plan.way}
      onChoose={(way) => onChange({ ...plan, way: way as Way })}
      options={[
        { value: "now", label: t("Now") },
        ...(canSchedule ? [{ value: "later", label: t("At a time") }] : []),
        ...(isHeld ? [{ value: "approval", label: t("For approval") }] : []),
      ]}
    />
    {plan.way === "later" && (
      <div class="upload-options">
        <label>
          {t("Time, in {{zone}}", { zone: timeZone() })}
          <input
            type="datetime-local"
            value={plan.at}
            onInput={(event) => onChange({ ...plan, at: event.currentTarget.value })}
          />
        </label>
        <label>
          {t("Name of the schedule")}
          <input value={plan.name} onInput={(event) => onChange({ ...plan, name: event.currentTarget.value })} />
        </label>
      </div>
    )}
  </>
);

function Conflicts({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <div class="notice" role="alert">
      <ul>
        {conflicts.slice(0, 20).map(({ change, now, by }) => (
          <li key={JSON.stringify(change)}>
            {t("{{sku}}, {{price}}: {{name}} changed {{old}} to {{amount}} meanwhile. Sending overwrites it.", {
              sku: change.sku,
              price: nameOf({ kind: change.kind, store_id: change.store }),
              name: by ?? t("Someone"),
              old: shownAmount(change.old, change.store),
              amount: shownAmount(now, change.store),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
