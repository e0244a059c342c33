/**
 * Maximum time in milliseconds that a slice of long work blocks the event loop. A short call takes three or four turns of
 * the loop, and may wait for a slice in each.
 */
const maxSliceMilliseconds = 8;

const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop. Each turn continues only one piece of long work: ten in one turn would
 * together block the loop for as long as one that never pauses.
 */
export function laterTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(continueNext);
  });
}

function continueNext(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(continueNext);
  next?.();
}

/** The current slice of one piece of long work, which pauses between its slices so that short work is not delayed. */
export class Slice {
  private end = performance.now() + maxSliceMilliseconds;

  /** Whether the work should pause now. */
  get isOver(): boolean {
    return performance.now() >= this.end;
  }

  /** Pauses, then begins the next slice. */
  async pause(): Promise<void> {
    await laterTurn();
    this.end = performance.now() + maxSliceMilliseconds;
  }
}

/** Maps a list in slices. A short list is mapped at once. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const slice = new Slice();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (slice.isOver) await slice.pause();
  }
  return results;
}
