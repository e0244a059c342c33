import type { Broker } from "../bulk/queue/broker.js";
import type { ConsumerCheck, ConsumerState } from "../bulk/queue/consumer-check.js";
import type { Database } from "../../platform/db/database.js";
import type { SchemaWatch } from "../../platform/db/migrations/schema-watch.js";
import type { SequenceWatch } from "../../platform/db/sequences.sql.js";
import type { StorageGuard } from "../../platform/process/storage-guard.js";

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
    /** Only present while the database has the schema of another release: a migration that only one side has. */
    readonly schema?: { readonly status: "fail"; readonly migration: string };
    /** Only present if a sequence is running out: the names of those, with the percentage that is used. */
    readonly sequences?: { readonly status: "warn"; readonly usedPercent: Readonly<Record<string, number>> };
    /** Only present while the disk of the embedded database is nearly full, and writes are refused. */
    readonly storage?: { readonly status: "warn"; readonly freeBytes: number };
    /** Only present while a part of an extension fails: the number of failures since it last worked. */
    readonly extensions?: { readonly status: "warn"; readonly failures: Readonly<Record<string, number>> };
  };
}

/** Time in which the database must answer, in milliseconds. */
const timeout = 3000;

/** What a health check looks at besides the database. */
export interface Checked {
  readonly queue: { readonly broker: Broker; readonly consumerCheck: ConsumerCheck };
  readonly sequences: Pick<SequenceWatch, "full">;
  readonly storage: Pick<StorageGuard, "isLow" | "freeBytes"> | undefined;
  readonly schema: Pick<SchemaWatch, "look" | "difference">;
  /** Returns the parts of extensions that fail, with the number of failures; absent without extensions. */
  readonly extensions?: (() => Readonly<Record<string, number>>) | undefined;
}

/**
 * Returns a health check that never rejects. Calls during a running check share its result, because there is one
 * connection for checks.
 */
export function healthCheck(db: Database, checked: Checked): () => Promise<Health> {
  let running: Promise<Health> | undefined;
  return () => (running ??= readiness(db, checked).finally(() => (running = undefined)));
}

/** Checks the database and its schema, the broker, the sequences, and whether a consumer runs queued operations. Never rejects. */
async function readiness(
  db: Database,
  { queue: { broker, consumerCheck }, schema, ...others }: Checked,
): Promise<Health> {
  const [consumer] = await Promise.all([inTime(consumerCheck.run()), inTime(schema.look())]);
  const database: Check = { status: consumer ? "pass" : "fail", kind: db.kind };
  const queue: Check = { status: broker.isConnected() ? "pass" : "fail", kind: broker.kind };
  const warnings = warningsOf(others);
  // Calls are answered and accepted without the broker too: queued operations wait in the database.
  const needsAttention = queue.status === "fail" || consumer?.status === "warn" || Object.keys(warnings).length > 0;
  const { difference: migration } = schema;
  const status = !consumer || migration !== undefined ? "fail" : needsAttention ? "warn" : "pass";
  const differs = migration === undefined ? {} : { schema: { status: "fail", migration } as const };
  return { status, checks: { database, broker: queue, ...(consumer ? { consumer } : {}), ...differs, ...warnings } };
}

/** Returns the result of a check, or undefined if it fails or takes too long. */
const inTime = <Result>(check: Promise<Result>): Promise<Result | undefined> =>
  Promise.race([
    check.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, timeout, undefined).unref()),
  ]);

/** Returns the checks that are only reported when an operator should investigate. */
function warningsOf({
  sequences: { full },
  storage,
  extensions,
}: Pick<Checked, "sequences" | "storage" | "extensions">): Partial<Health["checks"]> {
  const usedPercent = Object.fromEntries(full.map(({ name, used }) => [name, Math.floor(used * 100)]));
  const failures = extensions?.() ?? {};
  return {
    ...(Object.keys(failures).length > 0 ? { extensions: { status: "warn", failures } } : {}),
    ...(full.length > 0 ? { sequences: { status: "warn", usedPercent } } : {}),
    ...(storage?.isLow ? { storage: { status: "warn", freeBytes: storage.freeBytes } } : {}),
  };
}
