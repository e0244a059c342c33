import type { Db } from "../db/database.js";

/** What the password and confirmation rules need to know about a customer. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly firstname: string;
  readonly store_id: number;
  readonly website_id: number;
  readonly confirmation: string | null;
  readonly password_hash: string | null;
}

const columns = "id, email, firstname, store_id, website_id, confirmation, password_hash";

/** Returns an account by id, or undefined if there is none. */
export async function readAccount(db: Db, id: number): Promise<Account | undefined> {
  const row = await db.one<Account>(`select ${columns} from customer where id = $1::int`, [id]);
  return row;
}

/** Returns an account by e-mail address in any case, of the website or, if accounts are shared, of any website. */
export async function findAccount(
  db: Db,
  email: string,
  where: { readonly websiteId: number; readonly isShared: boolean },
): Promise<Account | undefined> {
  const row = await db.one<Account>(
    `select ${columns} from customer
     where email_key = $1::text and ($3::boolean or website_id = $2::int)
     order by website_id = $2::int desc, id limit 1`,
    [email.toLowerCase(), where.websiteId, where.isShared],
  );
  return row;
}

/** Returns the website of a scope; for `all`, which has none, the default website. */
export async function websiteOf(db: Db, websiteId: number): Promise<number> {
  if (websiteId !== 0) return websiteId;
  const row = await db.one<{ id: number }>(`select id from website where is_default limit 1`);
  return row?.id ?? 0;
}

/**
 * Replaces the password hash that was read before and closes an open reset. Returns false if a concurrent call changed
 * it.
 */
export async function replacePassword(
  db: Db,
  { id, password_hash }: Pick<Account, "id" | "password_hash">,
  hash: string,
): Promise<boolean> {
  const changed = await db.execute(
    `update customer set password_hash = $3::text, reset_token_hash = null, updated_at = now() at time zone 'UTC'
     where id = $1::int and password_hash is not distinct from $2::text`,
    [id, password_hash, hash],
  );
  return changed > 0;
}

/** Sets the password of the token's customer and uses up the token. Returns false if it is gone. */
export async function setPasswordByToken(
  db: Db,
  { id, tokenHash, hash }: { readonly id: number; readonly tokenHash: string; readonly hash: string },
): Promise<boolean> {
  const changed = await db.execute(
    `update customer set password_hash = $3::text, reset_token_hash = null, updated_at = now() at time zone 'UTC'
     where id = $1::int and reset_token_hash = $2::text`,
    [id, tokenHash, hash],
  );
  return changed > 0;
}

/** Clears the confirmation key of an e-mail address. Returns false if a concurrent call did. */
export async function confirmAccount(db: Db, id: number, key: string): Promise<boolean> {
  const changed = await db.execute(
    `update customer set confirmation = null, updated_at = now() at time zone 'UTC'
     where id = $1::int and confirmation = $2::text`,
    [id, key],
  );
  return changed > 0;
}
