import { audit } from "../../../api/auth/audit.rows.js";
import type { Context } from "../../../api/call/context.js";
import type { Db } from "../../../platform/db/database.js";
import { inputError, noSuchEntity, required, validationFailed, type WebapiError } from "../../../api/call/errors.js";
import type { FileRow } from "../files/rows/file-row.js";
import { keyOfPrice, planRows } from "../files/rows/plan-rows.js";
import type { PriceDependencies } from "../../../commerce/pricing/writes/price-checks.js";
import { isDateTime, utcTime } from "../../../commerce/pricing/special-prices/special-price-rules.js";
import { scheduledRows } from "./scheduled-rows.js";
import type { PriceSchedule, ScheduledPrice } from "./price-schedules.types.js";
import { findSchedule, findState, insertSchedule, replacePrices, updateOpen } from "./schedules.rows.js";

/** The context of a call with what its class depends on. */
type ScheduleContext = Context & PriceDependencies;

/** A schedule as the client sent it. */
interface GivenSchedule {
  readonly name: string;
  readonly at: string;
  readonly prices: readonly ScheduledPrice[];
}

/** What a client changes of a schedule. Absent values stay as they are. */
type ScheduleChange = { readonly [Name in keyof GivenSchedule]: GivenSchedule[Name] | null | undefined };

/** Maximum number of failures in an answer. */
const maxListed = 100;

/** Checks a schedule as if it were applied now, and saves it. Throws 400 with the rows that fail. */
export async function saveSchedule(ctx: ScheduleContext, { name, at, prices }: GivenSchedule): Promise<PriceSchedule> {
  const { db } = ctx;
  requireName(name);
  const instant = instantOf(at);
  const { keys, ...content } = await checkPrices(ctx, prices);
  const id = await insertSchedule(db, { name, at: instant, ...changerOf(ctx), ...content }, keys);
  await audit(db, ctx, { event: "price schedule created", type: null, id: null, name: `${id}, ${name}` });
  return readSchedule(db, id);
}

/**
 * Changes an open schedule, which is then applied with the rights of the user who changed it. Its prices are therefore checked
 * again even if they stay. Throws 400 as `saveSchedule` does and for a schedule that has ended, 404 for an unknown id.
 */
export async function changeSchedule(
  ctx: ScheduleContext,
  id: number,
  { name, at, prices }: ScheduleChange,
): Promise<PriceSchedule> {
  const { db } = ctx;
  if (name != null) requireName(name);
  const data = { ...(name != null && { name }), ...(at != null && { at: instantOf(at) }), ...changerOf(ctx) };
  // Locks the schedule before its products, as its application does.
  const stored = await updateOpen(db, id, data);
  if (!stored) throw await endedError(db, id, "changed");
  const checked = await checkPrices(ctx, prices ?? stored.prices);
  if (prices != null) await replacePrices(db, id, checked);
  await audit(db, ctx, { event: "price schedule changed", type: null, id: null, name: `${id}, ${stored.name}` });
  return readSchedule(db, id);
}

/** Returns the error for a schedule that is not open: 400, or 404 for an unknown id. */
export async function endedError(db: Db, id: number, action: "changed" | "canceled"): Promise<WebapiError> {
  const state = await findState(db, id);
  if (state === undefined) return noSuchEntity("id", id);
  return inputError(`The schedule %id is %state; only open schedules can be ${action}.`, { id, state });
}

function requireName(name: string): void {
  if (name.trim() === "") throw validationFailed([required("name")]);
}

const changerOf = ({ actor, requestId }: Context) => ({
  user_type: actor.type,
  user_id: actor.id,
  request_id: requestId,
});

/** Returns prices as they are stored, with a key for each. Throws 400 if a row would fail now. */
async function checkPrices(ctx: ScheduleContext, prices: readonly ScheduledPrice[]) {
  const { db, actor, config } = ctx;
  if (prices.length === 0) throw inputError("A schedule needs at least one price.");
  const { rows, stores } = await scheduledRows(db, prices);
  const review = ctx.priceChecks.review?.(ctx);
  const plan = await planRows(db, rows, { config, actor, review, stores, failuresLeft: Infinity });
  if (plan.failures.size > 0) throw invalidRows(rows, plan.failures);
  const content = prices.map((price) => JSON.stringify(price)).join("\n");
  return { content, rows: rows.length, keys: rows.map((row) => keyOfPrice(row)) };
}

/** Returns a schedule. Throws 404 for an unknown id. */
export async function readSchedule(db: Db, id: number): Promise<PriceSchedule> {
  const found = await findSchedule(db, id);
  if (!found) throw noSuchEntity("id", id);
  return found;
}

function invalidRows(rows: readonly FileRow[], failures: ReadonlyMap<number, { readonly message: string }>) {
  const sorted = [...failures].sort(([one], [other]) => one - other).slice(0, maxListed);
  return validationFailed(
    sorted.map(([place, { message }]) => ({
      message: "Row %row: %reason",
      parameters: { row: rows[place]?.line ?? place + 1, reason: message },
    })),
    "Some rows of the schedule are invalid.",
  );
}

const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

/** Returns a time as `YYYY-MM-DD hh:mm:ss` in UTC. Throws 400 for invalid text and for a time that has passed. */
function instantOf(text: string): string {
  const [matched, zone] = iso.exec(text) ?? [];
  const isDay = isDateTime(`${text.slice(0, 10)} 00:00:00`);
  const time =
    matched === undefined || !isDay ? NaN : Date.parse(`${text.replace(" ", "T")}${zone === undefined ? "Z" : ""}`);
  if (Number.isNaN(time)) {
    throw inputError("The time %at is invalid. Use ISO 8601 in UTC, for example 2027-01-31T23:00:00Z.", {
      at: text,
    });
  }
  if (time <= Date.now()) throw inputError("The time %at has passed.", { at: text });
  return utcTime(new Date(time));
}
