import type { Broker } from "./broker.js";

/**
 * Stands in for a broker: consumers read the rows of the queue, and are notified only of new rows from their own
 * process.
 */
export const embeddedBroker = (): Broker => ({
  kind: "embedded",
  isConnected: () => true,
  onConnect: () => undefined,
  publish: () => Promise.resolve(),
  waiting: () => Promise.resolve(0),
  subscribe: () => Promise.resolve({ cancel: () => Promise.resolve() }),
  close: () => Promise.resolve(),
});
