import { randomBytes } from "node:crypto";
import { type KeySetting, seal, unseal } from "../../api/auth/secrets/secrets.js";
import type { ReadSecrets } from "../../api/auth/secrets/read-secrets.js";
import type { Db } from "../../platform/db/database.js";

/** Hours for which posts are still signed with a replaced secret, so that the receiver can change to the new one. */
const overlapHours = 24;

const hour = 3_600_000;

/** Adds a new secret and returns it. Earlier secrets are still used for a day. */
export async function addSecret(db: Db, webhook_id: number, setting: KeySetting): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const expires_at = new Date(Date.now() + overlapHours * hour).toISOString();
  await db.models.webhookSecret.updateMany({ where: { webhook_id, expires_at: null }, data: { expires_at } });
  await db.models.webhookSecret.create({ data: { webhook_id, secret: seal(secret, setting) } });
  return secret;
}

/** Returns the current secret of a webhook. */
export async function readCurrentSecret(db: Db, webhook_id: number, setting: KeySetting): Promise<string> {
  const found = await db.models.webhookSecret.findFirst({ where: { webhook_id, expires_at: null } });
  if (!found) throw new Error(`the webhook ${webhook_id} has no secret`);
  return unseal(found.secret, setting);
}

/** Returns the secrets to sign with, the current one first. */
export async function readSigningSecrets(db: Db, webhook_id: number, setting: KeySetting): Promise<string[]> {
  const rows = await db.models.webhookSecret.findMany({
    where: { webhook_id, OR: [{ expires_at: null }, { expires_at: { gt: new Date().toISOString() } }] },
    orderBy: { id: "desc" },
  });
  return rows.map(({ secret }) => unseal(secret, setting));
}

/** Deletes secrets that are no longer used. */
export async function removeOldSecrets(db: Db): Promise<void> {
  await db.models.webhookSecret.deleteMany({ where: { expires_at: { lt: new Date().toISOString() } } });
}

/** Reads the secrets of webhooks, to encrypt them. */
export const readWebhookSecrets: ReadSecrets = async (db, { except, ...page }) => {
  const rows = await db.models.webhookSecret.findMany({
    where: { secret: { not: { startsWith: except } } },
    select: { id: true, secret: true },
    orderBy: { id: "asc" },
    ...page,
  });
  return rows.map(({ id, secret: stored }) => ({
    stored,
    replace: (tx, secret) => tx.models.webhookSecret.updateMany({ where: { id, secret: stored }, data: { secret } }),
  }));
};
