import { randomUUID } from "node:crypto";
import type { Describe, Outcome } from "../contract/preview.js";
import type { Db } from "../../platform/db/database.js";
import { shortenLockTimeout } from "../../platform/db/lock.js";
import { isRetriable } from "../../platform/db/sql-errors.js";
import type { Context } from "./context.js";
import { inputError, WebapiError } from "./errors.js";
import { type Call, invoke } from "./invoke.js";
import type { Kernel } from "./kernel.js";

/** Thrown to roll back the transaction of a preview. */
class PreviewRollback extends Error {
  constructor(readonly description: string) {
    super("undone");
  }
}

/** Maximum milliseconds for a preview of several calls, because its locks make writers of the same rows wait. */
const maxPreviewMilliseconds = 10_000;

interface PreviewOptions {
  readonly calls: readonly Call[];
  readonly ctx: Context;
  readonly describe: Describe;
  /** Milliseconds after which no further call is started. */
  readonly longest?: number;
}

/**
 * Runs calls one after the other in a transaction, describes their effects and rolls back. A failed call is undone by
 * itself, and the others continue. Throws 503 if a lock is not available soon, so that writers go first, and 400 if the
 * calls take too long.
 */
export async function preview(
  kernel: Kernel,
  { calls, ctx, describe, longest = maxPreviewMilliseconds }: PreviewOptions,
): Promise<string> {
  const requestId = randomUUID();
  const run = async (db: Db): Promise<never> => {
    const outcomes: Outcome[] = [];
    const end = performance.now() + longest;
    await shortenLockTimeout(db);
    for (const call of calls) {
      if (performance.now() > end) throw tooLong(outcomes.length, { calls: calls.length, longest });
      const runInSavepoint = (within: Db) =>
        invoke(kernel, { ...call, ctx: { ...call.ctx, db: within, requestId, isEnclosed: true, isPreview: true } });
      outcomes.push(await db.savepoint(runInSavepoint).then((result) => ({ result }), toFailure));
    }
    throw new PreviewRollback(await describe({ db, requestId, outcomes, log: ctx.log }));
  };
  try {
    return await ctx.db.transaction(run);
  } catch (error) {
    if (error instanceof PreviewRollback) return error.description;
    throw error;
  }
}

/** Returns the outcome of a call that failed. Rethrows a temporary error, which says nothing about the call. */
function toFailure(error: unknown): Outcome {
  if (isRetriable(error instanceof WebapiError ? error.cause : error)) throw error;
  return { error };
}

const tooLong = (done: number, { calls, longest }: { readonly calls: number; readonly longest: number }) =>
  inputError(
    "The preview takes longer than %seconds seconds: %done of %calls calls are done. Preview fewer calls at once. Nothing was changed.",
    { seconds: longest / 1000, done, calls },
  );
