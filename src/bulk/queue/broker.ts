import type { Announcement, OperationKey } from "./operations.sql.js";

/** A delivered message. The broker delivers it again unless it is acknowledged or discarded. */
export interface Delivery {
  /** Undefined where the message names no operation. */
  readonly key: OperationKey | undefined;
  /** Whether it was delivered before to a consumer that went away. */
  readonly redelivered: boolean;
  /** The operation has ended: the message may go. */
  ack(): void;
  /** The message is of no use: it goes to the dead letters. */
  discard(): void;
}

/** A consumer's connection to the broker. */
export interface Subscription {
  /** Stops deliveries. Delivered messages can still be acknowledged. */
  cancel(): Promise<void>;
}

/**
 * Where open operations are announced to consumers. The rows of the queue are what counts: a message only says that
 * there is something to do, and every one may be lost or come twice.
 */
export interface Broker {
  readonly kind: "rabbitmq" | "embedded";
  /** Whether messages can be handed over right now. */
  isConnected(): boolean;
  /** Calls back whenever the connection is there again. */
  onConnect(listener: () => void): void;
  /** Hands messages over; resolves when the broker has taken every one. */
  publish(announcements: readonly Announcement[]): Promise<void>;
  /** Messages that wait for a consumer. */
  waiting(): Promise<number>;
  /** Delivers messages, at most `prefetch` unsettled at once. */
  subscribe(prefetch: number, deliver: (delivery: Delivery) => void): Promise<Subscription>;
  close(): Promise<void>;
}
