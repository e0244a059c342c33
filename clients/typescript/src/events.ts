import { setTimeout as pause } from "node:timers/promises";
import { call, type Portico } from "./client.js";
import type { components } from "./schema.js";

/** An event of the shop. Its `id` is the cursor for the events after it. */
export type Event = components["schemas"]["Event"];

export interface EventOptions {
  /** Id of the last handled event, or `latest` for events from now on. Default: start at the first stored event. */
  readonly after?: string;
  /** Types such as `order.placed`; `order.*` stands for all types with this prefix. Default: all. */
  readonly types?: readonly string[];
  /** Whether to wait for more events at the end of the feed; true by default. */
  readonly follow?: boolean;
  /** Seconds between two calls at the end of the feed, 2 by default. */
  readonly interval?: number;
  readonly signal?: AbortSignal;
}

/**
 * Reads the feed of events, each of them once and in the order of the feed. Keep the `id` of an event when it is handled, and
 * continue with it as `after`.
 */
export async function* events(
  shop: Portico,
  { after, types, follow = true, interval = 2, signal }: EventOptions = {},
): AsyncGenerator<Event, void, undefined> {
  let cursor = after;
  for (;;) {
    const page: components["schemas"]["EventPage"] = await call(shop, {
      path: "/V1/events",
      query: {
        ...(cursor === undefined ? {} : { after: cursor }),
        ...(types === undefined ? {} : { types: types.join(",") }),
      },
      signal,
    });
    yield* page.events;
    cursor = page.next;
    if (page.events.length > 0) continue;
    if (!follow) return;
    await pause(interval * 1000, undefined, signal ? { signal } : {});
  }
}
