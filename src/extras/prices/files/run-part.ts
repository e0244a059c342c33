import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { readChangedPrices } from "../guard-rails/changed-prices.sql.js";
import { RowTally } from "../guard-rails/limits/row-tally.js";
import type { PriceReview } from "../../../commerce/pricing/writes/price-checks.js";
import type { PriceOrigin } from "../../../commerce/pricing/writes/price-origin.js";
import { applyPlan } from "./rows/apply-plan.js";
import { countEnded, endPart, readPart, type StoredImport, type StoredPart } from "./imports.rows.js";
import { RepeatedPrices } from "./repeats/repeated-prices.js";
import { isComparable } from "./repeats/repeated-prices.sql.js";
import { linesOf, parseRows } from "./rows/parse-rows.js";
import { planRows } from "./rows/plan-rows.js";
import type { Plan } from "./rows/plan.js";
import { pricesOf } from "./repeats/price-keys.js";
import { type RowCounts, zeroCounts } from "./rows/row-counts.js";
import { readShopWords } from "./values/shop-words.sql.js";

/** The settings that imports depend on. */
export type ImportConfig = Pick<Config, "PORTICO_PRICE_SCOPE" | "PORTICO_PRICE_FILE_HIGHEST">;

export interface PartRun {
  readonly config: ImportConfig;
  readonly origin: PriceOrigin;
  /** Further checks of the rows. */
  readonly review?: PriceReview | undefined;
  readonly found: StoredImport;
}

interface TalliedRun extends PartRun {
  readonly tally: RowTally;
}

/** Applies a part of a file and returns its row counts. Does nothing if the part was already applied. */
export async function runPart(db: Db, part: number, run: PartRun): Promise<RowCounts> {
  const { id, policy } = run.found;
  const stored = await readPart(db, id, part);
  if (!stored || stored.written !== null) return zeroCounts;
  const { failed, changed } = await countEnded(db, id);
  const counts =
    policy.stopAfter !== null && failed >= policy.stopAfter
      ? await skipPart(db, stored, run)
      : await planAndApply(db, stored, { run, failed, changed });
  const isOnly = stored.rows === run.found.rows;
  if (!isOnly && (await isComparable(db, id))) await (await RepeatedPrices.of(db, run.found)).warn();
  return counts;
}

async function skipPart(db: Db, { part, rows }: StoredPart, { found }: PartRun): Promise<RowCounts> {
  const counts = { ...zeroCounts, skipped: rows };
  await endPart(db, found.id, { part, ...counts, ...noLists });
  return counts;
}

const noLists = { failures: "", warned: 0, warnings: "" };

interface NextPart {
  readonly run: PartRun;
  /** Numbers of rows of earlier parts that failed, and that changed a price. */
  readonly failed: number;
  readonly changed: number;
}

async function planAndApply(db: Db, stored: StoredPart, { run, failed, changed }: NextPart): Promise<RowCounts> {
  const { operation } = run.origin;
  const tally = new RowTally(operation && { written: changed, read: () => readChangedPrices(db, operation.bulk) });
  const failuresLeft = (run.found.policy.stopAfter ?? Infinity) - failed;
  const plan = await planOf(db, stored, { ...run, tally, failuresLeft });
  return applyPart(db, { stored, plan, run });
}

interface PlannedPart {
  readonly stored: StoredPart;
  readonly plan: Plan;
  readonly run: PartRun;
}

async function applyPart(db: Db, { stored: { part, rows }, plan, run }: PlannedPart): Promise<RowCounts> {
  const { format, id, rows: all } = run.found;
  const { origin, config } = run;
  const { counts, warnings } = await applyPlan(db, plan, { origin, highest: config.PORTICO_PRICE_FILE_HIGHEST });
  const lists = {
    failures: linesOf(plan.rows, plan.failures, format),
    warned: warnings.size,
    warnings: linesOf(plan.rows, warnings, format),
  };
  // The prices of a file that is one part were compared when it was planned.
  await endPart(db, id, { part, ...counts, ...lists, ...(all === rows ? {} : { prices: pricesOf(plan) }) });
  return counts;
}

/** Thrown if a part has rows that fail, or if rows of several parts set the same prices to different values. */
class FailedRows extends Error {
  constructor(
    readonly part: number,
    readonly repeats?: RepeatedPrices,
  ) {
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
    return checkFrom(db, { first: error.part, repeats: error.repeats?.through(db) }, run);
  }
}

async function runAll(db: Db, run: TalliedRun): Promise<RowCounts> {
  let total = zeroCounts;
  for (let part = 0; ; part += 1) {
    const stored = await readPart(db, run.found.id, part);
    if (!stored) break;
    const plan = await planOf(db, stored, { ...run, failuresLeft: Infinity });
    if (plan.failures.size > 0) throw new FailedRows(part);
    total = addCounts(total, await applyPart(db, { stored, plan, run }));
  }
  if (!(await isComparable(db, run.found.id))) return total;
  const repeats = await RepeatedPrices.of(db, run.found);
  if (await repeats.differ()) throw new FailedRows(0, repeats);
  await repeats.warn();
  return total;
}

interface Checked {
  readonly first: number;
  readonly repeats: RepeatedPrices | undefined;
}

/** Stores the failed rows from a part on. Counts all other rows of the file as skipped. */
async function checkFrom(db: Db, { first, repeats }: Checked, run: TalliedRun): Promise<RowCounts> {
  const { id, format } = run.found;
  let total = zeroCounts;
  for (let part = 0; ; part += 1) {
    const stored = await readPart(db, id, part);
    if (!stored) return total;
    const plan = part < first ? undefined : await planOf(db, stored, { ...run, failuresLeft: Infinity });
    const found = new Map([...((await repeats?.failuresIn(part)) ?? []), ...(plan?.failures ?? [])]);
    const counts = { ...zeroCounts, failed: found.size, skipped: stored.rows - found.size };
    await endPart(db, id, { part, ...counts, ...noLists, failures: linesOf(plan?.rows ?? [], found, format) });
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
  { found, config, origin, review, tally, failuresLeft }: TalliedRun & { readonly failuresLeft: number },
): Promise<Plan> {
  const words = await readShopWords(db);
  return planRows(db, parseRows({ content: content ?? "", firstLine: first_line }, found.format, words), {
    config,
    actor: origin.actor,
    review,
    stores: words.stores,
    failuresLeft,
    refusesRepeats: found.policy.name === "all-or-nothing",
    tally,
  });
}
