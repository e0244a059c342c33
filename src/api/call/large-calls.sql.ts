// SQL: models cannot send a write with the commit of a call, nor be a part of the list of bulks.
import { countRows, failedRowOf, type RowCounts } from "../contract/failed-rows.js";
import type { Config } from "../../config.js";
import type { Db } from "../../platform/db/database.js";
import type { Context } from "./context.js";
import type { Route } from "../contract/routes/operations.js";
import type { Arguments } from "./method-call.js";

/** Maximum number of failed rows that are stored of a call. */
const maxFailedRows = 100;

/** A synchronous call that has an answer. */
interface AnsweredCall {
  readonly route: Route;
  readonly args: Arguments;
  readonly ctx: Context;
  readonly answer: unknown;
}

/**
 * Stores a call of many rows with their counts and the first failed ones, for the list of bulks. Nothing is stored of a
 * queued operation, whose bulk counts its rows.
 */
export async function recordLargeCall(
  db: Db,
  config: Config,
  { route, args, ctx, answer }: AnsweredCall,
): Promise<void> {
  const least = config.PORTICO_LISTED_CALL_ROWS;
  if (ctx.operation || least === 0) return;
  const rows = countRows(route.operation.field.type, args, answer);
  if (!rows || rows.total < least) return;
  await db.atCommit.execute(
    `insert into large_call
       (route, topic, user_type, user_id, store_code, request_id, start_time, finished_at, row_count, failed_row_count, failed_rows)
     values ($1::text, $2::text, $3::int, $4::int, $5::text, $6::text, (now() at time zone 'utc')::timestamp(0),
       clock_timestamp(), $7::int, $8::int, $9::text)`,
    [route.line, route.topic ?? "", ...callerOf(ctx), rows.total, rows.failed, failedRowsOf(answer, rows)],
  );
}

const callerOf = ({ actor, scope, requestId }: Context) => [
  actor.type,
  actor.id,
  scope.given === "none" ? null : scope.code,
  requestId,
];

/** Returns the first failed rows as JSON, with their position and SKU. Answers that are no list have none. */
function failedRowsOf(answer: unknown, { failed }: RowCounts): string {
  if (failed === 0 || !Array.isArray(answer)) return "[]";
  const failures = (answer as { readonly message?: unknown; readonly parameters?: unknown }[]).slice(0, maxFailedRows);
  return JSON.stringify(
    failures.map((failure) => ({
      row: failedRowOf(failure)?.row ?? null,
      sku: failedRowOf(failure)?.sku ?? null,
      message: failure.message,
      parameters: failure.parameters,
    })),
  );
}

/** Removes calls that ended more than `days` ago, at most `limit`, and returns their number. */
export const removeOldLargeCalls = (db: Db, days: number, limit: number): Promise<number> =>
  db.execute(
    `delete from large_call where id in (
       select id from large_call where finished_at < now() - make_interval(days => $1::int)
       order by finished_at limit $2::int for update skip locked)`,
    [days, limit],
  );

/** The calls as bulks of one ended operation, for the list of bulks. */
export const largeCallsAsBulks = `select id as uuid, route, topic, user_type, user_id, store_code, request_id,
  1 as operation_count, start_time, finished_at, true as is_synchronous, row_count, failed_row_count, failed_rows
  from large_call`;
