import { useState } from "preact/hooks";
import { ApiError, call, json } from "../../lib/api.js";
import { parseTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { fieldMoment, fieldTime, formatMoment, type Schedule } from "../../lib/prices/schedules.js";
import { timeZone } from "../../lib/shop/shop.js";
import { Dialog } from "../../parts/dialog.js";
import { announce } from "../../parts/notice.js";

interface ChangeDialogProps {
  readonly schedule: Schedule;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Changes the name and the time of a schedule. */
export function ChangeDialog({ schedule: { id, name, at }, onChanged, onClose }: ChangeDialogProps) {
  const stored = fieldTime(parseTime(at));
  const [chosen, setChosen] = useState({ name, at: stored });
  const save = async () => {
    const time = fieldMoment(chosen.at);
    const isMoved = chosen.at !== stored;
    if (isMoved && time <= new Date()) throw new ApiError(t("This time has passed."), 400);
    await json("PUT", `/V1/price-schedules/${id}`, {
      body: { name: chosen.name, ...(isMoved && { at: time.toISOString() }) },
    });
    announce(t("The schedule was changed."));
    onChanged();
  };
  return (
    <Dialog
      title={t("Change this schedule")}
      confirm={t("Save")}
      isBlocked={chosen.at === "" || chosen.name.trim() === ""}
      onConfirm={save}
      onClose={onClose}
    >
      <label>
        {t("Name of the schedule")}
        <input value={chosen.name} onInput={(event) => setChosen({ ...chosen, name: event.currentTarget.value })} />
      </label>
      <label>
        {t("Time, in {{zone}}", { zone: timeZone() })}
        <input
          type="datetime-local"
          value={chosen.at}
          onInput={(event) => setChosen({ ...chosen, at: event.currentTarget.value })}
        />
      </label>
      <p class="muted">{t("The prices then change with your rights, and are checked again now.")}</p>
    </Dialog>
  );
}

interface CancelDialogProps {
  readonly schedule: Schedule;
  readonly onCanceled: () => void;
  readonly onClose: () => void;
}

/** Cancels a schedule. */
export function CancelDialog({ schedule: { id, name, at }, onCanceled, onClose }: CancelDialogProps) {
  const cancel = async () => {
    await call("DELETE", `/V1/price-schedules/${id}`);
    announce(t("The schedule was canceled."));
    onCanceled();
  };
  return (
    <Dialog
      title={t("Cancel the schedule {{name}}?", { name })}
      confirm={t("Cancel the schedule")}
      isHarmful
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>
        {t("Its prices do not change on {{time}}. A canceled schedule cannot be resumed.", {
          time: formatMoment(parseTime(at)),
        })}
      </p>
    </Dialog>
  );
}
