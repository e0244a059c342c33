import type { Broker } from "./bulk/broker.js";
import type { Database } from "./db/database.js";

interface Check {
  readonly status: "pass" | "fail";
  readonly kind: string;
}

/** Whether the process can do its work, and which of the things it needs is missing. */
export interface Health {
  readonly status: "pass" | "fail";
  readonly checks: { readonly database: Check; readonly broker: Check };
}

/** Longest that the database may take to answer, in milliseconds. */
const patience = 3000;

/** Asks the database and the broker. Never rejects. */
export async function readiness(db: Database, broker: Broker): Promise<Health> {
  const answers = await Promise.race([
    db.ping().then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, patience, false).unref()),
  ]);
  const database: Check = { status: answers ? "pass" : "fail", kind: db.kind };
  const queue: Check = { status: broker.isConnected() ? "pass" : "fail", kind: broker.kind };
  const status = database.status === "pass" && queue.status === "pass" ? "pass" : "fail";
  return { status, checks: { database, broker: queue } };
}
