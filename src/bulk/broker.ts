import amqp from "amqp-connection-manager";
import type { Logger } from "pino";
import type { Config } from "../config.js";

/** Where queued operations are announced: RabbitMQ, or the database alone where no `AMQP_URL` is set. */
export interface Broker {
  readonly kind: "rabbitmq" | "embedded";
  /** Whether messages can be handed over right now. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/** Connects in the background and keeps reconnecting: a broker that is down delays messages, and stops no process. */
export function openBroker(config: Config, log: Logger): Broker {
  if (!config.AMQP_URL) return { kind: "embedded", isConnected: () => true, close: () => Promise.resolve() };
  const connection = amqp.connect([config.AMQP_URL]);
  connection.on("connect", () => log.info("broker connected"));
  connection.on("disconnect", ({ err }) => log.warn({ err }, "broker disconnected"));
  connection.on("connectFailed", ({ err }) => log.warn({ err }, "broker cannot be reached"));
  return { kind: "rabbitmq", isConnected: () => connection.isConnected(), close: () => connection.close() };
}
