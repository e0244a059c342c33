import { randomUUID } from "node:crypto";
import type { Describe, Outcome } from "../contract/preview.js";
import type { Db } from "../db/database.js";
import type { Context } from "./context.js";
import { type Call, invoke } from "./invoke.js";
import type { Kernel } from "./kernel.js";

/** Ends the transaction of a preview. */
class Undone extends Error {
  constructor(readonly description: string) {
    super("undone");
  }
}

/**
 * Runs calls one after the other in a transaction, describes what they did, and undoes all of it. A call that fails is undone by
 * itself, and the others go on.
 */
export async function preview(
  kernel: Kernel,
  { calls, ctx, describe }: { readonly calls: readonly Call[]; readonly ctx: Context; readonly describe: Describe },
): Promise<string> {
  const requestId = randomUUID();
  const run = async (db: Db): Promise<never> => {
    const outcomes: Outcome[] = [];
    for (const call of calls) {
      const attempt = (within: Db) =>
        invoke(kernel, { ...call, ctx: { ...call.ctx, db: within, requestId, isEnclosed: true, isPreview: true } });
      outcomes.push(
        await db.transaction(attempt).then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        ),
      );
    }
    throw new Undone(await describe({ db, requestId, outcomes, log: ctx.log }));
  };
  try {
    return await ctx.db.transaction(run);
  } catch (error) {
    if (error instanceof Undone) return error.description;
    throw error;
  }
}
