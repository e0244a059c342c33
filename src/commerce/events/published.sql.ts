// SQL: models cannot add events in the same statement as a change, which other domains do with this.
import type { EventType } from "./event-types.js";

/** Returns SQL that adds an event for each row of a relation; `data` is SQL for the data as a JSON object. */
export const insertEvents = (
  type: EventType,
  { data, from }: { readonly data: string; readonly from: string },
): string => `insert into feed_event (type, data) select '${type}', (${data})::text from ${from}`;
