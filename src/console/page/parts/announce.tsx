import { signal } from "@preact/signals";

const said = signal("");

/** Announces events on the page to screen readers. */
export const announce = (text: string): void => void (said.value = text);

export const LiveRegion = () => (
  <div class="visually-hidden" role="status" aria-live="polite">
    {said.value}
  </div>
);
