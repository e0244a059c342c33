import { useState } from "preact/hooks";
import { ApiError } from "../../lib/api.js";
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
import { goTo } from "../../lib/router.js";
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

/** The local time in an hour, as a field of a form has it. */
function inAnHour(): string {
  const at = new Date(Date.now() + 3_600_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** When and how to send changes. */
interface Plan {
  readonly way: Way;
  readonly at: string;
  readonly name: string;
}

/** Sends changes and takes them out of the tray. Throws if some of them were refused. */
async function send(changes: readonly TrayChange[], { way, at, name }: Plan): Promise<void> {
  if (way === "later") {
    await sendAt(changes, new Date(at), name);
    announce(t("The prices are scheduled."));
  } else if (way === "approval") {
    const failed = await sendForApproval(changes);
    if (failed.length > 0) throw new ApiError(failed.slice(0, 5).join(" "), 400);
    announce(t("The prices wait for approval."));
  } else {
    goTo("bulks", await sendNow(changes));
    announce(t("The prices were sent."));
  }
  discard(changes);
}

/** Shows what the entered changes would do, and sends them as one bulk: now, at a time, or for approval. */
export function SendDialog({ onClose }: { readonly onClose: () => void }) {
  const [plan, setPlan] = useState<Plan>({ way: "now", at: inAnHour(), name: t("Price desk") });
  const checked = useLoaded("preview", check);
  const { preview, changes = [] } = checked.value ?? {};
  const { way, at, name } = plan;
  const isHeld = preview?.failures.some(isHeldRow) ?? false;
  const isEmpty = preview === undefined || (preview.total_changes === 0 && !isHeld);
  return (
    <Dialog
      title={t("Preview of {{count}} changes", { count: changes.length })}
      confirm={{ now: t("Set now"), later: t("Schedule"), approval: t("Send for approval") }[way]}
      isBlocked={isEmpty || (way === "later" && (at === "" || name.trim() === ""))}
      onConfirm={() => send(changes, plan)}
      onClose={onClose}
    >
      <WhileLoading from={checked}>
        {(value) => (
          <>
            <Conflicts conflicts={value.conflicts} />
            <PreviewResult preview={value.preview} />
            <PlanForm {...{ plan, isHeld, canSchedule: value.canSchedule }} onChange={setPlan} />
          </>
        )}
      </WhileLoading>
    </Dialog>
  );
}

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
          {t("Time")}
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

/** The codes of rows that break a guard-rail. Whether it refuses or holds them is decided when they are sent. */
const guarded: ReadonlySet<unknown> = new Set([
  ...["price_rise", "price_fall", "price_below_floor", "price_above_ceiling", "price_row_limit"],
]);

const isHeldRow = (row: Preview["failures"][number]): boolean => "code" in row && guarded.has(row.code);

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
              old: shownAmount(change.old),
              amount: shownAmount(now),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
