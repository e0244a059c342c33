import type { Acceptance } from "../../call/async-queue.js";

/** The answer to an accepted call. */
export const acceptance = (bulk_uuid: string, count: number): Acceptance => ({
  bulk_uuid,
  request_items: Array.from({ length: count }, (_, id) => ({ id, data_hash: null, status: "accepted" as const })),
  errors: false,
});
