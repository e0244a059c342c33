import type { Context } from "../../api/call/context.js";
import { JsonText } from "../../api/call/answer/json-text.js";
import type { ReadResource } from "../../api/call/stored/read-resource.js";
import { declarationOf, isEventType } from "./event-types.js";
import type { Event } from "./events.types.js";

/** Number of objects to read at once, which leaves connections for other calls of the caller. */
const maxConcurrentReads = 4;

/** An event whose object is to be read. */
interface Described {
  readonly type: string;
  /** JSON. */
  readonly data: string;
}

/** Returns the read of an event's object, or undefined for a type without one. */
function readOf({ type, data }: Described) {
  const object = isEventType(type) ? declarationOf(type).object : undefined;
  if (!object) return undefined;
  const fields = JSON.parse(data) as Readonly<Record<string, unknown>>;
  const named = Object.entries(object.arguments).map(([name, field]) => [name, fields[field]] as const);
  return { line: object.line, args: Object.fromEntries(named) };
}

/**
 * Returns the object of an event as JSON: the record as its route currently returns it to the caller, or null if the
 * record is gone or the type has no object.
 */
export async function objectOf(event: Described, ctx: Context, readResource: ReadResource): Promise<string> {
  const read = readOf(event);
  return (read && (await readResource(read, ctx))) ?? "null";
}

/** Returns events with their objects. An object of several events is read once. */
export async function withObjects(
  events: readonly Event[],
  ctx: Context,
  readResource: ReadResource,
): Promise<Event[]> {
  const described = events.map((event) => ({ type: event.type, data: (event.data as JsonText).text }));
  const keys = described.map((event) => JSON.stringify(readOf(event) ?? null));
  const wanted = [...new Map(keys.map((key, at) => [key, described[at]] as const))];
  const found = new Map<string, JsonText>();
  for (let at = 0; at < wanted.length; at += maxConcurrentReads) {
    await Promise.all(
      wanted.slice(at, at + maxConcurrentReads).map(async ([key, event]) => {
        if (event) found.set(key, new JsonText(await objectOf(event, ctx, readResource)));
      }),
    );
  }
  return events.map((event, at) => ({ ...event, object: found.get(keys[at] ?? "") }));
}
