import type { Caller, Context } from "../../../api/call/context.js";
import { shortenLockTimeout } from "../../../platform/db/lock.js";
import { RowTally } from "../guard-rails/limits/row-tally.js";
import { originOf } from "../../../commerce/pricing/writes/price-origin.js";
import { type AppliedPlan, applyPlan } from "./rows/apply-plan.js";
import { describeReading } from "./describe-reading.js";
import type { FileFormat } from "./file-format.js";
import type { Policy } from "./imports.rows.js";
import { listChanges } from "./preview-changes.js";
import type { PriceFileChange, PriceFileFailure, PriceImportPreview } from "./price-files.types.js";
import type { FileSource } from "./reading/file-bytes.js";
import { PartSpool } from "./reading/part-spool.js";
import { type FilePart, FileReader, type ReadOptions } from "./reading/read-parts.js";
import type { RowFailure } from "../../../commerce/pricing/failure-codes.js";
import { parseRows } from "./rows/parse-rows.js";
import { planRows } from "./rows/plan-rows.js";
import type { Plan } from "./rows/plan.js";
import { zeroCounts } from "./rows/row-counts.js";
import type { ImportConfig } from "./run-part.js";
import { readShopWords } from "./values/shop-words.sql.js";

/** Maximum number of changes, of failures and of warnings in a preview. */
const maxListed = 1000;

/** The file of a preview. */
export interface PreviewedFile {
  readonly source: FileSource;
  readonly options: ReadOptions;
  readonly policy: Policy;
}

type PreviewContext = Caller & Pick<Context, "db">;

/**
 * Returns the result that an import would have, with its policy, and changes nothing. Works part by part. Rows are compared
 * with the stored prices even if an earlier part of the file sets the same price.
 */
export async function previewImport(
  ctx: PreviewContext,
  { source, options, policy }: PreviewedFile,
  config: ImportConfig,
): Promise<PriceImportPreview> {
  await using spool = await PartSpool.open();
  const file = new FileReader(source, options);
  for await (const part of file.parts()) await spool.add(part);
  const preview = emptyPreview(file.format);
  const tally = new RowTally();
  for await (const part of spool.read()) {
    const failuresLeft = (policy.stopAfter ?? Infinity) - preview.failed;
    if (failuresLeft <= 0) preview.skipped += part.rows;
    else addPart(preview, await tryPart(ctx, part, { format: file.format, config, policy, tally, failuresLeft }));
    preview.rows += part.rows;
  }
  return conclude(preview, policy);
}

const emptyPreview = (format: FileFormat): PriceImportPreview => ({
  ...{ rows: 0, ...zeroCounts, total_changes: 0, total_warnings: 0, state: "complete" },
  ...describeReading(format),
  ...{ changes: [], failures: [], warnings: [] },
});

/** Applies the policy to the counts: nothing of an `all-or-nothing` file applies if a row fails. */
function conclude(preview: PriceImportPreview, { name, stopAfter }: Policy): PriceImportPreview {
  const { rows, failed } = preview;
  if (name === "all-or-nothing" && failed > 0) {
    const nothing = { ...zeroCounts, failed, skipped: rows - failed, total_changes: 0, changes: [] };
    return { ...preview, ...nothing, total_warnings: 0, warnings: [], state: "rejected" };
  }
  return stopAfter !== null && failed >= stopAfter ? { ...preview, state: "stopped" } : preview;
}

interface Trial {
  readonly format: FileFormat;
  readonly config: ImportConfig;
  readonly policy: Policy;
  readonly tally: RowTally;
  readonly failuresLeft: number;
}

/** The result of a part that was applied and rolled back. */
interface TriedPart extends AppliedPlan {
  readonly plan: Plan;
  readonly changes: readonly PriceFileChange[];
}

/** Carries a result out of the transaction that it rolls back. */
class RolledBack extends Error {
  constructor(readonly result: TriedPart) {
    super("a preview changes nothing");
  }
}

/** Applies a part and rolls it back. Does not hold up writers: throws if a lock is not free soon. */
async function tryPart({ db, ...caller }: PreviewContext, part: FilePart, trial: Trial): Promise<TriedPart> {
  try {
    return await db.transaction(async (tx) => {
      await shortenLockTimeout(tx);
      throw new RolledBack(await applyTrial({ db: tx, ...caller }, part, trial));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}

async function applyTrial({ db, ...caller }: PreviewContext, part: FilePart, trial: Trial): Promise<TriedPart> {
  const { format, config, policy, tally, failuresLeft } = trial;
  const words = await readShopWords(db);
  const refusesRepeats = policy.name === "all-or-nothing";
  const options = { config, actor: caller.actor, stores: words.stores, failuresLeft, refusesRepeats, tally };
  const plan = await planRows(db, parseRows(part, format, words), options);
  const old = await listChanges(db, plan);
  const origin = originOf(caller, "PriceImport.preview");
  const applied = await applyPlan(db, plan, { origin, highest: config.PORTICO_PRICE_FILE_HIGHEST });
  return { ...applied, plan, changes: old(applied.changed) };
}

function addPart(preview: PriceImportPreview, { counts, plan, warnings, changes }: TriedPart): void {
  preview.written += counts.written;
  preview.deleted += counts.deleted;
  preview.unchanged += counts.unchanged;
  preview.failed += counts.failed;
  preview.skipped += counts.skipped;
  preview.total_changes += changes.length;
  preview.total_warnings += warnings.size;
  preview.changes.push(...changes.slice(0, maxListed - preview.changes.length));
  addListed(preview.failures, plan, plan.failures);
  addListed(preview.warnings, plan, warnings);
}

/** Adds rows with their reasons, in the order of their lines. */
function addListed(list: PriceFileFailure[], { rows }: Plan, reasons: ReadonlyMap<number, RowFailure>): void {
  let record = -1;
  for (const row of rows) {
    if (list.length >= maxListed) return;
    const reason = row.record === record ? undefined : reasons.get(row.record);
    record = row.record;
    if (reason) list.push({ line: row.line, sku: row.sku, ...reason });
  }
}
