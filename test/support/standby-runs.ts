import { it } from "vitest";

/** Whether the applications of this run read from a standby. */
export const readsFromStandby = process.env["TEST_DATABASE_READ_URL"] !== undefined;

/**
 * Declares a test that counts statements. It is skipped with reads from a standby, because each has statements of its own:
 * it asks the primary for its position, and begins a transaction on the standby.
 */
export const itCounts = it.skipIf(readsFromStandby);
