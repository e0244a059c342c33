import { audit, type AuditEvent } from "../../../api/auth/audit.rows.js";
import type { Context } from "../../../api/call/context.js";
import {
  aggregate,
  alreadyExists,
  inputError,
  invalidValue,
  noSuchEntity,
  type Reason,
} from "../../../api/call/errors.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import type { Db } from "../../../platform/db/database.js";
import { asPercent, hundredPercent, type Percent } from "../../../platform/money/amount.js";
import { isGreater } from "../../../platform/money/arithmetic.js";
import { fit, taxRateColumn, toAmount } from "../../../platform/money/columns.js";
import { readWebsites } from "../../../commerce/store/published.js";
import { websiteNotFound } from "../../../commerce/store/published.structure.js";
import {
  deleteGuardRailRow,
  findGuardRail,
  type GuardRailData,
  insertGuardRail,
  updateGuardRail,
} from "./guard-rails.rows.js";
import type { PriceGuardRail } from "./guard-rails.types.js";
import { priceKind } from "../../../commerce/pricing/closed-sets.types.js";
import { guardAction } from "../closed-sets.types.js";

/** Creates a guard-rail. Throws 400 for invalid values or if the website has one of the kind, 404 for an unknown website. */
export async function createGuardRail(ctx: Context, given: PriceGuardRail): Promise<PriceGuardRail> {
  const data = await checkGuardRail(ctx.db, given);
  const created = await insertGuardRail(ctx.db, data);
  if (!created) throw duplicateGuardRail(data);
  await auditChange(ctx, "price guard-rail created", created);
  return created;
}

/** Replaces a guard-rail. Throws as `createGuardRail` does, and 404 for an unknown id. */
export async function replaceGuardRail(ctx: Context, id: number, given: PriceGuardRail): Promise<PriceGuardRail> {
  const data = await checkGuardRail(ctx.db, given);
  const other = await findGuardRail(ctx.db, data);
  if (other && other.id !== id) throw duplicateGuardRail(data);
  const changed = await updateGuardRail(ctx.db, id, data);
  if (!changed) throw noSuchEntity("id", id);
  await auditChange(ctx, "price guard-rail changed", changed);
  return changed;
}

/** Deletes a guard-rail. Throws 404 for an unknown id. */
export async function deleteGuardRail(ctx: Context, id: number): Promise<void> {
  const deleted = await deleteGuardRailRow(ctx.db, id);
  if (!deleted) throw noSuchEntity("id", id);
  await auditChange(ctx, "price guard-rail deleted", deleted);
}

const auditChange = (ctx: Context, event: AuditEvent, { kind, website_id }: PriceGuardRail): Promise<void> =>
  audit(ctx.db, ctx, { event, type: null, id: null, name: `${kind}, website ${website_id ?? 0}` });

const duplicateGuardRail = ({ kind, website_id }: Pick<GuardRailData, "kind" | "website_id">) =>
  alreadyExists("The website with the ID %websiteId already has a guard-rail for %kind prices.", {
    websiteId: website_id,
    kind,
  });

/** Returns the columns of a guard-rail. Throws 400 with every reason, 404 for an unknown website. */
export async function checkGuardRail(db: Db, given: PriceGuardRail): Promise<GuardRailData> {
  const { kind, website_id, max_rows, action } = given;
  const reasons: Reason[] = [];
  const data: GuardRailData = {
    website_id: website_id ?? 0,
    kind,
    max_rise_percent: checkPercent(reasons, "max_rise_percent", given.max_rise_percent),
    max_fall_percent: checkPercent(reasons, "max_fall_percent", given.max_fall_percent),
    floor_above_cost_percent: checkPercent(reasons, "floor_above_cost_percent", given.floor_above_cost_percent),
    ceiling: checkCeiling(reasons, given.ceiling),
    max_rows: max_rows ?? null,
    action: action ?? "refuse",
  };
  if (!priceKind.has(kind)) reasons.push(oneOf("kind", kind, priceKind.list));
  if (!guardAction.has(data.action)) reasons.push(oneOf("action", data.action, guardAction.list));
  if (max_rows != null && max_rows < 1) reasons.push(invalidValue("max_rows", max_rows));
  if (data.max_fall_percent !== null && isGreater(asPercent(data.max_fall_percent), hundredPercent)) {
    reasons.push(invalidValue("max_fall_percent", data.max_fall_percent));
  }
  if (kind === "cost" && data.floor_above_cost_percent !== null) {
    reasons.push({ message: "A guard-rail for costs cannot have a floor_above_cost_percent." });
  }
  if (reasons.length > 0) throw aggregate(reasons);
  if (!hasLimit(data)) throw inputError("A guard-rail needs at least one limit.");
  await requireWebsite(db, data.website_id);
  return data;
}

const hasLimit = (data: GuardRailData): boolean =>
  [data.max_rise_percent, data.max_fall_percent, data.floor_above_cost_percent, data.ceiling, data.max_rows].some(
    (limit) => limit !== null,
  );

const oneOf = (fieldName: string, value: string, values: readonly string[]): Reason => ({
  message: 'Invalid value of "%value" provided for the %fieldName field. It must be one of: %values.',
  parameters: { fieldName, value, values: values.join(", ") },
});

/** Returns a percentage as stored. Adds a reason for one that is negative or too large. */
function checkPercent(reasons: Reason[], fieldName: string, given: DecimalText | null | undefined): Percent | null {
  if (given == null) return null;
  const value = fit(given, taxRateColumn);
  if (value === undefined) reasons.push(invalidValue(fieldName, given));
  return value ?? null;
}

function checkCeiling(reasons: Reason[], given: DecimalText | null | undefined) {
  if (given == null) return null;
  const value = toAmount(given);
  if (value === undefined) reasons.push(invalidValue("ceiling", given));
  return value ?? null;
}

async function requireWebsite(db: Db, id: number): Promise<void> {
  if (id === 0) return;
  const websites = await readWebsites(db);
  if (!websites.some((website) => website.id === id)) throw websiteNotFound(id);
}
