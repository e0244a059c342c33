// SQL: models cannot be used by extensions, which have statements for their tables.
import { randomBytes } from "node:crypto";
import type { ExtensionDatabase, Secrets } from "../extensions/public.js";

/** Hours for which posts are still signed with a replaced secret, so that the receiver can change to the new one. */
const overlapHours = 24;

/** Adds a new secret and returns it. Earlier secrets are still used for a day. */
export async function addSecret(db: ExtensionDatabase, webhook: number, secrets: Secrets): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  await db.execute(
    `update webhook_secret set expires_at = now() + make_interval(hours => $2::int)
     where webhook_id = $1::int and expires_at is null`,
    [webhook, overlapHours],
  );
  await db.execute("insert into webhook_secret (webhook_id, secret) values ($1::int, $2)", [
    webhook,
    secrets.encrypt(secret),
  ]);
  return secret;
}

/** Returns the current secret of a webhook. */
export async function readCurrentSecret(db: ExtensionDatabase, webhook: number, secrets: Secrets): Promise<string> {
  const found = await db.one<{ secret: string }>(
    "select secret from webhook_secret where webhook_id = $1::int and expires_at is null",
    [webhook],
  );
  if (!found) throw new Error(`the webhook ${webhook} has no secret`);
  return secrets.decrypt(found.secret);
}

/** Returns the secrets to sign with, the current one first. */
export async function readSigningSecrets(
  db: ExtensionDatabase,
  webhook: number,
  secrets: Secrets,
): Promise<readonly string[]> {
  const rows = await db.query<{ secret: string }>(
    `select secret from webhook_secret where webhook_id = $1::int and (expires_at is null or expires_at > now())
     order by id desc`,
    [webhook],
  );
  return rows.map(({ secret }) => secrets.decrypt(secret));
}

/** Deletes secrets that are no longer used. */
export async function removeOldSecrets(db: ExtensionDatabase): Promise<void> {
  await db.execute("delete from webhook_secret where expires_at < now()");
}
