import { isConnectionLost } from "./sql-errors.js";

/**
 * Runs a read once more if its connection was lost: a restart of the database cuts the connections that wait in the pool,
 * and the next one is new. Not for writes, which may have been committed before the connection was lost.
 */
export async function retryRead<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return read();
  }
}
