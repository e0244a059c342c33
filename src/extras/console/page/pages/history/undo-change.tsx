import { useState } from "preact/hooks";
import { t } from "../../lib/i18n.js";
import { nameOf, type PriceChange } from "../../lib/prices/price-changes.js";
import { announce } from "../../parts/notice.js";
import { Choice } from "../../parts/choice.js";
import { UndoDialog, type Undone, undoneText } from "../undo-dialog.js";

const extents = [
  { value: "change", label: t("This change") },
  { value: "request", label: t("Its whole request") },
];

interface UndoChangeDialogProps {
  readonly change: PriceChange;
  readonly onUndone: () => void;
  readonly onClose: () => void;
}

/** Undoes a change, or all changes of its request. */
export function UndoChangeDialog({ change, onUndone, onClose }: UndoChangeDialogProps) {
  const [extent, setExtent] = useState("change");
  return (
    <UndoDialog<Undone>
      title={t("Undo: {{price}} of {{sku}}?", { price: nameOf(change), sku: change.sku })}
      path="/V1/price-changes/undo"
      body={extent === "change" ? { ids: [change.id] } : { requestId: change.request_id }}
      onUndone={(undone) => {
        announce(undoneText(undone));
        onUndone();
      }}
      onClose={onClose}
    >
      <Choice label={t("What to undo")} options={extents} chosen={extent} onChoose={setExtent} />
    </UndoDialog>
  );
}
