import { expect } from "vitest";
import { deferred } from "../../src/platform/process/promises.js";
import type { TestApp } from "./app.js";
import type { Reply } from "./client.js";

/** The write in which the first call is paused. */
export interface PausedWrite {
  readonly table: string;
  readonly event: "insert" | "update" | "delete";
}

const lock = "pg_advisory_xact_lock(4711)";

/**
 * Makes calls overlap: pauses the first one during its write until each of the others is answered or waits for a
 * lock. Returns the replies in the order of the calls. The embedded database runs transactions one after the other,
 * so there the first call is answered before the others start.
 */
export async function overlapCalls(
  { db }: TestApp,
  { table, event }: PausedWrite,
  [first, ...others]: readonly (() => Promise<Reply>)[],
): Promise<(Reply | undefined)[]> {
  if (db.kind === "embedded") return [await first?.(), ...(await Promise.all(others.map((call) => call())))];
  await db.execute(
    `create function pause_write() returns trigger language plpgsql as $$ begin perform ${lock}; return coalesce(new, old); end $$`,
  );
  await db.execute(
    `create trigger pause_write before ${event} on ${table} for each row execute function pause_write()`,
  );
  const [taken, released] = [deferred<undefined>(), deferred<undefined>()];
  const holder = db.transaction(async (tx) => {
    await tx.query(`select ${lock}`);
    taken.resolve(undefined);
    await released.promise;
  });
  await taken.promise;
  let answered = 0;
  const start = (call: () => Promise<Reply>) => call().finally(() => (answered += 1));
  const waitUntilBlocked = async (count: number) => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => answered + (await db.query(waiting)).length, { timeout: 10_000 }).toBe(count);
  };
  try {
    const begun = first && start(first);
    await waitUntilBlocked(1);
    const blocked = others.map(start);
    await waitUntilBlocked(1 + others.length);
    released.resolve(undefined);
    return await Promise.all([begun, ...blocked]);
  } finally {
    released.resolve(undefined);
    await holder;
    await db.execute("drop function pause_write cascade");
  }
}
