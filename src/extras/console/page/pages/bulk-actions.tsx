import { plural } from "../lib/format.js";
import { goTo } from "../lib/router.js";
import { announce } from "../parts/notice.js";
import { Dialog } from "../parts/dialog.js";
import { UndoDialog } from "./undo-dialog.js";

interface AskProps {
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export const CancelDialog = ({ open, onConfirm, onClose }: AskProps & { readonly open: number }) => (
  <Dialog title="Cancel this bulk?" confirm="Cancel the bulk" isHarmful onConfirm={onConfirm} onClose={onClose}>
    <p>
      {plural(open, "operation waits", "operations wait")} and will not run. Completed operations stay as they are, and
      running operations finish.
    </p>
  </Dialog>
);

export const RetryDialog = ({ failed, onConfirm, onClose }: AskProps & { readonly failed: number }) => (
  <Dialog title="Retry failed operations?" confirm="Retry" onConfirm={onConfirm} onClose={onClose}>
    <p>{plural(failed, "operation")} will run again with the same input. If the cause persists, they fail again.</p>
  </Dialog>
);

interface UndoBulkDialogProps {
  readonly uuid: string;
  readonly onClose: () => void;
}

export const UndoBulkDialog = ({ uuid, onClose }: UndoBulkDialogProps) => (
  <UndoDialog<{ readonly bulk_uuid: string }>
    title="Undo this bulk?"
    path={`/V1/bulk/${uuid}/undo`}
    onUndone={({ bulk_uuid: undoing }) => {
      announce("The prices are being restored.");
      goTo("bulks", undoing);
    }}
    onClose={onClose}
  />
);
