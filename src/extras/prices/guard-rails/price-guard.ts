import type { Context } from "../../../api/call/context.js";
import { recordFailedRow } from "../../../api/contract/failed-rows.js";
import type { ValidRows } from "../../../commerce/pricing/writes/checked-rows.js";
import type { PriceUpdateResult } from "../../../commerce/pricing/price.types.js";
import type { PriceWrite } from "../../../commerce/pricing/writes/price-writes.sql.js";
import type { TierPriceWrite } from "../../../commerce/pricing/tier-prices/tier-price-writes.sql.js";
import { readCurrentPrices, readCurrentTierPrices, readGuardRails } from "./current-prices.sql.js";
import { type GuardedRow, guardPriceRow, guardTierRow, writtenCosts } from "./guarded-rows.js";
import { canHold, type HeldRows, heldError, type HoldableContext, holdCall } from "./proposals/hold-call.js";
import { findForbidden, evaluateRows, type GuardDecision, type StoppedRow } from "./limits/judge.js";
import { GuardRails } from "./limits/limits.js";
import { toError, toResult } from "./limits/reasons.js";
import type { RowTally } from "./limits/row-tally.js";

/** The context that a check needs. A call without the rest of its context cannot be held; its rows fail instead. */
type GuardedContext = Pick<Context, "actor" | "db"> & Partial<HoldableContext>;

/** A row that may not be written, by its position in the call. */
export interface StoppedPrice {
  readonly index: number;
  readonly failure: PriceUpdateResult;
}

/** The rows of a call that may be written, and the failures of the others. */
interface GuardedPrices<Row> {
  readonly allowed: Row[];
  readonly stopped: readonly StoppedPrice[];
}

/** How the guard-rails judge a call. */
interface GuardOptions {
  /** Counts the prices of a call that comes in parts. */
  readonly tally?: RowTally | undefined;
  /** Whether removing a price counts as a fall to 0; by default deletions are not limited. */
  readonly limitsDeletions?: boolean;
}

/** Checks the prices of a call against the guard-rails and the caller's rights, before they are written. */
export class PriceGuard {
  private constructor(
    private readonly ctx: GuardedContext,
    private readonly rails: Promise<GuardRails>,
    private readonly options: GuardOptions = {},
  ) {}

  /**
   * Starts to read the guard-rails. Call this before the first statement of the operation, so that both are sent together.
   * The products must be locked before the rows are checked.
   */
  static begin(ctx: GuardedContext, options: GuardOptions = {}): PriceGuard {
    if (ctx.isApproved) return PriceGuard.forRights(ctx);
    const rails = readGuardRails(ctx.db).then((rows) => (rows.length === 0 ? noGuardRails : new GuardRails(rows)));
    // A failed statement also fails the transaction, which reports it.
    rails.catch(() => undefined);
    return new PriceGuard(ctx, rails, options);
  }

  /** Checks only the caller's rights, for calls that guard-rails do not limit. */
  static forRights(ctx: GuardedContext): PriceGuard {
    return new PriceGuard(ctx, Promise.resolve(noGuardRails));
  }

  /**
   * Returns the rows to write, and the failures of all others including those of earlier checks. If a guard-rail holds the
   * call, it is stored as a proposal and every row fails.
   */
  filterPrices(checked: ValidRows<PriceWrite>): Promise<ValidRows<PriceWrite>> {
    return this.filterRows(checked, guardPrices);
  }

  /** Checks tier prices as `filterPrices` does. */
  filterTierPrices(checked: ValidRows<TierPriceWrite>): Promise<ValidRows<TierPriceWrite>> {
    return this.filterRows(checked, guardTierPrices);
  }

  /** Throws 400 for the first row that may not be written. If a guard-rail holds the call, it is stored as a proposal. */
  async requireAllowedPrices(rows: readonly PriceWrite[]): Promise<void> {
    await this.requireAllowed(rows, guardPrices);
  }

  /** Checks tier prices as `requireAllowedPrices` does. */
  async requireAllowedTierPrices(rows: readonly TierPriceWrite[]): Promise<void> {
    await this.requireAllowed(rows, guardTierPrices);
  }

  /** Returns the rows that may be written and the failures of the others. Never holds the call: a held row fails. */
  async review(rows: readonly PriceWrite[]): Promise<GuardedPrices<PriceWrite>> {
    return this.reviewRows(rows, guardPrices);
  }

  /** Checks tier prices as `review` does. */
  async reviewTierPrices(rows: readonly TierPriceWrite[]): Promise<GuardedPrices<TierPriceWrite>> {
    return this.reviewRows(rows, guardTierPrices);
  }

  private async filterRows<Row>(checked: ValidRows<Row>, guard: Guard<Row>): Promise<ValidRows<Row>> {
    const found = await this.evaluate(checked.valid, guard);
    if (!found) return checked;
    const failures = [...checked.failures, ...failuresOf(found.forbidden, checked)];
    const { ctx } = this;
    if (found.action === "hold" && canHold(ctx)) {
      const held = await holdCall(ctx, { ...found, failures });
      const inCall = held.map((row) => ({ ...row, index: found.places[row.index] ?? row.index }));
      return { valid: [], failures: [...failures, ...failuresOf(inCall, checked)] };
    }
    const stopped = new Set([...found.forbidden, ...found.stopped].map(({ index }) => index));
    return {
      valid: checked.valid.filter((_, index) => !stopped.has(index)),
      failures: [...failures, ...failuresOf(found.stopped, checked)],
    };
  }

  private async requireAllowed<Row>(rows: readonly Row[], guard: Guard<Row>): Promise<void> {
    const found = await this.evaluate(rows, guard);
    const [first] = found ? [...found.forbidden, ...found.stopped] : [];
    if (!found || !first) return;
    const { ctx } = this;
    const isHeld = found.forbidden.length === 0 && found.action === "hold";
    throw isHeld && canHold(ctx) ? heldError(ctx, { ...found, failures: [] }) : toError(first.reason, first.row.name);
  }

  private async reviewRows<Row>(rows: readonly Row[], guard: Guard<Row>): Promise<GuardedPrices<Row>> {
    const found = await this.evaluate(rows, guard);
    if (!found) return { allowed: [...rows], stopped: [] };
    const all = [...found.forbidden, ...found.stopped];
    const stopped = new Set(all.map(({ index }) => index));
    return {
      allowed: rows.filter((_, index) => !stopped.has(index)),
      stopped: all.map(({ index, row, reason }) => ({ index, failure: toResult(reason, row.name) })),
    };
  }

  /** Returns the decision about the rows; undefined if there is nothing to check. */
  private async evaluate<Row>(rows: readonly Row[], guard: Guard<Row>): Promise<Found | undefined> {
    const rails = await this.rails;
    const { actor, db } = this.ctx;
    if (rows.length === 0 || (rails.isEmpty && actor.priceRights === undefined)) return undefined;
    const { tally, limitsDeletions = false } = this.options;
    const guarded = await guard(db, rows, limitsDeletions);
    const forbidden = findForbidden(guarded, actor);
    const indexes = new Set(forbidden.map(({ index }) => index));
    const places = guarded.flatMap((_, index) => (indexes.has(index) ? [] : [index]));
    const allowed = guarded.filter((_, index) => !indexes.has(index));
    await tally?.prepare(rails, allowed.length);
    const { action, stopped } = evaluateRows(allowed, rails, tally);
    const isStopped = new Set(stopped.map(({ index }) => index));
    tally?.add(allowed.filter((_, index) => !isStopped.has(index)));
    return {
      action,
      forbidden,
      stopped: stopped.map((row) => ({ ...row, index: places[row.index] ?? row.index })),
      rows: allowed,
      places,
    };
  }
}

const noGuardRails = new GuardRails([]);

interface Found extends GuardDecision, Pick<HeldRows, "rows"> {
  /** Rows that the caller's role must not write. */
  readonly forbidden: readonly StoppedRow[];
  /** For each of `rows`, its position among the checked rows. */
  readonly places: readonly number[];
}

type Guard<Row> = (db: Context["db"], rows: readonly Row[], limitsDeletions: boolean) => Promise<GuardedRow[]>;

/** Returns prices with their changes. */
export const guardPrices: Guard<PriceWrite> = async (db, rows, limitsDeletions) => {
  const current = await readCurrentPrices(db, rows);
  const costs = writtenCosts(rows);
  return zip(rows, current).map(([row, found]) => guardPriceRow(row, found, { costs, limitsDeletions }));
};

/** Returns tier prices with their changes. */
export const guardTierPrices: Guard<TierPriceWrite> = async (db, rows) =>
  zip(rows, await readCurrentTierPrices(db, rows)).map(([row, found]) => guardTierRow(row, found));

function zip<Row, Current>(rows: readonly Row[], current: readonly Current[]): [Row, Current][] {
  return rows.map((row, index) => {
    const found = current[index];
    if (found === undefined) throw new Error("a current price is missing");
    return [row, found];
  });
}

/** Returns one failure for each row of the call; copies for other store views count as the same row. */
function failuresOf(stopped: readonly StoppedRow[], { places }: Pick<ValidRows<unknown>, "places">) {
  const first = new Map<string, StoppedRow>();
  for (const row of stopped) if (!first.has(row.row.key)) first.set(row.row.key, row);
  return [...first.values()].map(({ index, reason, row }): PriceUpdateResult => {
    const failure = toResult(reason, row.name);
    const place = places?.valid[index];
    if (place !== undefined) recordFailedRow(failure, { row: place, sku: row.name["SKU"] ?? null });
    return failure;
  });
}
