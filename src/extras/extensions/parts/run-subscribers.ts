import type { Kernel } from "../../../api/call/kernel.js";
import { type FeedEvent, matchingTypes, readBounds, readFeed } from "../../../commerce/events/published.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { reasonOf, titleOf } from "../extension-error.js";
import type { Extension, ExtensionServices, Subscriber } from "../extension.types.js";
import { reportFailure, reportSuccess } from "./report.js";
import { systemContext } from "../services/contexts.js";
import { addSubscriber, lockDue, moveCursor, postpone, type SubscriberKey } from "./subscribers.rows.js";
import { withTimeLimit } from "./time-limit.js";

const defaultTimeout = 30_000;
/** Milliseconds between two looks at the feed. */
const pause = 1000;
/** Seconds of the longest pause between two attempts. */
const longestPause = 3600;

/** A subscriber with what its runs need. */
interface Running {
  readonly kernel: Kernel;
  readonly services: ExtensionServices;
  readonly key: SubscriberKey;
  readonly part: string;
  readonly subscriber: Subscriber;
}

/** Returns the recurring work of the subscribers of an extension, one each. Any number of processes can run it. */
export const runSubscribers = (kernel: Kernel, extension: Extension, services: ExtensionServices): Recurring[] =>
  (extension.subscribers ?? []).map((subscriber) => {
    const key = { extension: extension.name, name: subscriber.name };
    const part = `subscriber ${subscriber.name} of ${titleOf(extension)}`;
    const running = { kernel, services, key, part, subscriber };
    let isKnown = false;
    const run = async (isStopping: () => boolean) => {
      const { last } = await readBounds(kernel.db);
      if (!isKnown) await addSubscriber(kernel.db, key, last);
      isKnown = true;
      while (!isStopping() && (await handleNext(running)));
    };
    return new Recurring(run, { pause, onError: (error) => reportFailure(part, error) });
  });

/**
 * Handles the next event in one transaction with the new position, so that writes of the subscriber take effect once.
 * Returns whether there may be more events now.
 */
async function handleNext({ kernel, key, part, subscriber, services }: Running): Promise<boolean> {
  let attempts = 0;
  try {
    return await kernel.db.unlimited.transaction(async (tx) => {
      const due = await lockDue(tx, key);
      if (!due) return false;
      attempts = due.attempts;
      const { events, next } = await readFeed(tx, {
        after: due.cursor,
        types: matchingTypes(subscriber.types),
        limit: 1,
      });
      const [event] = events;
      if (!event) {
        if (next > due.cursor) await moveCursor(tx, key, next);
        return false;
      }
      const ctx = await systemContext(kernel, tx);
      await withTimeLimit(subscriber.timeout ?? defaultTimeout, () => subscriber.handle(asEvent(event), ctx, services));
      await moveCursor(tx, key, event.position);
      reportSuccess(part);
      return true;
    });
  } catch (error) {
    reportFailure(part, error);
    const seconds = Math.min(2 ** attempts, longestPause);
    await postpone(kernel.db, key, { error: reasonOf(error), seconds });
    return false;
  }
}

const asEvent = ({ position, data, type, created_at }: FeedEvent) => ({
  id: String(position),
  type,
  data: JSON.parse(data) as Readonly<Record<string, unknown>>,
  created_at,
});
