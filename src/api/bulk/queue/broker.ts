import type { Announcement, OperationKey } from "./operations.sql.js";

/** A delivered message. The broker delivers it again unless it is acknowledged or discarded. */
export interface Delivery {
  /** Undefined if the message has no operation. */
  readonly key: OperationKey | undefined;
  /** Whether it was delivered before to a consumer that disconnected. */
  readonly redelivered: boolean;
  /** Acknowledges the message, because its operation has ended. */
  ack(): void;
  /** Sends a useless message to the dead-letter queue. */
  discard(): void;
}

/** A consumer's connection to the broker. */
export interface Subscription {
  /** Stops deliveries. Delivered messages can still be acknowledged. */
  cancel(): Promise<void>;
}

/**
 * Announces open operations to consumers. The rows of the queue are authoritative: a message only says that there is
 * work, and any message may be lost or delivered twice.
 */
export interface Broker {
  readonly kind: "rabbitmq" | "embedded";
  /** Whether messages can be handed over right now. */
  isConnected(): boolean;
  /** Calls the listener whenever the connection is established. */
  onConnect(listener: () => void): void;
  /** Sends messages; resolves when the broker has confirmed all of them. */
  publish(announcements: readonly Announcement[]): Promise<void>;
  /** Returns the number of messages that wait for a consumer. */
  waiting(): Promise<number>;
  /** Delivers messages, with at most `prefetch` unacknowledged at a time. */
  subscribe(prefetch: number, deliver: (delivery: Delivery) => void): Promise<Subscription>;
  close(): Promise<void>;
}
