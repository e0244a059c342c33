import { inputError, invalid } from "../../api/call/errors.js";
import { JsonText } from "../../api/call/answer/json-text.js";
import type { Kernel } from "../../api/call/kernel.js";
import { removeInBatches } from "../../platform/db/bounded-removal.js";
import type { Db } from "../../platform/db/database.js";
import { type EventType, matchingTypes } from "./event-types.js";
import type { EventPage } from "./events.types.js";
import { numberEvents, readBounds, readFeed, removeOldEvents } from "./feed.sql.js";
import { Recurring } from "../../platform/process/recurring.js";

/** A caller's query of the feed. */
export interface GivenQuery {
  readonly after?: string | null | undefined;
  readonly types: readonly EventType[];
  readonly limit?: number | null | undefined;
}

const maxEvents = 1000;

/**
 * Returns a page of the feed. Throws 400 for an invalid cursor or limit, and for a cursor whose next events were removed.
 */
export async function readEvents(db: Db, given: GivenQuery): Promise<EventPage> {
  const limit = given.limit ?? 100;
  if (limit < 1 || limit > maxEvents) throw invalid("limit", limit);
  const cursor = given.after || undefined;
  if (cursor !== undefined && cursor !== "latest") checkCursor(cursor);
  if (cursor === "latest") return { events: [], next: String((await readBounds(db)).last) };
  await numberEvents(db);
  const page = await readFeed(db, { after: Number(cursor ?? 0), types: given.types, limit });
  if (cursor !== undefined && Number(cursor) < page.removedUpTo) throw removedEvents(cursor, page.removedUpTo);
  return {
    events: page.events.map(({ position, data, ...event }) => ({
      ...event,
      id: String(position),
      data: new JsonText(data),
    })),
    next: String(page.next),
  };
}

/** Throws 400 for a text that is not a position. */
function checkCursor(cursor: string): void {
  if (!/^\d{1,15}$/.test(cursor)) throw invalid("after", cursor);
}

/**
 * Returns the position of a cursor, or of `latest`. Throws 400 for an invalid one, one ahead of the feed, and one whose next events
 * were removed.
 */
export async function resolveCursor(db: Db, after: string): Promise<number> {
  const { last, removedUpTo } = await readBounds(db);
  if (after === "latest") return last;
  checkCursor(after);
  if (Number(after) < removedUpTo) throw removedEvents(after, removedUpTo);
  if (Number(after) > last) {
    throw inputError("The feed has no cursor %1 yet; its last one is %2.", [after, String(last)]);
  }
  return Number(after);
}

/** 400 for a cursor whose next events were removed. */
const removedEvents = (cursor: string | number, removedUpTo: number) =>
  inputError("The events after the cursor %1 were removed. Reload the data you need, then continue with %2.", [
    String(cursor),
    String(removedUpTo),
  ]);

/** Returns the patterns of a comma-separated list, or `*` for an empty one. Throws 400 for an unknown pattern. */
export function patternsOf(given: string | null | undefined): readonly string[] {
  const patterns = (given ?? "").split(",").map((pattern) => pattern.trim());
  if (patterns.every((pattern) => pattern === "")) return ["*"];
  checkPatterns(patterns);
  return patterns;
}

/** Throws 400 for a pattern that matches no type. */
export function checkPatterns(patterns: readonly string[]): void {
  const unknown = patterns.find((pattern) => matchingTypes([pattern]).length === 0);
  if (unknown !== undefined) throw invalid("types", unknown);
}

/** Milliseconds between two cleanups: an hour. */
const pause = 3_600_000;

/** Removes events that are older than the retention in the settings. Several processes can run it at once. */
export const eventCleanup = ({ db, log, config }: Pick<Kernel, "db" | "log" | "config">): Recurring =>
  new Recurring(
    (isStopping) => removeInBatches((limit) => removeOldEvents(db, config.PORTICO_EVENT_DAYS, limit), isStopping),
    { pause, onError: (error) => log.warn({ err: error }, "failed to remove old events, will retry in an hour") },
  );
