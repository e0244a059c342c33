import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { readChangedPrices } from "../guard-rails/changed-prices.sql.js";
import { RowTally } from "../guard-rails/limits/row-tally.js";
import type { PriceOrigin } from "../writes/price-origin.js";
import { applyPlan, type RowCounts } from "./rows/apply-plan.js";
import type { FileFormat } from "./file-format.js";
import { countEnded, endPart, readPart, type StoredImport, type StoredPart } from "./imports.sql.js";
import { failedLine, parseRows } from "./rows/parse-rows.js";
import { type Plan, planRows } from "./rows/plan-rows.js";

export interface PartRun {
  readonly config: Pick<Config, "PORTICO_PRICE_SCOPE">;
  readonly origin: PriceOrigin;
  readonly found: StoredImport;
}

interface TalliedRun extends PartRun {
  readonly tally: RowTally;
}

/** Counts that are all 0. */
export const zeroCounts: RowCounts = { written: 0, unchanged: 0, failed: 0, skipped: 0 };

/** Applies a part of a file and returns its row counts. Does nothing if the part was already applied. */
export async function runPart(db: Db, part: number, run: PartRun): Promise<RowCounts> {
  const { id, policy } = run.found;
  const stored = await readPart(db, id, part);
  if (!stored || stored.content === null) return zeroCounts;
  const { failed, written } = await countEnded(db, id);
  if (policy.stopAfter !== null && failed >= policy.stopAfter) {
    const counts = { ...zeroCounts, skipped: stored.rows };
    await endPart(db, id, { part, ...counts, failures: "" });
    return counts;
  }
  const { operation } = run.origin;
  const tally = new RowTally(operation && { written, read: () => readChangedPrices(db, operation.bulk) });
  const plan = await planOf(db, stored, { ...run, tally, failuresLeft: (policy.stopAfter ?? Infinity) - failed });
  const counts = await applyPlan(db, plan, run.origin);
  await endPart(db, id, { part, ...counts, failures: failuresOf(plan, run.found.format) });
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
  const total = { ...zeroCounts };
  for (let part = 0; ; part += 1) {
    const stored = await readPart(db, run.found.id, part);
    if (!stored) return total;
    const plan = await planOf(db, stored, { ...run, failuresLeft: Infinity });
    if (plan.failures.size > 0) throw new FailedRows(part);
    const counts = await applyPlan(db, plan, run.origin);
    await endPart(db, run.found.id, { part, ...counts, failures: "" });
    addTo(total, counts);
  }
}

/** Stores the failed rows from a part on. Counts all other rows of the file as skipped. */
async function checkFrom(db: Db, first: number, run: TalliedRun): Promise<RowCounts> {
  const total = { ...zeroCounts };
  for (let part = 0; ; part += 1) {
    const stored = await readPart(db, run.found.id, part);
    if (!stored) return total;
    const plan = part < first ? undefined : await planOf(db, stored, { ...run, failuresLeft: Infinity });
    const failed = plan?.failures.size ?? 0;
    const counts = { ...zeroCounts, failed, skipped: stored.rows - failed };
    const failures = plan ? failuresOf(plan, run.found.format) : "";
    await endPart(db, run.found.id, { part, ...counts, failures });
    addTo(total, counts);
  }
}

type Counts = { -readonly [Name in keyof RowCounts]: number };

function addTo(total: Counts, counts: RowCounts): void {
  total.written += counts.written;
  total.unchanged += counts.unchanged;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

const planOf = (
  db: Db,
  { content, first_line }: StoredPart,
  { found, config, origin, tally, failuresLeft }: TalliedRun & { readonly failuresLeft: number },
): Promise<Plan> =>
  planRows(db, parseRows({ content: content ?? "", firstLine: first_line }, found.format), {
    config,
    actor: origin.actor,
    failuresLeft,
    tally,
  });

/** Returns the failed rows of a plan in the format of their file, in their order. */
const failuresOf = ({ failures, rows }: Plan, format: FileFormat): string =>
  [...failures]
    .sort(([one], [other]) => one - other)
    .map(([place, failure]) => {
      const row = rows[place];
      return row ? failedLine(row, failure, format) : "";
    })
    .join("");
