import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useAction } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { Problem } from "./notice.js";

interface DialogProps {
  readonly title: string;
  /** Label of the button that runs the action. */
  readonly confirm: string;
  readonly isHarmful?: boolean;
  /** Whether the action cannot run yet. */
  readonly isBlocked?: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks for confirmation of an action. Escape and Cancel close it, and the keyboard focus returns to where it was. */
export function Dialog({ title, confirm, isHarmful, isBlocked, onConfirm, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => box.current?.showModal(), []);
  const action = useAction(async () => {
    await onConfirm();
    box.current?.close();
  });
  const submit = (event: Event) => {
    event.preventDefault();
    action.run();
  };
  return (
    <dialog ref={box} aria-labelledby={heading} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={heading}>{title}</h2>
        {children}
        {action.error && <Problem>{action.error}</Problem>}
        <div class="buttons">
          <button type="button" onClick={() => box.current?.close()}>
            {t("Close")}
          </button>
          <button class={isHarmful ? "harmful" : "primary"} disabled={action.isBusy || isBlocked}>
            {action.isBusy ? t("Working…") : confirm}
          </button>
        </div>
      </form>
    </dialog>
  );
}
