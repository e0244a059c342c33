import { useState } from "preact/hooks";
import { plural } from "../lib/format.js";
import { nameOf, type PriceChange } from "../lib/prices/price-changes.js";
import { announce } from "../parts/notice.js";
import { Choice } from "../parts/choice.js";
import { UndoDialog } from "./undo-dialog.js";

/** The response of an undo. */
interface Undone {
  readonly restored: number;
  readonly left: readonly unknown[];
}

const extents = [
  { value: "change", label: "This change" },
  { value: "request", label: "Its whole request" },
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
      title={`Undo: ${nameOf(change)} of ${change.sku}?`}
      path="/V1/price-changes/undo"
      body={extent === "change" ? { ids: [change.id] } : { requestId: change.request_id }}
      onUndone={({ restored, left }) => {
        announce(`${plural(restored, "price")} restored, ${left.length} left as they are.`);
        onUndone();
      }}
      onClose={onClose}
    >
      <Choice label="What to undo" options={extents} chosen={extent} onChoose={setExtent} />
    </UndoDialog>
  );
}
