import type * as prom from "prom-client";
import { typeOfName, UserType } from "../auth/actor.js";
import type { PurposeUse, Purpose } from "../../platform/db/connections/connection-shares.js";
import { version } from "../../platform/process/version.js";
import { type Measured, QueueMetrics } from "./queue-metrics.js";

type PromClient = typeof prom;

/** Upper bounds of histogram buckets in seconds: from a read of one row to a bulk of ten thousand. */
const requestBuckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const statementBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of a process, in the text format of Prometheus. */
export interface Metrics {
  readonly contentType: string;
  /** Returns all metrics. Does not reject if the database is unavailable. */
  text(): Promise<string>;
}

/** Starts to measure a process. The library is loaded here, so that a process without metrics does not load it. */
export async function startMetrics(services: Measured): Promise<Metrics> {
  const client = await import("prom-client");
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  measureRequests(client, registry, services);
  measureDatabase(client, registry, services);
  measureShares(client, registry, services);
  if (services.kernel.db.usage().standbys) measureStandbys(client, registry, services);
  measureOperations(client, registry, services);
  const queue = new QueueMetrics(client, registry, services);
  const info = new client.Gauge({
    name: "portico_info",
    help: "Always 1; the label names the version.",
    labelNames: ["version"],
    registers: [registry],
  });
  info.set({ version }, 1);
  return {
    contentType: registry.contentType,
    text: async () => {
      await queue.read();
      return registry.metrics();
    },
  };
}

function measureRequests(client: PromClient, registry: prom.Registry, { kernel }: Measured): void {
  const count = new client.Counter({
    name: "portico_http_requests_total",
    help: "Answered requests, by path template.",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const duration = new client.Histogram({
    name: "portico_http_request_duration_seconds",
    help: "Time until the response was sent.",
    labelNames: ["method", "route"],
    buckets: requestBuckets,
    registers: [registry],
  });
  kernel.requests.observe(({ method, route, status, seconds }) => {
    count.inc({ method, route, status });
    duration.observe({ method, route }, seconds);
  });
}

function measureDatabase(client: PromClient, registry: prom.Registry, { kernel: { db }, sequences }: Measured): void {
  const duration = new client.Histogram({
    name: "portico_database_statement_duration_seconds",
    help: "Time from sending a statement to its result.",
    buckets: statementBuckets,
    registers: [registry],
  });
  db.statements.observe(({ seconds }) => duration.observe(seconds));
  const gauge = (name: string, help: string, collect: (set: Set) => void) =>
    new client.Gauge({
      name: `portico_database_${name}`,
      help,
      labelNames: name === "connections" ? ["state"] : [],
      registers: [registry],
      collect() {
        collect((value, state) => (state === undefined ? this.set(value) : this.set({ state }, value)));
      },
    });
  gauge("connections", "Connections in the pool: `used` or `idle`.", (set) => {
    const { used, idle } = db.usage().connections;
    set(used, "used");
    set(idle, "idle");
  });
  gauge("connections_limit", "Maximum number of connections in the pool.", (set) => set(db.usage().connections.limit));
  gauge("connections_waiting", "Calls that wait for a connection.", (set) => set(db.usage().connections.waiting));
  gauge("prepared_statements", "Prepared statements that are kept.", (set) => set(db.usage().prepared.names));
  gauge("prepared_statements_limit", "Maximum number of prepared statements; 0 if none are kept.", (set) =>
    set(db.usage().prepared.limit),
  );
  gauge("sequence_used_ratio", "Share of the numbers of the fullest sequence that is used, from 0 to 1.", (set) =>
    set(sequences.fullest),
  );
}

function measureStandbys(client: PromClient, registry: prom.Registry, { kernel: { db } }: Measured): void {
  new client.Gauge({
    name: "portico_database_standby_used",
    help: "1 while the standby is used for reads, 0 otherwise.",
    labelNames: ["host"],
    registers: [registry],
    collect() {
      for (const { host, isUsed } of db.usage().standbys?.standbys ?? []) this.set({ host }, Number(isUsed));
    },
  });
  new client.Counter({
    name: "portico_database_standby_reads_total",
    help: "Reads that may go to a standby, by the server that answered: `standby` or `primary`.",
    labelNames: ["server"],
    registers: [registry],
    collect() {
      const reads = db.usage().standbys?.reads;
      this.reset();
      if (!reads) return;
      this.inc({ server: "standby" }, reads.standby);
      this.inc({ server: "primary" }, reads.primary);
    },
  });
}

/** The purposes of connections other than calls. */
const internalPurposes = ["authentication", "health"] as const;

/** Measures how calls share the connections, by type of caller. A series for each caller would be too many. */
function measureShares(client: PromClient, registry: prom.Registry, { kernel: { db } }: Measured): void {
  const types = [...internalPurposes, ...Object.keys(UserType)];
  const gauge = (name: string, help: string, valueOf: (uses: readonly PurposeUse[]) => number) =>
    new client.Gauge({
      name: `portico_database_share_${name}`,
      help,
      labelNames: ["caller"],
      registers: [registry],
      collect() {
        const { uses } = db.usage().shares;
        for (const caller of types) this.set({ caller }, valueOf(uses.filter(({ key }) => callerOf(key) === caller)));
      },
    });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  gauge("used", "Connections that calls use, by type of caller.", (uses) => sum(uses.map(({ used }) => used)));
  gauge("used_max", "Largest number of connections that one caller uses, by type of caller.", (uses) =>
    Math.max(0, ...uses.map(({ used }) => used)),
  );
  gauge("waiting", "Calls that wait for a connection of their share, by type of caller.", (uses) =>
    sum(uses.map(({ waiting }) => waiting)),
  );
  new client.Gauge({
    name: "portico_database_share_limit",
    help: "Maximum number of connections that one caller may use at the same time.",
    registers: [registry],
    collect() {
      this.set(db.usage().shares.perCaller);
    },
  });
}

/** Returns the type of caller that a connection is used for, or its purpose if no caller is known. */
function callerOf(purpose: Purpose): string {
  const [first, ...name] = purpose.split(" ");
  if (first !== "caller") return purpose;
  const type = typeOfName(name.join(" "));
  return Object.entries(UserType).find(([, value]) => value === type)?.[0] ?? "guest";
}

type Set = (value: number, state?: string) => void;

function measureOperations(client: PromClient, registry: prom.Registry, { bulk }: Measured): void {
  const count = new client.Counter({
    name: "portico_operations_total",
    help: "Queued operations that this process has run: `complete`, `retry` (will be tried again) or `failed`.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  // Series that begin with 0 have a rate from the first operation on.
  for (const outcome of ["complete", "retry", "failed"]) count.inc({ outcome }, 0);
  const duration = new client.Histogram({
    name: "portico_operation_batch_duration_seconds",
    help: "Time that a batch of queued operations took.",
    buckets: requestBuckets,
    registers: [registry],
  });
  bulk.batches.observe(({ outcomes, seconds }) => {
    if (outcomes.length === 0) return;
    for (const { status, retryIn } of outcomes) {
      count.inc({ outcome: status === 1 ? "complete" : retryIn === null ? "failed" : "retry" });
    }
    duration.observe(seconds);
  });
}
