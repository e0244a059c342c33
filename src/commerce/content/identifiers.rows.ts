import type { Db } from "../../platform/db/database.js";
import { lockName } from "../../platform/db/lock.js";
import { keyOf } from "../../platform/db/models.js";

/** An identifier that a page or block is about to have. */
export interface IdentifierClaim {
  /** The page or block to be saved; 0 for a new one. */
  readonly id: number;
  readonly identifier: string;
  readonly storeIds: readonly number[];
}

/**
 * Locks an identifier until the transaction ends, and returns the filter for other content that has it in one of the store
 * views. Content of all store views conflicts with content of any.
 */
export async function lockIdentifier(db: Db, kind: "cms_page" | "cms_block", claim: IdentifierClaim) {
  const { id, identifier, storeIds } = claim;
  const identifier_key = keyOf(identifier);
  await lockName(db, kind, identifier_key);
  const store = storeIds.includes(0) ? {} : { store_id: { in: [0, ...storeIds] } };
  return { identifier_key, id: { not: id }, stores: { some: store } };
}
