import type { Broker } from "../../api/bulk/queue/broker.js";
import type { ConsumerCheck, ConsumerState } from "../../api/bulk/queue/consumer-check.js";
import type { Database } from "../db/database.js";

interface Check {
  readonly status: "pass" | "fail";
  readonly kind: string;
}

/** Whether the process can do its work, and which dependency is missing. */
export interface Health {
  /** `warn` means that it can, but that an operator should investigate. */
  readonly status: "pass" | "warn" | "fail";
  readonly checks: {
    readonly database: Check;
    readonly broker: Check;
    /** Absent if the database, which holds this information, does not answer. */
    readonly consumer?: ConsumerState;
  };
}

/** Time in which the database must answer, in milliseconds. */
const timeout = 3000;

interface Queue {
  readonly broker: Broker;
  readonly consumerCheck: ConsumerCheck;
}

/**
 * Returns a health check that never rejects. Calls during a running check share its result, because there is one
 * connection for checks.
 */
export function healthCheck(db: Database, queue: Queue): () => Promise<Health> {
  let running: Promise<Health> | undefined;
  return () => (running ??= readiness(db, queue).finally(() => (running = undefined)));
}

/** Checks the database, the broker, and whether a consumer runs queued operations. Never rejects. */
async function readiness(db: Database, { broker, consumerCheck }: Queue): Promise<Health> {
  const consumer = await Promise.race([
    consumerCheck.run().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, timeout, undefined).unref()),
  ]);
  const database: Check = { status: consumer ? "pass" : "fail", kind: db.kind };
  const queue: Check = { status: broker.isConnected() ? "pass" : "fail", kind: broker.kind };
  // Calls are answered and accepted without the broker too: queued operations wait in the database.
  const status = !consumer ? "fail" : queue.status === "fail" ? "warn" : consumer.status;
  return { status, checks: { database, broker: queue, ...(consumer ? { consumer } : {}) } };
}
