import { formatCount } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { goTo } from "../lib/router.js";
import { announce } from "../parts/notice.js";
import { Dialog } from "../parts/dialog.js";
import { UndoDialog, type Undone, undoneText } from "./undo-dialog.js";

interface AskProps {
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export const CancelDialog = ({ open, onConfirm, onClose }: AskProps & { readonly open: number }) => (
  <Dialog
    title={t("Cancel this bulk?")}
    confirm={t("Cancel the bulk")}
    isHarmful
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <p>
      {t(
        "{{number}} operations wait and will not run. Completed operations stay as they are, and running operations finish.",
        { count: open, number: formatCount(open) },
      )}
    </p>
  </Dialog>
);

export const RetryDialog = ({ failed, onConfirm, onClose }: AskProps & { readonly failed: number }) => (
  <Dialog title={t("Retry failed operations?")} confirm={t("Retry")} onConfirm={onConfirm} onClose={onClose}>
    <p>
      {t("{{number}} operations will run again with the same input. If the cause persists, they fail again.", {
        count: failed,
        number: formatCount(failed),
      })}
    </p>
  </Dialog>
);

interface UndoBulkDialogProps {
  readonly uuid: string;
  readonly onClose: () => void;
}

export const UndoBulkDialog = ({ uuid, onClose }: UndoBulkDialogProps) => (
  <UndoDialog<{ readonly bulk_uuid: string }>
    title={t("Undo this bulk?")}
    path={`/V1/bulk/${uuid}/undo`}
    onUndone={({ bulk_uuid: undoing }) => {
      announce(t("The prices are being restored."));
      goTo("bulks", undoing);
    }}
    onClose={onClose}
  />
);

interface UndoCallDialogProps {
  readonly requestId: string;
  readonly onUndone: () => void;
  readonly onClose: () => void;
}

/** Undoes a synchronous call. */
export const UndoCallDialog = ({ requestId, onUndone, onClose }: UndoCallDialogProps) => (
  <UndoDialog<Undone>
    title={t("Undo this call?")}
    path="/V1/price-changes/undo"
    body={{ requestId }}
    onUndone={(undone) => {
      announce(undoneText(undone));
      onUndone();
    }}
    onClose={onClose}
  />
);
