import type { Db } from "../../../platform/db/database.js";

/** A stored secret, and how to replace it. */
interface StoredSecret {
  readonly stored: string;
  /** Replaces the secret, unless a concurrent call changed it. */
  replace(db: Db, replacement: string): Promise<unknown>;
}

/** A batch of secrets to read: those whose stored form does not begin with `except`. */
interface Batch {
  readonly except: string;
  readonly skip: number;
  readonly take: number;
}

/** Reads a batch of secrets, in a fixed order. */
export type ReadSecrets = (db: Db, batch: Batch) => Promise<StoredSecret[]>;

/** A place where another part of the source stores secrets. */
export interface SecretPlace {
  readonly read: ReadSecrets;
  /** SQL of a relation with a column `secret`. */
  readonly relation: string;
}
