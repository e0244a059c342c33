import type { Db } from "../../../platform/db/database.js";
import { keyOf, type Row, now } from "../../../platform/db/models.js";

const columns = {
  id: true,
  email: true,
  firstname: true,
  store_id: true,
  website_id: true,
  confirmation: true,
  password_hash: true,
  is_active: true,
} as const;

/** The columns of a customer that sign-ins, passwords and confirmations need. */
export type Account = Pick<Row<"customer">, keyof typeof columns>;

/** Returns an account by id, or undefined if there is none. */
export async function readAccount(db: Db, id: number): Promise<Account | undefined> {
  return (await db.models.customer.findUnique({ where: { id }, select: columns })) ?? undefined;
}

/** Returns an account by email address, ignoring case, on the website or, if accounts are shared, on any website. */
export async function findAccount(
  db: Db,
  email: string,
  { websiteId, isShared }: { readonly websiteId: number; readonly isShared: boolean },
): Promise<Account | undefined> {
  const found = await db.models.customer.findMany({
    where: { email_key: keyOf(email), ...(isShared ? {} : { website_id: websiteId }) },
    select: columns,
    orderBy: { id: "asc" },
  });
  return found.find((account) => account.website_id === websiteId) ?? found[0];
}

/**
 * Replaces the password hash that was read before and invalidates an open reset token. Returns false if a concurrent call
 * changed the hash.
 */
export async function replacePassword(
  db: Db,
  { id, password_hash }: Pick<Account, "id" | "password_hash">,
  hash: string,
): Promise<boolean> {
  const { count } = await db.models.customer.updateMany({
    where: { id, password_hash },
    data: { password_hash: hash, reset_token_hash: null, updated_at: now },
  });
  return count > 0;
}

/** Replaces the password hash with another hash of the same password, unless a concurrent call changed it. */
export async function renewCustomerHash(
  db: Db,
  id: number,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<void> {
  await db.models.customer.updateMany({ where: { id, password_hash: from }, data: { password_hash: to } });
}

/** Sets the password of a customer with a reset token and uses up the token. Returns false if the token is gone. */
export async function setPasswordByToken(
  db: Db,
  { id, tokenHash, hash }: { readonly id: number; readonly tokenHash: string; readonly hash: string },
): Promise<boolean> {
  const { count } = await db.models.customer.updateMany({
    where: { id, reset_token_hash: tokenHash },
    data: { password_hash: hash, reset_token_hash: null, updated_at: now },
  });
  return count > 0;
}

/** Clears the confirmation key of an email address. Returns false if a concurrent call already did. */
export async function confirmAccount(db: Db, id: number, key: string): Promise<boolean> {
  const { count } = await db.models.customer.updateMany({
    where: { id, confirmation: key },
    data: { confirmation: null, updated_at: now },
  });
  return count > 0;
}
