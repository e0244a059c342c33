import type { Db } from "../db/database.js";

/** What the rules of passwords and confirmations need to know of a customer. */
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

/** An account by its id, or undefined where there is none. */
export async function readAccount(db: Db, id: number): Promise<Account | undefined> {
  const row = await db.one<Account>(`select ${columns} from customer where id = $1::int`, [id]);
  return row;
}

/** An account by e-mail address in any case: that of the website, or, where accounts are shared, of any. */
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

/** The website of a scope; that of `all`, which is none, is the default one. */
export async function websiteOf(db: Db, websiteId: number): Promise<number> {
  if (websiteId !== 0) return websiteId;
  const row = await db.one<{ id: number }>(`select id from website where is_default limit 1`);
  return row?.id ?? 0;
}

/** Puts a hash in place of the one that was read before; false where another call was faster. Ends an open reset. */
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

/** Sets the password of whoever has the token, which is used up by it; false where it is gone. */
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

/** Takes the key away that an e-mail address is confirmed by; false where another call was faster. */
export async function confirmAccount(db: Db, id: number, key: string): Promise<boolean> {
  const changed = await db.execute(
    `update customer set confirmation = null, updated_at = now() at time zone 'UTC'
     where id = $1::int and confirmation = $2::text`,
    [id, key],
  );
  return changed > 0;
}
