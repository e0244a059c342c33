import type { ComponentChildren } from "preact";
import { ApiError, json } from "../lib/api.js";
import { formatCount } from "../lib/format.js";
import { useLoaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import type { Preview } from "../lib/prices/price-changes.js";
import { Dialog } from "../parts/dialog.js";
import { WhileLoading } from "../parts/notice.js";
import { PreviewResult } from "../parts/preview-result.js";

/** The response of an undo that is not queued. */
export interface Undone {
  readonly restored: number;
  readonly left: readonly unknown[];
}

/** `12 prices restored, 1 left as they are.` */
export function undoneText({ restored, left }: Undone): string {
  const prices = t("{{number}} prices", { count: restored, number: formatCount(restored) });
  return t("{{prices}} restored, {{left}} left as they are.", { prices, left: formatCount(left.length) });
}

interface UndoDialogProps<Answer> {
  readonly title: string;
  readonly path: string;
  /** The changes to undo, if the path does not identify them. */
  readonly body?: object;
  readonly onUndone: (answer: Answer) => void;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** Previews an undo before running it. */
export function UndoDialog<Answer>({ title, path, body, onUndone, onClose, children }: UndoDialogProps<Answer>) {
  const preview = useLoaded(JSON.stringify([path, body]), () => previewOf(path, body));
  const nothing = preview.value?.total_changes === 0;
  return (
    <Dialog
      title={title}
      confirm={t("Undo")}
      isHarmful
      isBlocked={!preview.value || nothing}
      onConfirm={async () => onUndone(await json<Answer>("POST", path, { body }))}
      onClose={onClose}
    >
      <p>{t("Prices return to their previous values, unless somebody has changed them since then.")}</p>
      {children}
      <WhileLoading from={preview}>
        {(value) =>
          nothing ? (
            <p>{t("There is nothing to undo: none of the prices still has the value that was set here.")}</p>
          ) : (
            <PreviewResult preview={value} />
          )
        }
      </WhileLoading>
    </Dialog>
  );
}

const nothingChanges: Preview = { changes: [], failures: [], total_changes: 0 };

/** Returns the preview of an undo. The server answers 404 if no price was changed at all. */
async function previewOf(path: string, body: object | undefined): Promise<Preview> {
  try {
    return await json<Preview>("POST", path, { body, headers: { Prefer: "dry-run" } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404 && !error.isMissing) return nothingChanges;
    throw error;
  }
}
