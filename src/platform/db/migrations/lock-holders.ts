import type { Database, Db } from "../database.js";

/** A connection whose lock another one waits for. */
export interface LockHolder {
  readonly pid: number;
  readonly application: string;
  readonly address: string | null;
  readonly user: string | null;
  /** When its transaction began; UTC. */
  readonly since: string | null;
}

/** Milliseconds between two looks. */
const interval = 5000;

/**
 * Reports every few seconds which connections have the locks that a transaction waits for. Returns a function that ends the
 * reports.
 */
export async function reportLockHolders(
  db: Pick<Database, "health">,
  transaction: Db,
  onWait: (holder: LockHolder) => void,
): Promise<() => void> {
  const row = await transaction.one<{ pid: number }>("select pg_backend_pid() as pid");
  const look = async () => {
    const holders = await db.health.query<LockHolder>(
      `select a.pid, a.application_name as application, a.client_addr::text as address, a.usename::text as user,
         to_char(a.xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since
       from pg_stat_activity a where a.pid = any(pg_blocking_pids($1::int)) order by a.xact_start`,
      [row?.pid],
    );
    for (const holder of holders) onWait(holder);
  };
  const timer = setInterval(() => void look().catch(() => undefined), interval);
  return () => clearInterval(timer);
}

/** Formats who has a lock as a sentence. */
export const waitSentence = ({ pid, application, address, user, since }: LockHolder): string =>
  `Waiting for a lock of the PostgreSQL process ${pid} (${[application, user, address].filter(Boolean).join(", ")}), ` +
  `whose transaction began at ${since ?? "an unknown time"} UTC.`;
