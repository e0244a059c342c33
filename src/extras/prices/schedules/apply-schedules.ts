import { shopAccounts } from "../../../commerce/customer/published.accounts.js";
import { type Actor, admits } from "../../../api/auth/actor.js";
import { loadActors } from "../../../api/auth/actors.sql.js";
import { inputError, WebapiError } from "../../../api/call/errors.js";
import { createContext } from "../../../api/call/context.js";
import type { Kernel } from "../../../api/call/kernel.js";
import type { Db } from "../../../platform/db/database.js";
import { warnOfFailure } from "../../../platform/process/outage-log.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { applyPlan } from "../files/rows/apply-plan.js";
import { deleteOldImports } from "../files/imports.rows.js";
import type { ImportConfig } from "../files/run-part.js";
import { planRows } from "../files/rows/plan-rows.js";
import type { PriceChecks, PriceReview } from "../../../commerce/pricing/writes/price-checks.js";
import type { PriceOrigin } from "../../../commerce/pricing/writes/price-origin.js";
import { schedulePermission } from "./price-schedules.types.js";
import { scheduledRows } from "./scheduled-rows.js";
import { endSchedule, type DueSchedule, lockDue } from "./schedules.rows.js";

/** Milliseconds between two checks for schedules that are due. */
const pause = 1000;

/** Milliseconds between two cleanups of imports. */
const cleanupPause = 3_600_000;

/** What the application of schedules needs. */
interface ScheduleDependencies {
  readonly db: Db;
  readonly config: ImportConfig;
  /** Begins the further checks of prices. */
  readonly review?: (db: Db, origin: PriceOrigin) => Promise<PriceReview | undefined>;
}

/** Applies schedules when they are due. Several processes can run it at once. */
export const scheduledPrices = (
  kernel: Pick<Kernel, "db" | "config" | "log" | "scopesWithin">,
  checks: PriceChecks,
): Recurring =>
  new Recurring(
    () => applyDueSchedules({ ...kernel, review: (db, origin) => reviewOf(db, origin, { ...kernel, checks }) }),
    {
      pause,
      onError: (error) => warnOfFailure(kernel.log, error, "failed to apply scheduled prices, will retry"),
    },
  );

/** Deletes old price files that were not received completely or whose bulk was deleted. */
export const importCleanup = ({ db, log }: Pick<Kernel, "db" | "log">): Recurring =>
  new Recurring(() => deleteOldImports(db), {
    pause: cleanupPause,
    onError: (error) => warnOfFailure(log, error, "failed to delete old price imports, will retry"),
  });

/** Applies the schedules that are due, one after the other, each in a transaction. Returns their number. */
export async function applyDueSchedules(dependencies: ScheduleDependencies): Promise<number> {
  for (let applied = 0; ; applied += 1) {
    const isOne = await dependencies.db.transaction(async (tx) => {
      const due = await lockDue(tx);
      if (due) await apply(tx, due, dependencies);
      return due !== undefined;
    });
    if (!isOne) return applied;
  }
}

/**
 * Applies a schedule with the current rights of the user who created or last changed it, as queued operations do. Rows that
 * fail now are stored with their reasons, and the others are applied.
 */
async function apply(db: Db, due: DueSchedule, dependencies: ScheduleDependencies): Promise<void> {
  const { config } = dependencies;
  const { rows, stores } = await scheduledRows(
    db,
    due.content.split("\n").map((line): unknown => JSON.parse(line)),
  );
  const maker = { userType: due.user_type, userId: due.user_id };
  const origin = originOf(due, (await loadActors(db, [maker], shopAccounts))(maker));
  try {
    if (!admits([schedulePermission], origin.actor)) throw inputError(lostPermission);
    const { plan, counts } = await db.savepoint(async (within) => {
      const review = await dependencies.review?.(within, origin);
      const options = { config, actor: origin.actor, review, stores, failuresLeft: Infinity };
      const planned = await planRows(within, rows, options);
      const { counts } = await applyPlan(within, planned, { origin, highest: config.PORTICO_PRICE_FILE_HIGHEST });
      return { plan: planned, counts };
    });
    const failures = [...plan.failures]
      .sort(([one], [other]) => one - other)
      .map(([place, { code, message }]) => {
        const { line, sku } = rows[place] ?? { line: place + 1, sku: "" };
        return JSON.stringify({ line, sku, code, message });
      });
    const { written, deleted, unchanged, failed } = counts;
    const ended = { written: written + deleted, unchanged, failed, failures: failures.join("\n") };
    await endSchedule(db, due.id, { state: "applied", ...ended });
  } catch (error) {
    if (!(error instanceof WebapiError)) throw error;
    const failure = JSON.stringify({ line: 1, sku: "", code: "rejected", message: error.message });
    await endSchedule(db, due.id, {
      state: "failed",
      written: 0,
      unchanged: 0,
      failed: rows.length,
      failures: failure,
    });
  }
}

const lostPermission = "The user who created or last changed the schedule can no longer schedule prices.";

/** Begins the further checks of prices, for the default store view. They see the user of the schedule as the caller. */
async function reviewOf(
  db: Db,
  { actor, requestId }: PriceOrigin,
  { checks, scopesWithin, log }: Pick<Kernel, "scopesWithin" | "log"> & { readonly checks: PriceChecks },
): Promise<PriceReview | undefined> {
  if (!checks.review) return undefined;
  const scope = (await scopesWithin(db))(undefined);
  if (!scope) throw new Error("there is no default store view");
  return checks.review(createContext({ actor, scope, requestId }, { db, log, isEnclosed: true }));
}

/** Attributes the changes to the user who created or last changed the schedule. */
const originOf = ({ request_id }: DueSchedule, actor: Actor): PriceOrigin => ({
  actor,
  call: "PriceSchedule.apply",
  requestId: request_id,
});
