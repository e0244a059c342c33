import type { Context } from "../../../../api/call/context.js";
import { tooLong, WebapiError } from "../../../../api/call/errors.js";
import { reasonOf, toWebapiError } from "../../../../api/call/failure.js";
import { RecordedError, afterRollback } from "../../../../api/call/recorded-error.js";
import type { RepeatCall } from "../../../../api/call/stored/stored-calls.js";
import { approveProposal, rejectProposal } from "./decide.js";
import type { PriceProposalDecisions } from "./groups.types.js";

interface Decided {
  readonly comment: string | null;
  /** Repeats an approved call; absent for a rejection. */
  readonly repeatCall?: RepeatCall;
}

/**
 * Decides about proposals one after the other. A proposal whose call fails is undone alone and stays open with the reason.
 * Every other error ends the call, such as 401 for a proposal of the caller.
 */
export async function decideAll(
  ctx: Context,
  ids: readonly number[],
  { comment, repeatCall }: Decided,
): Promise<PriceProposalDecisions> {
  const failed: PriceProposalDecisions["failed"] = [];
  for (const id of ids) {
    try {
      await ctx.db.savepoint((db) => {
        const within = { ...ctx, db };
        return repeatCall ? approveProposal(within, id, { comment, repeatCall }) : rejectProposal(within, id, comment);
      });
    } catch (error) {
      if (!(error instanceof RecordedError)) throw error;
      failed.push({ id, message: await recordedReason(ctx, error) });
    }
  }
  return { decided: ids.length - failed.length, failed };
}

async function recordedReason({ db, log }: Context, error: RecordedError): Promise<string> {
  const recorded = await afterRollback(error, db);
  return reasonOf(recorded instanceof WebapiError ? recorded : toWebapiError(recorded, log));
}

/** Maximum number of characters of a comment. */
const maxCommentLength = 1000;

/** Description of the comment of a decision. */
export const commentDescription = "Comment to store with the decision, at most 1000 characters.";

/** Returns the comment to store; null if it is empty. Throws 400 for one that is too long. */
export function checkComment(given: string | null | undefined): string | null {
  const comment = (given ?? "").trim();
  if ([...comment].length > maxCommentLength) throw tooLong("comment", maxCommentLength);
  return comment === "" ? null : comment;
}
