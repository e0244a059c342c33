import type { Caller, Context } from "../../../api/call/context.js";
import { shortenLockTimeout } from "../../../platform/db/lock.js";
import { RowTally } from "../guard-rails/limits/row-tally.js";
import type { PriceReview } from "../../../commerce/pricing/writes/price-checks.js";
import { originOf } from "../../../commerce/pricing/writes/price-origin.js";
import { type AppliedPlan, applyPlan } from "./rows/apply-plan.js";
import { EarlierRows } from "./repeats/earlier-rows.js";
import { RepeatedInPreview } from "./repeats/repeated-in-preview.js";
import { describeReading } from "./describe-reading.js";
import type { FileFormat } from "./file-format.js";
import type { Policy } from "./imports.rows.js";
import { largestSteps, listChanges } from "./preview-changes.js";
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
  /** Further checks of the rows. */
  readonly review?: PriceReview | undefined;
}

type PreviewContext = Caller & Pick<Context, "db">;

/**
 * Returns the result that an import would have, with its policy, and changes nothing. Works part by part. A part is applied
 * after the rows of earlier parts that concern its products.
 */
export async function previewImport(
  ctx: PreviewContext,
  { source, options, policy, review }: PreviewedFile,
  config: ImportConfig,
): Promise<PriceImportPreview> {
  await using spool = await PartSpool.open();
  const file = new FileReader(source, options);
  for await (const part of file.parts()) await spool.add(part);
  const { format } = file;
  const preview = emptyPreview(format);
  const trial = { format, config, policy, review, tally: new RowTally(), earlier: new EarlierRows(spool, format) };
  const repeated = new RepeatedInPreview();
  for await (const part of spool.read()) {
    const failuresLeft = (policy.stopAfter ?? Infinity) - preview.failed;
    if (failuresLeft <= 0) preview.skipped += part.rows;
    else {
      const tried = await tryPart(ctx, part, { ...trial, failuresLeft });
      addPart(preview, tried);
      if (tried.before) repeated.note(tried.before, tried.plan);
      trial.earlier.note(part.part, tried.plan);
    }
    preview.rows += part.rows;
  }
  addRepeated(preview, repeated, policy);
  return conclude(preview, policy);
}

const emptyPreview = (format: FileFormat): PriceImportPreview => ({
  ...{ rows: 0, ...zeroCounts, total_changes: 0, total_warnings: 0, state: "complete" },
  ...describeReading(format),
  ...{ changes: [], largest_rises: [], largest_falls: [], failures: [], warnings: [] },
});

/** Applies the policy to the counts: nothing of an `all-or-nothing` file applies if a row fails. */
function conclude(preview: PriceImportPreview, { name, stopAfter }: Policy): PriceImportPreview {
  const { rows, failed } = preview;
  if (name === "all-or-nothing" && failed > 0) {
    const nothing = { ...zeroCounts, failed, skipped: rows - failed, total_changes: 0, changes: [] };
    const none = { largest_rises: [], largest_falls: [] };
    return { ...preview, ...nothing, ...none, total_warnings: 0, warnings: [], state: "rejected" };
  }
  return stopAfter !== null && failed >= stopAfter ? { ...preview, state: "stopped" } : preview;
}

interface Trial extends Pick<PreviewedFile, "policy" | "review"> {
  readonly format: FileFormat;
  readonly config: ImportConfig;
  readonly tally: RowTally;
  readonly earlier: EarlierRows;
  readonly failuresLeft: number;
}

/** The result of a part that was applied and rolled back. */
interface TriedPart extends AppliedPlan {
  readonly plan: Plan;
  /** The rows of earlier parts that were applied before. */
  readonly before: Plan | undefined;
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
  const { format, config, policy, review, tally, failuresLeft } = trial;
  const words = await readShopWords(db);
  const rows = parseRows(part, format, words);
  const limits = { origin: originOf(caller, "PriceImport.preview"), highest: config.PORTICO_PRICE_FILE_HIGHEST };
  const options = { config, actor: caller.actor, stores: words.stores };
  const concerned = await trial.earlier.find(rows, words);
  const before =
    concerned.length > 0
      ? await planRows(db, concerned, { ...options, failuresLeft: Infinity, isJudged: true })
      : undefined;
  if (before) await applyPlan(db, before, limits);
  const refusesRepeats = policy.name === "all-or-nothing";
  const plan = await planRows(db, rows, { ...options, failuresLeft, refusesRepeats, review, tally });
  const old = await listChanges(db, plan);
  const applied = await applyPlan(db, plan, limits);
  return { ...applied, plan, before, changes: old(applied.changed) };
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
  preview.largest_rises = largestSteps([...preview.largest_rises, ...changes], 1);
  preview.largest_falls = largestSteps([...preview.largest_falls, ...changes], -1);
  addListed(preview.failures, plan, plan.failures);
  addListed(preview.warnings, plan, warnings);
}

/** Adds the rows whose price a later part sets too: as failures if the policy refuses them, else as warnings. */
function addRepeated(preview: PriceImportPreview, repeated: RepeatedInPreview, { name }: Policy): void {
  const add = (list: PriceFileFailure[], found: ReturnType<RepeatedInPreview["warnings"]>) => {
    for (const [line, { row, reason }] of found) list.push({ line, sku: row.sku, ...reason });
    list.sort((one, other) => one.line - other.line).splice(maxListed);
  };
  const failures = name === "all-or-nothing" ? repeated.failures() : new Map();
  preview.failed += failures.size;
  add(preview.failures, failures);
  const warnings = repeated.warnings();
  preview.total_warnings += warnings.size;
  add(preview.warnings, warnings);
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
