import { json } from "../lib/api.js";
import { plural } from "../lib/format.js";
import { useLoaded } from "../lib/hooks.js";
import type { Preview } from "../lib/price-changes.js";
import { goTo } from "../lib/router.js";
import { announce } from "../parts/announce.js";
import { Dialog } from "../parts/dialog.js";
import { WhileLoading } from "../parts/notice.js";
import { PreviewResult } from "../parts/preview-result.js";

interface AskProps {
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export const CancelDialog = ({ open, onConfirm, onClose }: AskProps & { readonly open: number }) => (
  <Dialog title="Cancel this bulk?" confirm="Cancel the bulk" isHarmful onConfirm={onConfirm} onClose={onClose}>
    <p>
      {plural(open, "operation waits", "operations wait")} and will not run. What has run stays as it is, and what is
      running ends.
    </p>
  </Dialog>
);

export const RetryDialog = ({ failed, onConfirm, onClose }: AskProps & { readonly failed: number }) => (
  <Dialog title="Retry what failed?" confirm="Retry" onConfirm={onConfirm} onClose={onClose}>
    <p>
      {plural(failed, "operation")} will run again, with what was sent the first time. If the reason is still there,
      they fail again.
    </p>
  </Dialog>
);

/** Shows what undoing would do before it does it. */
export function UndoDialog({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }) {
  const path = `/V1/bulk/${uuid}/undo`;
  const preview = useLoaded(path, () => json<Preview>("POST", path, { headers: { Prefer: "dry-run" } }));
  const undo = async () => {
    const { bulk_uuid: undoing } = await json<{ bulk_uuid: string }>("POST", path);
    announce("The prices are being restored.");
    goTo("bulks", undoing);
  };
  const nothing = preview.value?.total_changes === 0;
  return (
    <Dialog
      title="Undo this bulk?"
      confirm="Undo"
      isHarmful
      isBlocked={!preview.value || nothing}
      onConfirm={undo}
      onClose={onClose}
    >
      <p>Prices get back the value that they had before, unless somebody has changed them since.</p>
      <WhileLoading from={preview}>
        {(value) =>
          nothing ? (
            <p>There is nothing to undo: no price still holds what this bulk wrote.</p>
          ) : (
            <PreviewResult preview={value} />
          )
        }
      </WhileLoading>
    </Dialog>
  );
}
