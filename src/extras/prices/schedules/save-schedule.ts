import { audit } from "../../../api/auth/audit.rows.js";
import type { ConfiguredContext } from "../../../api/call/context.js";
import type { Db } from "../../../platform/db/database.js";
import { inputError, noSuchEntity, required, validationFailed } from "../../../api/call/errors.js";
import type { FileRow } from "../files/rows/file-row.js";
import { keyOfPrice, planRows } from "../files/rows/plan-rows.js";
import { isDateTime, utcTime } from "../../../commerce/pricing/special-prices/special-price-rules.js";
import { scheduledRows } from "./scheduled-rows.js";
import type { PriceSchedule, ScheduledPrice } from "./price-schedules.types.js";
import { findSchedule, insertSchedule } from "./schedules.rows.js";

/** A schedule as the client sent it. */
interface GivenSchedule {
  readonly name: string;
  readonly at: string;
  readonly prices: readonly ScheduledPrice[];
}

/** Maximum number of failures in an answer. */
const maxListed = 100;

/** Checks a schedule as if it were applied now, and saves it. Throws 400 with the rows that fail. */
export async function saveSchedule(
  ctx: ConfiguredContext,
  { name, at, prices }: GivenSchedule,
): Promise<PriceSchedule> {
  const { db, actor, requestId, config } = ctx;
  if (name.trim() === "") throw validationFailed([required("name")]);
  const instant = instantOf(at);
  if (prices.length === 0) throw inputError("A schedule needs at least one price.");
  const { rows, stores } = await scheduledRows(db, prices);
  const plan = await planRows(db, rows, { config, actor, stores, failuresLeft: Infinity });
  if (plan.failures.size > 0) throw invalidRows(rows, plan.failures);
  const content = prices.map((price) => JSON.stringify(price)).join("\n");
  const by = { user_type: actor.type, user_id: actor.id, request_id: requestId };
  const schedule = { name, at: instant, ...by, content, rows: rows.length };
  const id = await insertSchedule(
    db,
    schedule,
    rows.map((row) => keyOfPrice(row)),
  );
  await audit(db, ctx, { event: "price schedule created", type: null, id: null, name: `${id}, ${name}` });
  return readSchedule(db, id);
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
