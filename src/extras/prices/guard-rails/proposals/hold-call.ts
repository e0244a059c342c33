import { UserType } from "../../../../api/auth/actor.js";
import type { Context, RepeatableCall } from "../../../../api/call/context.js";
import { RecordedError } from "../../../../api/call/recorded-error.js";
import type { Db } from "../../../../platform/db/database.js";
import type { PriceUpdateResult } from "../../../../commerce/pricing/price.types.js";
import type { GuardedRow } from "../guarded-rows.js";
import type { StoppedRow } from "../limits/judge.js";
import { insertProposal } from "./proposals.rows.js";
import { type Reason, templateOf, toError, toResult } from "../limits/reasons.js";

/** The context of a call that can be stored. */
export interface HoldableContext extends Pick<
  Context,
  "actor" | "db" | "isApproved" | "operation" | "requestId" | "scope"
> {
  readonly call: RepeatableCall;
  /** The bulk whose proposals belong together with this one; by default that of the operation. */
  readonly bulk?: string;
}

/** The rows of a call to hold. */
export interface HeldRows {
  readonly rows: readonly GuardedRow[];
  /** The rows that break a guard-rail. */
  readonly stopped: readonly StoppedRow[];
  /** The failures of rows that would also fail without guard-rails. */
  readonly failures: readonly PriceUpdateResult[];
}

/** Maximum number of changed prices, and of breaches, that a proposal lists. */
const maxListed = 1000;

/** Whether a call can be stored: an administrator or an integration made it, through a route. */
export const canHold = (ctx: Partial<HoldableContext>): ctx is HoldableContext =>
  ctx.call !== undefined && (ctx.actor?.type === UserType.administrator || ctx.actor?.type === UserType.integration);

/** Stores the call as a proposal. Returns every row as stopped by it. */
export async function holdCall(ctx: HoldableContext, held: HeldRows): Promise<StoppedRow[]> {
  const reason = heldReason(await storeCall(ctx.db, ctx, held));
  return held.rows.map((row, index) => ({ index, row, reason, action: "hold" }));
}

/** Returns the error of a held call that writes a single product. The proposal is stored after the rollback. */
export function heldError(ctx: HoldableContext, held: HeldRows): RecordedError {
  const name = held.stopped[0]?.row.name ?? {};
  return new RecordedError(templateOf({ code: "PRICE_HELD" }, name), async (db) =>
    toError(heldReason(await storeCall(db, ctx, held)), name),
  );
}

const heldReason = (proposalId: number): Reason => ({
  code: "PRICE_HELD",
  parameters: { proposalId: String(proposalId) },
});

async function storeCall(db: Db, ctx: HoldableContext, { rows, stopped, failures }: HeldRows): Promise<number> {
  const { call, actor, operation } = ctx;
  if (actor.id === null) throw new Error("only a user's call can be held");
  const changed = rows.flatMap((row) => row.changes.filter(({ isChanged }) => isChanged));
  return insertProposal(db, {
    call: call.line,
    arguments: JSON.stringify(call.args),
    store_code: storeCodeOf(ctx),
    user_type: actor.type,
    user_id: actor.id,
    request_id: ctx.requestId,
    bulk_uuid: ctx.bulk ?? operation?.bulk ?? null,
    operation_id: operation?.id ?? null,
    row_count: changed.length,
    changes: JSON.stringify(changed.slice(0, maxListed).map(({ proposed }) => proposed())),
    breaches: JSON.stringify(stopped.slice(0, maxListed).map(({ reason, row }) => toResult(reason, row.name))),
    failures: JSON.stringify(failures),
  });
}

/** Returns the store code as in the path of the call. */
const storeCodeOf = ({ scope }: Pick<Context, "scope">): string | null =>
  scope.given === "none" ? null : scope.given === "all" ? "all" : scope.code;
