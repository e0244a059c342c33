import type { Db } from "./database.js";

/**
 * Makes statements of the transaction fail if they wait longer than two seconds for a lock, so that other transactions go
 * first.
 */
export const shortenLockTimeout = (tx: Db): Promise<number> => tx.execute("set local lock_timeout = '2s'");
