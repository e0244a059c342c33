import { setTimeout as pause } from "node:timers/promises";
import type { Following, GraphArguments, GraphSubscription, SubscriptionSource } from "../../api/contract/graph.js";
import { requireAdmittedTypes } from "./event-rights.js";
import type { Event } from "./events.types.js";
import { patternsOf, readEvents } from "./read-events.js";

/** Milliseconds between two reads of the feed. */
const interval = 1000;

/** Reads the feed of events as it grows. */
class EventSource implements SubscriptionSource {
  async *open(args: GraphArguments, { ctx, identify, signal }: Following): AsyncGenerator<Event, void, void> {
    const patterns = patternsOf(args["types"] as string | null | undefined);
    const types = requireAdmittedTypes(ctx, patterns);
    let after = (args["after"] as string | null | undefined) || "latest";
    while (!signal.aborted) {
      const { events, next } = await readEvents(ctx.db, { after, types });
      if (events.length > 0) {
        const admitted: readonly string[] = requireAdmittedTypes({ ...ctx, actor: await identify() }, patterns);
        yield* events.filter(({ type }) => admitted.includes(type));
      }
      after = next;
      if (events.length === 0) await pause(interval, undefined, { signal }).catch(() => undefined);
    }
  }
}

export const followedEvents: GraphSubscription = {
  name: "events",
  type: "Event!",
  description:
    "Follows the feed of events. A client that continues after the `id` of the last event it received misses none and gets none twice.",
  args: {
    after: {
      type: "String",
      description:
        "Cursor: the `id` of an event, or `latest` (the default) for events from now on. 400 if events after it were removed.",
    },
    types: {
      type: "String",
      description:
        "Types, separated by commas; `order.*` matches all types that begin with `order.`. 401 for types that the caller may not see. Defaults to all types that the caller may see.",
    },
  },
  like: "events",
  source: EventSource,
};
