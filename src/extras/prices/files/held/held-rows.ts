import type { Context } from "../../../../api/call/context.js";
import { inputError } from "../../../../api/call/errors.js";
import type { Db } from "../../../../platform/db/database.js";
import type { PriceDependencies } from "../../../../commerce/pricing/writes/price-checks.js";
import { originOf } from "../../../../commerce/pricing/writes/price-origin.js";
import { canHold, type HoldableContext, holdCall } from "../../guard-rails/proposals/hold-call.js";
import { findProposalOfBulk } from "../../guard-rails/proposals/proposals.rows.js";
import { describeImport, importOf } from "../import-state.js";
import { readRowList, type StoredImport } from "../imports.rows.js";
import { codeOf, formatOfList } from "../listed-rows.js";
import { applyPlan } from "../rows/apply-plan.js";
import type { FileRow } from "../rows/file-row.js";
import { parseRows } from "../rows/parse-rows.js";
import type { Plan } from "../rows/plan.js";
import { planRows } from "../rows/plan-rows.js";
import { readShopWords } from "../values/shop-words.sql.js";
import type { PriceImportProposal } from "./held-rows.types.js";
import { type HeldRow, judgePlan } from "./judge-plan.js";

/** Maximum number of rows of one proposal: it lists each price. The proposals of an import are one group. */
const rowsOfProposal = 500;

/** Codes of rows that a guard-rail stopped. */
const heldCodes = new Set(["price_rise", "price_fall", "price_below_floor", "price_above_ceiling", "price_row_limit"]);

/** The context of a call with what its class depends on. */
type HeldContext = Context & PriceDependencies;

/** The rows of the list of failed rows that a call means. */
interface Chosen {
  readonly bulkUuid: string;
  /** Their numbers in the list, from 1; all that a guard-rail holds if it is absent. */
  readonly rows: readonly number[] | null | undefined;
}

/**
 * Sends failed rows that a guard-rail holds for approval. Throws 404 for an unknown import, and 400 if it is not complete, if
 * no row is held, or if its rows were sent before.
 */
export async function proposeRows(ctx: HeldContext, { bulkUuid, rows }: Chosen): Promise<PriceImportProposal> {
  const { db } = ctx;
  const found = await importOf(db, bulkUuid);
  const { state } = await describeImport(db, bulkUuid);
  if (state !== "complete" && state !== "stopped")
    throw inputError("The rows of an import that is %state cannot be sent for approval.", { state });
  const earlier = await findProposalOfBulk(db, bulkUuid);
  if (earlier !== undefined)
    throw inputError("The rows were sent for approval as price proposal %id.", { id: earlier });
  if (!canHold(ctx)) throw inputError("Only administrators and integrations can send rows for approval.");
  const plan = await planListed(ctx, found, rows);
  const held = await judgePlan(db, plan);
  if (held.length === 0) throw inputError("No failed row of the import is held by a guard-rail.");
  return { group_id: await holdRows(ctx, { bulkUuid, held }), rows: held.length };
}

/** Holds the call that sets the prices of rows, as proposals that are one group. Returns the id of the group. */
async function holdRows(
  ctx: HoldableContext,
  { bulkUuid, held }: { readonly bulkUuid: string; readonly held: readonly HeldRow[] },
): Promise<number> {
  let group: number | undefined;
  for (let at = 0; at < held.length; at += rowsOfProposal) {
    const part = held.slice(at, at + rowsOfProposal);
    const args = { bulkUuid, rows: part.map(({ record }) => record + 1) };
    const holdable = { ...ctx, bulk: bulkUuid, call: { line: ctx.call.line, args } };
    const rows = part.flatMap((row) => row.rows);
    const [first] = await holdCall(holdable, { rows, stopped: part.flatMap(({ stopped }) => stopped), failures: [] });
    group ??= Number(first?.reason.parameters["proposalId"]);
  }
  if (group === undefined) throw new Error("no row was held");
  return group;
}

/** Sets the prices of rows whose proposal was approved. Throws 400 if one of them fails now. */
export async function applyHeldRows(ctx: HeldContext, { bulkUuid, rows }: Chosen): Promise<PriceImportProposal> {
  const { db, config } = ctx;
  const plan = await planListed(ctx, await importOf(db, bulkUuid), rows ?? []);
  const [failure] = plan.failures.values();
  if (failure) throw inputError(failure.message);
  const origin = originOf(ctx, "PriceImport.propose");
  await applyPlan(db, plan, { origin, highest: config.PORTICO_PRICE_FILE_HIGHEST });
  return { group_id: null, rows: rows?.length ?? 0 };
}

/** Checks failed rows of an import again, without guard-rails. Locks their products. */
async function planListed(ctx: HeldContext, found: StoredImport, wanted: Chosen["rows"]): Promise<Plan> {
  const { db, actor, config } = ctx;
  const listed = await readStopped(db, found);
  const chosen = wanted == null ? undefined : new Set(wanted.map((number) => number - 1));
  const rows = listed.rows.filter(({ record }) => chosen?.has(record) ?? true);
  const missing = wanted?.find((number) => !rows.some(({ record }) => record === number - 1));
  if (missing !== undefined) throw inputError("The failed row %row was not stopped by a guard-rail.", { row: missing });
  const review = ctx.priceChecks.review?.(ctx);
  const options = { config, actor, review, stores: listed.stores };
  return planRows(db, rows, { ...options, failuresLeft: Infinity, isJudged: true });
}

/** Reads the failed rows that guard-rails stopped. Their records are their places in the list. */
async function readStopped(db: Db, { id, format }: StoredImport) {
  const words = await readShopWords(db);
  const list = formatOfList(format);
  const rows: FileRow[] = [];
  let count = 0;
  for (let after = -1; ;) {
    const part = await readRowList(db, id, { list: "failures", after });
    if (!part) return { rows, stores: words.stores };
    const parsed = parseRows({ content: part.content, firstLine: 1 }, list, words);
    for (const row of parsed) {
      const record = count + row.record;
      if (heldCodes.has(codeOf(row, list))) rows.push({ ...row, record, line: record + 1 });
    }
    count += (parsed.at(-1)?.record ?? -1) + 1;
    after = part.part;
  }
}
