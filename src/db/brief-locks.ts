import type { Db } from "./database.js";

/** Makes the statements of a transaction fail that wait longer than two seconds for a lock, so that it gives way to others. */
export const waitBriefly = (tx: Db): Promise<number> => tx.execute("set local lock_timeout = '2s'");
