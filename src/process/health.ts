import type { Broker } from "../bulk/queue/broker.js";
import type { ConsumerCheck, ConsumerState } from "../bulk/queue/consumer-check.js";
import type { Database } from "../db/database.js";

interface Check {
  readonly status: "pass" | "fail";
  readonly kind: string;
}

/** Whether the process can do its work, and which of the things it needs is missing. */
export interface Health {
  /** `warn`: it can, but an operator should look at it. */
  readonly status: "pass" | "warn" | "fail";
  readonly checks: {
    readonly database: Check;
    readonly broker: Check;
    /** Absent if the database, which knows it, does not answer. */
    readonly consumer?: ConsumerState;
  };
}

/** Longest that the database may take to answer, in milliseconds. */
const timeout = 3000;

interface Queue {
  readonly broker: Broker;
  readonly consumerCheck: ConsumerCheck;
}

/** Returns a health check that never rejects. Those who ask while one runs get its result: it has one connection. */
export function healthCheck(db: Database, queue: Queue): () => Promise<Health> {
  let running: Promise<Health> | undefined;
  return () => (running ??= readiness(db, queue).finally(() => (running = undefined)));
}

/** Checks the database, the broker, and whether a consumer runs queued operations. Never rejects. */
async function readiness(db: Database, { broker, consumerCheck }: Queue): Promise<Health> {
  const consumer = await Promise.race([
    consumerCheck.look().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, timeout, undefined).unref()),
  ]);
  const database: Check = { status: consumer ? "pass" : "fail", kind: db.kind };
  const queue: Check = { status: broker.isConnected() ? "pass" : "fail", kind: broker.kind };
  // Without the broker calls are answered and accepted all the same: what is queued waits in the database.
  const status = !consumer ? "fail" : queue.status === "fail" ? "warn" : consumer.status;
  return { status, checks: { database, broker: queue, ...(consumer ? { consumer } : {}) } };
}
