import type { Db } from "../../../platform/db/database.js";

/** An account that signs in with a password. */
export interface Account {
  readonly id: number;
  readonly password_hash: string | null;
  /** False for an account that cannot sign in with any password. */
  readonly is_open: boolean;
}

/** When failed sign-ins lock a name. */
export interface LockRule {
  /** Number of failures; 0 for no lock. */
  readonly failures: number;
  readonly seconds: number;
}

/** What authentication needs from the shop, which the process hands in at its start. */
export interface ShopAccounts {
  /**
   * SQL of a relation with a row for each customer: `id`, `is_active`, and `website_id`, which is null if all websites
   * share accounts.
   */
  readonly customers: string;
  readonly readLockRule: (db: Db) => Promise<LockRule>;
  /** Finds the customer who signs in with an email address in lower case. One look-up gives the lock rule too. */
  readonly findCustomer: (
    ctx: { readonly db: Db; readonly scope: { readonly websiteId: number } },
    email: string,
  ) => Promise<{ readonly account: Account | undefined; readonly lock: LockRule }>;
  /** Replaces the password hash of a customer, unless it has changed. */
  readonly renewHash: (
    db: Db,
    id: number,
    hash: { readonly from: string | null; readonly to: string },
  ) => Promise<unknown>;
}
