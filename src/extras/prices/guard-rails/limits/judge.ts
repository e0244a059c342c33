import type { GuardAction } from "../../closed-sets.types.js";
import { mayChangePrices } from "../../../../api/auth/price-rights.js";
import type { Actor } from "../../../../api/auth/actor.js";
import { findBreaches } from "./breaches.js";
import type { GuardedRow } from "../guarded-rows.js";
import type { GuardRails, RowLimit } from "./limits.js";
import type { Reason } from "./reasons.js";
import { RowTally } from "./row-tally.js";

/** A row that is not written, with the reason. */
export interface StoppedRow {
  /** The position of the row in the call. */
  readonly index: number;
  readonly row: GuardedRow;
  readonly reason: Reason;
  /** What the limit that the row breaks, or the missing right, does with it. */
  readonly action: GuardAction;
}

/** The decision of the guard-rails about a call. */
export interface GuardDecision {
  /** `hold`: no row is written, and the call can be held for approval. `refuse`: the stopped rows fail. */
  readonly action: GuardAction | "pass";
  readonly stopped: readonly StoppedRow[];
}

/** Returns the rows that the caller's role must not write. */
export function findForbidden(rows: readonly GuardedRow[], actor: Pick<Actor, "priceRights">): StoppedRow[] {
  return rows.flatMap((row, index) => {
    const { websiteId } = row;
    const kind = row.kinds.find((written) => !mayChangePrices(actor, { kind: written, websiteId }));
    if (kind === undefined) return [];
    const reason: Reason = { code: "PRICE_RIGHT", parameters: { kind, rightWebsiteId: String(websiteId) } };
    return [{ index, row, reason, action: "refuse" as const }];
  });
}

/**
 * Decides about the rows of a call. A call that changes too many prices, including those of its earlier parts, is stopped as
 * a whole. If a row is refused, the call is not held: every row that breaks a limit fails, and the others are written.
 */
export function evaluateRows(rows: readonly GuardedRow[], rails: GuardRails, tally = new RowTally()): GuardDecision {
  const count = (candidate: RowLimit) => {
    const counted = countRows(rows, rails, candidate);
    return counted === 0 ? 0 : counted + tally.countFor(candidate, rails);
  };
  const [limit] = rails.rowLimits
    .filter((candidate) => count(candidate) > candidate.value)
    .sort((one, other) => Number(one.action === "hold") - Number(other.action === "hold"));
  const broken = findBroken(rows, rails);
  const isRefused = limit?.action === "refuse" || broken.stopped.some(({ action }) => action === "refuse");
  if (!limit) return { stopped: broken.all, action: broken.all.length === 0 ? "pass" : isRefused ? "refuse" : "hold" };
  const parameters = { kind: limit.kind, limit: String(limit.value), rows: String(count(limit)) };
  const refused = new Set(broken.all.filter(({ action }) => action === "refuse").map(({ index }) => index));
  const stopped = rows.map((row, index) => ({
    ...{ index, row, reason: { code: "PRICE_ROW_LIMIT" as const, parameters } },
    action: refused.has(index) ? "refuse" : limit.action,
  }));
  return { stopped, action: isRefused ? "refuse" : "hold" };
}

function countRows(rows: readonly GuardedRow[], rails: GuardRails, limit: RowLimit): number {
  const keys = new Set<string>();
  for (const { changes, websiteId, key } of rows) {
    const isCounted = changes.some(({ kind, isChanged }) => kind === limit.kind && isChanged);
    if (isCounted && rails.counts(limit, websiteId)) keys.add(key);
  }
  return keys.size;
}

function findBroken(rows: readonly GuardedRow[], rails: GuardRails) {
  const byKey = new Map<string, { readonly action: GuardAction; readonly reason: Reason }>();
  for (const row of rows) {
    const breach = worstBreach(row, rails);
    if (breach && byKey.get(row.key)?.action !== "refuse") byKey.set(row.key, breach);
  }
  const all: StoppedRow[] = [];
  if (byKey.size > 0) {
    rows.forEach((row, index) => {
      const breach = byKey.get(row.key);
      if (breach) all.push({ index, row, ...breach });
    });
  }
  return { all, stopped: [...byKey.values()] };
}

/** Returns a breach that refuses the row; if there is none, one that holds the call. */
function worstBreach({ changes, websiteId }: GuardedRow, rails: GuardRails) {
  const breaches = changes.flatMap(({ kind, step }) =>
    step ? rails.limitsOf(kind, websiteId).flatMap((limits) => findBreaches(step, limits)) : [],
  );
  return breaches.find(({ action }) => action === "refuse") ?? breaches[0];
}
