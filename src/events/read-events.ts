import { inputError, invalid } from "../call/errors.js";
import { JsonText } from "../call/json-text.js";
import type { Db } from "../db/database.js";
import { type EventType, eventTypes, matchingTypes } from "./event-types.js";
import type { EventPage } from "./events.types.js";
import { lastPosition, numberEvents, readFeed } from "./feed.sql.js";

/** What a caller asks of the feed. */
export interface GivenQuery {
  readonly after?: string | null | undefined;
  readonly types?: string | null | undefined;
  readonly limit?: number | null | undefined;
}

const mostEvents = 1000;

/** Returns a page of the feed. Throws 400 for a cursor, a type or a limit that is none, and for a cursor that is too old. */
export async function readEvents(db: Db, given: GivenQuery): Promise<EventPage> {
  const limit = given.limit ?? 100;
  if (limit < 1 || limit > mostEvents) throw invalid("limit", limit);
  const types = typesOf(given.types);
  const cursor = given.after || undefined;
  if (cursor !== undefined && cursor !== "latest" && !/^\d{1,15}$/.test(cursor)) throw invalid("after", cursor);
  await numberEvents(db);
  if (cursor === "latest") return { events: [], next: String(await lastPosition(db)) };
  const { events, next, removedUpTo } = await readFeed(db, { after: Number(cursor ?? 0), types, limit });
  if (cursor !== undefined && Number(cursor) < removedUpTo) {
    throw inputError("The events after the cursor %1 were removed. Read what you need anew and continue with %2.", [
      cursor,
      String(removedUpTo),
    ]);
  }
  return {
    events: events.map(({ position, data, ...event }) => ({
      ...event,
      id: String(position),
      data: new JsonText(data),
    })),
    next: String(next),
  };
}

function typesOf(given: string | null | undefined): readonly EventType[] {
  const patterns = (given ?? "").split(",").map((pattern) => pattern.trim());
  if (patterns.every((pattern) => pattern === "")) return Object.keys(eventTypes) as EventType[];
  const unknown = patterns.find((pattern) => matchingTypes([pattern]).length === 0);
  if (unknown !== undefined) throw invalid("types", unknown);
  return matchingTypes(patterns);
}
