// SQL: models cannot create and drop partitions.
import { shortenLockTimeout } from "../../../platform/db/lock.js";
import type { Db } from "../../../platform/db/database.js";
import { numberSets } from "./changes/read-changes.sql.js";

const tables = ["price_change_set", "price_change_block"] as const;

/** The first day of a month. */
interface Month {
  /** `202611`. */
  readonly name: string;
  /** `2026-11-01`. */
  readonly start: string;
  readonly end: string;
}

/** Number of months whose partitions are created in advance. */
const monthsAhead = 3;

/**
 * Creates the partitions of this month and the next ones. A month that has changes in the default partition, because its own
 * partition was not created in time, stays there. Several processes can do this at once.
 */
export async function ensurePartitions(db: Db): Promise<void> {
  for (const month of await findMissingMonths(db)) {
    await db.transaction(async (tx) => {
      // The statement waits for writers, and new writers would wait behind it. So it gives up soon and is retried later.
      await shortenLockTimeout(tx);
      for (const table of tables) {
        await tx.execute(
          `create table if not exists ${table}_${month.name} partition of ${table}
            for values from ('${month.start} 00:00:00+00') to ('${month.end} 00:00:00+00')`,
        );
      }
    });
  }
}

const findMissingMonths = (db: Db): Promise<Month[]> =>
  db.query<Month>(
    `select to_char(month, 'YYYYMM') as name, to_char(month, 'YYYY-MM-DD') as start,
      to_char(month + interval '1 month', 'YYYY-MM-DD') as end
    from generate_series(date_trunc('month', now() at time zone 'utc'), now() at time zone 'utc' + make_interval(months => $1::int),
      interval '1 month') as month
    where to_regclass('${tables[0]}_' || to_char(month, 'YYYYMM')) is null
      and not exists (select from price_change_set_default
        where changed_at >= month at time zone 'utc' and changed_at < (month + interval '1 month') at time zone 'utc')
    order by month`,
    [monthsAhead],
  );

/**
 * Drops the months that ended more than `days` days ago. Stores the last removed position, because a cursor before it would
 * miss changes. Changes in the default partition stay.
 */
export async function dropOldPartitions(db: Db, days: number): Promise<void> {
  const months = await db.query<{ name: string }>(
    `select substr(child.relname, ${tables[0].length + 2}) as name
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = '${tables[0]}'::regclass and child.relname ~ '_[0-9]{6}$'
      and to_date(right(child.relname, 6), 'YYYYMM') + interval '1 month' < now() at time zone 'utc' - make_interval(days => $1::int)
    order by 1`,
    [days],
  );
  // A month that nobody has read has no positions yet, so its removal would not be recorded.
  if (months.length > 0) await numberSets(db);
  for (const { name } of months) {
    await db.transaction(async (tx) => {
      await shortenLockTimeout(tx);
      await tx.query("select 1 from price_history_state for update");
      await tx.execute(
        `update price_history_state
        set removed_up_to = greatest(removed_up_to, (select max(position) from price_change_set_${name}))`,
      );
      for (const table of tables) await tx.execute(`drop table if exists ${table}_${name}`);
    });
  }
}
