import type { Broker } from "./broker.js";

/** No broker at all: consumers read the queue's rows themselves, and are told of new ones in their own process only. */
export const embeddedBroker = (): Broker => ({
  kind: "embedded",
  isConnected: () => true,
  onConnect: () => undefined,
  publish: () => Promise.resolve(),
  waiting: () => Promise.resolve(0),
  subscribe: () => Promise.resolve({ cancel: () => Promise.resolve() }),
  close: () => Promise.resolve(),
});
