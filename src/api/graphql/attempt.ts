import type { GraphqlContext } from "../call/kernel.js";

/**
 * Runs a mutation. If it already failed with an idempotency key, throws the same error again, for the answer after the
 * rollback.
 */
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
