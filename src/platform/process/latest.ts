/** Starts to report values, and undefined at the end, until the returned function is called. */
export type Follow<Value> = (report: (value: Value | undefined) => void) => () => void;

/**
 * Iterates over reported values. A slow reader gets the newest value and misses those before it. Ends with the source, or
 * when the signal is aborted.
 */
export async function* latest<Value>(follow: Follow<Value>, signal: AbortSignal): AsyncGenerator<Value, void, void> {
  let newest: Value | undefined;
  let isOver = signal.aborted;
  let wake = (): void => undefined;
  const end = () => {
    isOver = true;
    wake();
  };
  signal.addEventListener("abort", end, { once: true });
  const stop = follow((value) => {
    if (value === undefined) return end();
    newest = value;
    wake();
  });
  try {
    for (;;) {
      const value = newest;
      newest = undefined;
      if (value !== undefined) yield value;
      else if (isOver) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal.removeEventListener("abort", end);
    stop();
  }
}
