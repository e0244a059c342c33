// SQL for other domains, which write events with the statement of their cause.
import type { EventType } from "./event-types.js";

/** SQL that adds an event for each row of a relation: `data` is SQL of its data as a JSON object. */
export const insertEvents = (
  type: EventType,
  { data, from }: { readonly data: string; readonly from: string },
): string => `insert into feed_event (type, data) select '${type}', (${data})::text from ${from}`;
