import type { Acceptance } from "../../call/async-queue.js";

/** What the caller of an accepted call is told. */
export const acceptance = (bulk_uuid: string, count: number): Acceptance => ({
  bulk_uuid,
  request_items: Array.from({ length: count }, (_, id) => ({ id, data_hash: null, status: "accepted" as const })),
  errors: false,
});
