import type pg from "pg";
import type { ConnectionShares, Purpose } from "./connections/connection-shares.js";
import { type ConnectionRules, PooledConnections } from "./connections/connections.js";
import { Observable } from "../process/observable.js";
import type { Database, DatabaseUsage, Db } from "./database.js";
import { type AnsweredStatement, observedSend } from "./statements/observed-queries.js";
import { renewingSend } from "./statements/renewing-send.js";
import { DatabaseAccess, type AccessDependencies, type OnRetry } from "./transactions/database-access.js";
import { readResultsInSlices } from "./statements/result-slices.js";
import { PrismaAdapterFactory } from "./prisma/prisma-adapter.js";
import { PrismaOnDemand } from "./prisma/prisma-on-demand.js";
import { type OnStatement, PoolRunner } from "./statements/runner.js";
import { StatementWriter } from "./statements/statement-writer.js";
import type { StatementNames } from "./statements/statements.js";
import { beginWithoutLimits } from "./connections/time-limits.js";
import { PrimaryPosition } from "./standbys/primary-position.js";
import { type OnStandby, Standby } from "./standbys/standby.js";
import { StandbyReads } from "./standbys/standby-reads.js";

/** The connections of a database. If sessions have no limits of their own, both can be the same pool. */
interface Pools {
  /** For calls. */
  readonly calls: pg.Pool;
  /** For queued operations, maintenance and commands. */
  readonly background: pg.Pool;
}

/** A standby for reads. */
export interface StandbyServer {
  readonly host: string;
  readonly pool: pg.Pool;
  /** How its transactions begin. */
  readonly begin: string;
}

export interface OpenDatabaseOptions {
  readonly kind: Database["kind"];
  readonly pools: Pools;
  readonly shares: ConnectionShares;
  /** Maximum milliseconds without traffic from the server; undefined for no limit. */
  readonly inactivity: { readonly calls?: number | undefined; readonly background?: number | undefined };
  /** How transactions begin, if sessions have no limits of their own. */
  readonly begin?: { readonly calls: string; readonly background: string } | undefined;
  /** Names of prepared statements; absent if statements must not be named. */
  readonly names?: StatementNames | undefined;
  readonly onStatement?: OnStatement | undefined;
  readonly onConnectionError?: ((error: Error) => void) | undefined;
  readonly onRetry?: OnRetry | undefined;
  readonly standbys?: readonly StandbyServer[];
  readonly onStandby?: OnStandby | undefined;
  readonly afterwards?: () => Promise<void>;
}

/** Maximum number of callers whose access is kept: each batches simultaneous reads of its caller. */
const maxCallers = 1000;

/** Maximum milliseconds without traffic in a health check, which must answer sooner than a call. */
const maxHealthInactivity = 3000;

/** An open database. Its own methods are for background work. */
export class OpenDatabase extends DatabaseAccess implements Database {
  readonly kind: Database["kind"];
  readonly authentication: Db;
  readonly health: Db;
  readonly unlimited: Db;
  readonly statements: Observable<AnsweredStatement>;
  private readonly callers = new Map<string, Db>();
  private readonly parts: AccessDependencies;
  private readonly standbys: StandbyReads | undefined;
  private readonly closings: (() => Promise<void>)[] = [];
  private closing: Promise<void> | undefined;

  constructor(private readonly options: OpenDatabaseOptions) {
    const { kind, pools, inactivity } = options;
    const statements = new Observable<AnsweredStatement>();
    for (const pool of allPools(options)) listen(pool, options.onConnectionError);
    const parts = dependenciesOf(options, { inactivity: inactivity.background }, statements);
    super(parts);
    this.parts = parts;
    this.kind = kind;
    this.statements = statements;
    this.authentication = this.accessFor("authentication", inactivity.calls);
    this.health = this.accessFor("health", inactivity.calls && Math.min(inactivity.calls, maxHealthInactivity));
    const connections = new PooledConnections(pools.background, {});
    const begin = kind === "postgresql" ? beginWithoutLimits : parts.begin;
    this.unlimited = new DatabaseAccess({ ...parts, connections, begin });
    this.standbys = this.standbyReads();
  }

  usage(): DatabaseUsage {
    const { pools, shares, names } = this.options;
    const total = { used: 0, idle: 0, waiting: shares.waitingCount, limit: 0 };
    for (const { totalCount, idleCount, waitingCount, options } of distinct(pools)) {
      total.used += totalCount - idleCount;
      total.idle += idleCount;
      total.waiting += waitingCount;
      total.limit += options.max;
    }
    const { uses, perKey: perCaller } = shares;
    return {
      connections: total,
      shares: { uses, perCaller },
      prepared: { names: names?.size ?? 0, limit: names?.limit ?? 0 },
      ...(this.standbys ? { standbys: this.standbys.usage() } : {}),
    };
  }

  /** Tries in the background which standbys can be used, before the first read needs one. */
  lookForStandbys(): void {
    this.standbys?.retry();
  }

  forCaller(name: string): Db {
    const known = this.callers.get(name);
    if (known) return known;
    const [oldest] = this.callers.size >= maxCallers ? this.callers.keys() : [];
    if (oldest !== undefined) this.callers.delete(oldest);
    const way = this.callerAccess(`caller ${name}`);
    this.callers.set(name, way);
    return way;
  }

  async ping(): Promise<void> {
    await this.query("select 1");
  }

  beforeClose(work: () => Promise<void>): void {
    this.closings.push(work);
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private accessFor(purpose: Purpose, inactivity: number | undefined): DatabaseAccess {
    return new DatabaseAccess(this.partsFor(purpose, inactivity));
  }

  private callerAccess(purpose: Purpose): DatabaseAccess {
    const { standbys } = this;
    const parts = this.partsFor(purpose, this.options.inactivity.calls);
    if (!standbys) return new DatabaseAccess(parts);
    return new DatabaseAccess({
      ...parts,
      readFromStandby: (work, onPrimary) => standbys.read(purpose, { work, onPrimary }),
    });
  }

  private partsFor(purpose: Purpose, inactivity: number | undefined): AccessDependencies {
    const { pools, shares: of, begin } = this.options;
    const connections = new PooledConnections(pools.calls, { share: { of, purpose }, inactivity });
    return { ...this.parts, connections, begin: begin?.calls ?? this.parts.begin };
  }

  private standbyReads(): StandbyReads | undefined {
    const { standbys = [], shares, inactivity, onStandby = () => undefined } = this.options;
    if (standbys.length === 0) return undefined;
    const found = standbys.map(({ host, pool, begin }) => {
      const connections = new PooledConnections(pool, { inactivity: inactivity.calls });
      return new Standby(host, { ...this.parts, connections, begin }, onStandby);
    });
    return new StandbyReads(found, new PrimaryPosition(this.authentication), shares);
  }

  private async end(): Promise<void> {
    const { afterwards } = this.options;
    await Promise.all(this.closings.map((work) => work()));
    await this.parts.prisma.disconnect();
    await Promise.all(allPools(this.options).map((pool) => pool.end()));
    await afterwards?.();
  }
}

const allPools = ({ pools, standbys = [] }: OpenDatabaseOptions) => [
  ...distinct(pools),
  ...standbys.map(({ pool }) => pool),
];

const distinct = ({ calls, background }: Pools): pg.Pool[] => [...new Set([calls, background])];

/**
 * Adds the listeners of a pool. Without error listeners the process would end: the pool's is for idle connections, the
 * client's for those in use.
 */
function listen(pool: pg.Pool, onConnectionError: OpenDatabaseOptions["onConnectionError"]): void {
  pool.on("error", (error) => onConnectionError?.(error));
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    readResultsInSlices(client);
  });
}

/** Makes the parts of the access for background work, including the client of the models. */
function dependenciesOf(
  { kind, pools, names, begin, onStatement, onRetry }: OpenDatabaseOptions,
  rules: ConnectionRules,
  statements: Observable<AnsweredStatement>,
): AccessDependencies {
  const pipelined = kind === "postgresql";
  const connections = new PooledConnections(pools.background, rules);
  const send = observedSend(statements);
  const sending = { send: names ? renewingSend(send, names) : send, onStatement };
  const runner = new PoolRunner(connections, sending);
  const adapter = new PrismaAdapterFactory({ pool: pools.background, runner, names });
  return {
    connections,
    prisma: new PrismaOnDemand(adapter),
    writer: new StatementWriter(names),
    ...sending,
    onRetry,
    pipelined,
    begin: begin?.background ?? "BEGIN",
  };
}
