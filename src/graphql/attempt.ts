import type { GraphqlContext } from "../call/kernel.js";

/** Runs a mutation. One with a key that has failed throws its failure again, for the answer after the rollback. */
export async function attempt({ keyed }: GraphqlContext, run: () => Promise<unknown>): Promise<unknown> {
  if (!keyed) return run();
  if (keyed.failure) throw keyed.failure.error;
  try {
    return await run();
  } catch (error) {
    keyed.failure = { error };
    throw error;
  }
}
