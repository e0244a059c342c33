/**
 * Waits for work that runs at the same time, and returns its results. If some of it fails, throws the error of the first in the
 * list, whichever failed first, after all has ended: a caller sees the same error as if one had waited for the other.
 */
export async function allInOrder<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
