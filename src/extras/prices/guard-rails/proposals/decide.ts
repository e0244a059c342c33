import type { Context } from "../../../../api/call/context.js";
import { inputError, noSuchEntity, WebapiError } from "../../../../api/call/errors.js";
import { toWebapiError } from "../../../../api/call/failure.js";
import { RecordedError } from "../../../../api/call/recorded-error.js";
import type { RepeatCall } from "../../../../api/call/stored/stored-calls.js";
import { isSamePerson } from "../../../../api/auth/integrations/people.rows.js";
import { audit } from "../../../../api/auth/audit.rows.js";
import { isRetriable } from "../../../../platform/db/sql-errors.js";
import { failureText } from "../../../../commerce/pricing/failure-codes.js";
import type { PriceUpdateResult } from "../../../../commerce/pricing/price.types.js";
import { type Decision, type LockedProposal, lockProposal, updateDecision, updateFailure } from "./proposals.rows.js";

/**
 * Approves a proposal: runs the held call as the proposer, without guard-rails, in the transaction of the approval. Throws
 * as `lockOpen` does, and 400 if the call fails now; the proposal then stays open and keeps the reason.
 */
export async function approveProposal(
  ctx: Context,
  id: number,
  { comment, repeatCall }: { readonly comment: string | null; readonly repeatCall: RepeatCall },
): Promise<void> {
  const proposal = await lockOpen(ctx, id);
  await repeatProposal(ctx, proposal, repeatCall).catch((error: unknown) => {
    throw failedApproval(ctx, id, error);
  });
  await decide(ctx, id, { state: "approved", comment });
}

/** Rejects a proposal. Throws as `lockOpen` does. */
export async function rejectProposal(ctx: Context, id: number, comment: string | null): Promise<void> {
  await lockOpen(ctx, id);
  await decide(ctx, id, { state: "rejected", comment });
}

async function decide(ctx: Context, id: number, decision: Pick<Decision, "state" | "comment">): Promise<void> {
  await updateDecision(ctx.db, id, { ...decision, userType: ctx.actor.type, userId: ctx.actor.id });
  await audit(ctx.db, ctx, { event: `price proposal ${decision.state}`, type: null, id: null, name: String(id) });
}

/**
 * Locks a proposal. Throws 404 for an unknown one, 401 for the proposer's own or one of an integration with the same
 * creator, and 400 for one that is not open.
 */
async function lockOpen({ db, actor }: Context, id: number): Promise<LockedProposal> {
  const proposal = await lockProposal(db, id);
  if (!proposal) throw noSuchEntity("id", id);
  const proposer = { type: proposal.user_type, id: proposal.user_id };
  const isSame = proposer.type === actor.type && proposer.id === actor.id;
  if (isSame || (await isSamePerson(db, [actor, proposer]))) {
    throw new WebapiError("NOT_AUTHORIZED", "The price proposal %id is your own. Another user must decide on it.", {
      parameters: { id },
    });
  }
  if (proposal.state !== "open") {
    throw inputError("The price proposal %id is already %state.", { id, state: proposal.state });
  }
  return proposal;
}

/** Runs the held call. Rethrows its errors, and throws 400 if rows fail that did not fail when the call was held. */
async function repeatProposal(ctx: Context, proposal: LockedProposal, repeatCall: RepeatCall): Promise<void> {
  const result = await repeatCall(
    {
      line: proposal.call,
      args: JSON.parse(proposal.arguments) as Readonly<Record<string, unknown>>,
      caller: { userType: proposal.user_type, userId: proposal.user_id },
      storeCode: proposal.store_code,
    },
    ctx,
  );
  const known = new Set((JSON.parse(proposal.failures) as PriceUpdateResult[]).map(failureText));
  const failure = (Array.isArray(result) ? (result as PriceUpdateResult[]) : []).find(
    (row) => !known.has(failureText(row)),
  );
  if (failure) throw inputError(failureText(failure));
}

/** Returns the error of an approval whose call failed. The error stores the reason in the proposal. */
function failedApproval({ log }: Context, id: number, error: unknown): unknown {
  if (!(error instanceof WebapiError) && isRetriable(error)) return error;
  const { message } = toWebapiError(error, log);
  const template = "The price proposal %id stays open because its call failed: %reason";
  return new RecordedError(template, async (db) => {
    await updateFailure(db, id, message);
    return inputError(template, { id, reason: message });
  });
}
