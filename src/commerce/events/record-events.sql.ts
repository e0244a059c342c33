// SQL: a set-based write that is sent with the end of the transaction (measured by `feed-share`).
import type { Writes } from "../../platform/db/database.js";
import { type EventData, eventJson } from "./event-data.js";
import type { EventType } from "./event-types.js";

/** An event to add to the feed. */
export interface NewEvent {
  readonly type: EventType;
  readonly data: EventData;
}

/**
 * Adds events to the feed, in the transaction of the change. Writes with `db.atCommit`, after the changed rows are locked:
 * of two events of the same record, the later one then has the higher id.
 */
export async function recordEvents(
  { atCommit }: { readonly atCommit: Writes },
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await atCommit.execute(insertGiven, [
    events.map(({ type }) => type),
    events.map(({ data }) => eventJson(data)).join(separator),
  ]);
}

/** A character that JSON never contains. In an array, every quotation mark of 10,000 prices would have to be escaped. */
const separator = "\u0001";

const insertGiven = `insert into feed_event (type, data)
  select * from unnest($1::text[], string_to_array($2::text, chr(${separator.charCodeAt(0)})))`;
