import type { Db } from "../../../platform/db/database.js";
import type { SecretColumn } from "../extension.types.js";

/** A stored secret with its key. */
interface KeyedSecret {
  readonly key: unknown;
  readonly stored: string;
}

/** Reads a batch of the secrets of a table that do not begin with `except`. The names of a place were checked to be words. */
// SQL: models cannot read the tables of extensions.
export const readSecrets = (
  db: Db,
  { table, column, key }: SecretColumn,
  { except, skip, take }: { readonly except: string; readonly skip: number; readonly take: number },
): Promise<KeyedSecret[]> =>
  db.query<KeyedSecret>(
    `select ${key} as key, ${column} as stored from ${table} where not starts_with(${column}, $1)
     order by ${key} offset $2::int limit $3::int`,
    [except, skip, take],
  );

/** Replaces a secret, unless it was changed meanwhile. */
// SQL: models cannot write the tables of extensions.
export const replaceSecret = (
  db: Db,
  { table, column, key }: SecretColumn,
  secret: KeyedSecret & { readonly replacement: string },
): Promise<number> =>
  db.execute(`update ${table} set ${column} = $3 where ${key} = $1 and ${column} = $2`, [
    secret.key,
    secret.stored,
    secret.replacement,
  ]);
