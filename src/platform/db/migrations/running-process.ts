import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { findPrimary } from "../connections/database-hosts.js";
import type { Db } from "../database.js";
import { deferred } from "../../process/promises.js";

/** The advisory lock that each running process shares. A migration looks whether anybody has it. */
const runningLock = 72_707_370;

/** Milliseconds after which a lost lock is taken again. */
const pause = 1000;
/** Maximum milliseconds to connect. */
const timeout = 5000;

/** Returns how many processes run on the database. */
export async function countRunningProcesses(db: Db): Promise<number> {
  const row = await db.one<{ count: number }>(
    `select count(*)::int as count from pg_locks
     where locktype = 'advisory' and mode = 'ShareLock' and granted and classid = 0 and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())`,
    [runningLock],
  );
  return row?.count ?? 0;
}

/**
 * Announces this process to migrations, by a lock on a connection of its own. PostgreSQL releases the lock when the process
 * ends for any reason. When the connection is lost, another one takes the lock again.
 */
export class RunningProcess {
  private client: pg.Client | undefined;
  private readonly stopping = new AbortController();
  private keeping: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly log: Logger,
  ) {}

  /** Takes the lock. Rejects if PostgreSQL cannot be reached. */
  async start(): Promise<void> {
    const { lost } = await this.announce();
    this.keeping = this.keep(lost);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.client?.end().catch(() => undefined);
    await this.keeping;
  }

  private async keep(first: Promise<unknown>): Promise<void> {
    let lost = first;
    while (!this.isStopping()) {
      await lost;
      try {
        if (!this.isStopping()) ({ lost } = await this.announce());
      } catch (error) {
        this.log.debug({ err: error }, "failed to announce this process to migrations, will retry");
        lost = sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Takes the lock on a new connection. Returns a promise that resolves when the connection has ended. */
  private async announce(): Promise<{ readonly lost: Promise<unknown> }> {
    const client = new pg.Client({
      connectionString: await findPrimary(this.url, timeout),
      keepAlive: true,
      connectionTimeoutMillis: timeout,
      application_name: "portico",
    });
    const ended = deferred<undefined>();
    for (const event of ["error", "end"] as const) client.on(event, () => ended.resolve(undefined));
    this.client = client;
    try {
      await client.connect();
      await client.query("set statement_timeout = 0");
      await client.query("select pg_advisory_lock_shared($1::bigint)", [runningLock]);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return { lost: ended.promise };
  }
}
