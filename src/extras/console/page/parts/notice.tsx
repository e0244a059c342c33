import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Loaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";

const said = signal("");

/** Announces events on the page to screen readers. */
export const announce = (text: string): void => void (said.value = text);

export const LiveRegion = () => (
  <div class="visually-hidden" role="status" aria-live="polite">
    {said.value}
  </div>
);

/** An error, read out at once. */
export const Problem = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="notice bad" role="alert">
    {children}
  </p>
);

export const Note = ({ children }: { readonly children: ComponentChildren }) => <p class="notice">{children}</p>;

/** Shown in place of an empty list: why it is empty, and how to change that. */
export const Empty = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    <p>{children}</p>
  </div>
);

interface WhileLoadingProps<Value> {
  readonly from: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows the last loaded value, and the error of a later attempt beside it. */
export function WhileLoading<Value>({ from, children }: WhileLoadingProps<Value>) {
  const { value, error, isMissing, reload } = from;
  return (
    <>
      {error !== undefined && (isMissing ? <Note>{error}</Note> : <Failed message={error} retry={reload} />)}
      {value === undefined ? error === undefined && <p class="loading">{t("Loading…")}</p> : children(value)}
    </>
  );
}

const Failed = ({ message, retry }: { readonly message: string; readonly retry: () => void }) => (
  <div class="notice bad" role="alert">
    <span>{message}</span>
    <button type="button" onClick={retry}>
      {t("Try again")}
    </button>
  </div>
);
