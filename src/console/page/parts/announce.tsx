import { signal } from "@preact/signals";

const said = signal("");

/** Announces to people who cannot see the page what has just happened. */
export const announce = (text: string): void => void (said.value = text);

export const LiveRegion = () => (
  <div class="visually-hidden" role="status" aria-live="polite">
    {said.value}
  </div>
);
