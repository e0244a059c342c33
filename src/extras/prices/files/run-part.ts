import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { readChangedPrices } from "../guard-rails/changed-prices.sql.js";
import { RowTally } from "../guard-rails/limits/row-tally.js";
import type { PriceOrigin } from "../../../commerce/pricing/writes/price-origin.js";
import { applyPlan } from "./rows/apply-plan.js";
import type { FileFormat } from "./file-format.js";
import { countEnded, endPart, readPart, type StoredImport, type StoredPart } from "./imports.rows.js";
import type { RowFailure } from "../../../commerce/pricing/failure-codes.js";
import { lineWithReason, parseRows } from "./rows/parse-rows.js";
import { planRows } from "./rows/plan-rows.js";
import type { Plan } from "./rows/plan.js";
import { type RowCounts, zeroCounts } from "./rows/row-counts.js";
import { readShopWords } from "./values/shop-words.sql.js";

/** The settings that imports depend on. */
export type ImportConfig = Pick<Config, "PORTICO_PRICE_SCOPE" | "PORTICO_PRICE_FILE_HIGHEST">;

export interface PartRun {
  readonly config: ImportConfig;
  readonly origin: PriceOrigin;
  readonly found: StoredImport;
}

interface TalliedRun extends PartRun {
  readonly tally: RowTally;
}

/** Applies a part of a file and returns its row counts. Does nothing if the part was already applied. */
export async function runPart(db: Db, part: number, run: PartRun): Promise<RowCounts> {
  const { id, policy } = run.found;
  const stored = await readPart(db, id, part);
  if (!stored || stored.content === null) return zeroCounts;
  const { failed, changed } = await countEnded(db, id);
  if (policy.stopAfter !== null && failed >= policy.stopAfter) {
    const counts = { ...zeroCounts, skipped: stored.rows };
    await endPart(db, id, { part, ...counts, ...noLists });
    return counts;
  }
  const { operation } = run.origin;
  const tally = new RowTally(operation && { written: changed, read: () => readChangedPrices(db, operation.bulk) });
  const plan = await planOf(db, stored, { ...run, tally, failuresLeft: (policy.stopAfter ?? Infinity) - failed });
  return applyPart(db, { part, plan, run });
}

const noLists = { failures: "", warned: 0, warnings: "" };

interface PlannedPart {
  readonly part: number;
  readonly plan: Plan;
  readonly run: PartRun;
}

async function applyPart(db: Db, { part, plan, run }: PlannedPart): Promise<RowCounts> {
  const { format, id } = run.found;
  const { origin, config } = run;
  const { counts, warnings } = await applyPlan(db, plan, { origin, highest: config.PORTICO_PRICE_FILE_HIGHEST });
  const lists = {
    failures: linesOf(plan, plan.failures, format),
    warned: warnings.size,
    warnings: linesOf(plan, warnings, format),
  };
  await endPart(db, id, { part, ...counts, ...lists });
  return counts;
}

/** Thrown if a part has rows that fail. */
class FailedRows extends Error {
  constructor(readonly part: number) {
    super("rows of the file failed");
  }
}

/**
 * Applies all parts of a file, or none if a row fails. In that case the writes are rolled back, and the remaining parts are
 * only checked, so that all failed rows are known.
 */
export async function runWhole(db: Db, given: PartRun): Promise<RowCounts> {
  const run = { ...given, tally: new RowTally() };
  try {
    return await db.savepoint((within) => runAll(within, run));
  } catch (error) {
    if (!(error instanceof FailedRows)) throw error;
    return checkFrom(db, error.part, run);
  }
}

async function runAll(db: Db, run: TalliedRun): Promise<RowCounts> {
  let total = zeroCounts;
  for (let part = 0; ; part += 1) {
    const stored = await readPart(db, run.found.id, part);
    if (!stored) return total;
    const plan = await planOf(db, stored, { ...run, failuresLeft: Infinity });
    if (plan.failures.size > 0) throw new FailedRows(part);
    total = addCounts(total, await applyPart(db, { part, plan, run }));
  }
}

/** Stores the failed rows from a part on. Counts all other rows of the file as skipped. */
async function checkFrom(db: Db, first: number, run: TalliedRun): Promise<RowCounts> {
  let total = zeroCounts;
  for (let part = 0; ; part += 1) {
    const stored = await readPart(db, run.found.id, part);
    if (!stored) return total;
    const plan = part < first ? undefined : await planOf(db, stored, { ...run, failuresLeft: Infinity });
    const failed = plan?.failures.size ?? 0;
    const counts = { ...zeroCounts, failed, skipped: stored.rows - failed };
    const failures = plan ? linesOf(plan, plan.failures, run.found.format) : "";
    await endPart(db, run.found.id, { part, ...counts, ...noLists, failures });
    total = addCounts(total, counts);
  }
}

const addCounts = (one: RowCounts, other: RowCounts): RowCounts => ({
  written: one.written + other.written,
  deleted: one.deleted + other.deleted,
  unchanged: one.unchanged + other.unchanged,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

async function planOf(
  db: Db,
  { content, first_line }: StoredPart,
  { found, config, origin, tally, failuresLeft }: TalliedRun & { readonly failuresLeft: number },
): Promise<Plan> {
  const words = await readShopWords(db);
  return planRows(db, parseRows({ content: content ?? "", firstLine: first_line }, found.format, words), {
    config,
    actor: origin.actor,
    stores: words.stores,
    failuresLeft,
    refusesRepeats: found.policy.name === "all-or-nothing",
    tally,
  });
}

/** Returns rows of a plan with their reasons, in the format of their file and in their order. */
function linesOf({ rows }: Plan, reasons: ReadonlyMap<number, RowFailure>, format: FileFormat): string {
  if (reasons.size === 0) return "";
  const lines: string[] = [];
  let record = -1;
  for (const row of rows) {
    const reason = row.record === record ? undefined : reasons.get(row.record);
    record = row.record;
    if (reason) lines.push(lineWithReason(row, reason, format));
  }
  return lines.join("");
}
