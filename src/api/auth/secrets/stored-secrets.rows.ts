import { UserType } from "../actor.js";
import type { ReadSecrets, SecretPlace } from "./read-secrets.js";
import type { Db } from "../../../platform/db/database.js";
import { clearPrefix, keyIdsOf, type KeySetting } from "./secrets.js";

const readConsumerSecrets: ReadSecrets = async (db, { except, ...page }) => {
  const rows = await db.models.integration.findMany({
    where: { consumer_secret: { not: { startsWith: except } } },
    select: { id: true, consumer_secret: true },
    orderBy: { id: "asc" },
    ...page,
  });
  return rows.map(({ id, consumer_secret: stored }) => ({
    stored,
    replace: (tx, consumer_secret) =>
      tx.models.integration.updateMany({ where: { id, consumer_secret: stored }, data: { consumer_secret } }),
  }));
};

const readTokenSecrets: ReadSecrets = async (db, { except, ...page }) => {
  const rows = await db.models.accessToken.findMany({
    where: { user_type: UserType.integration, secret: { not: { startsWith: except } } },
    select: { token_hash: true, secret: true },
    orderBy: { token_hash: "asc" },
    ...page,
  });
  return rows.map(({ token_hash, secret: stored }) => ({
    stored: stored ?? "",
    replace: (tx, secret) =>
      tx.models.accessToken.updateMany({ where: { token_hash, secret: stored }, data: { secret } }),
  }));
};

const readExchangeSecrets: ReadSecrets = async (db, { except, ...page }) => {
  const rows = await db.models.oauthExchange.findMany({
    where: { token_secret: { not: { startsWith: except } } },
    select: { integration_id: true, token_secret: true },
    orderBy: { integration_id: "asc" },
    ...page,
  });
  return rows.map(({ integration_id, token_secret: stored }) => ({
    stored: stored ?? "",
    replace: (tx, token_secret) =>
      tx.models.oauthExchange.updateMany({ where: { integration_id, token_secret: stored }, data: { token_secret } }),
  }));
};

const readSecondFactorSecrets: ReadSecrets = async (db, { except, ...page }) => {
  const rows = await db.models.adminSecondFactor.findMany({
    where: { secret: { not: { startsWith: except } } },
    select: { user_id: true, secret: true },
    orderBy: { user_id: "asc" },
    ...page,
  });
  return rows.map(({ user_id, secret: stored }) => ({
    stored,
    replace: (tx, secret) =>
      tx.models.adminSecondFactor.updateMany({ where: { user_id, secret: stored }, data: { secret } }),
  }));
};

/**
 * Readers for all places where secrets of callers are stored. Rows without a secret are left out, because the condition is
 * not true for null.
 */
export const secretPlaces: readonly ReadSecrets[] = [
  readConsumerSecrets,
  readTokenSecrets,
  readExchangeSecrets,
  readSecondFactorSecrets,
];

/** Numbers of stored secrets that need attention. */
interface SecretsAtRisk {
  /** Stored unencrypted. */
  readonly clear: number;
  /** Encrypted with a key that the settings do not list, so that they cannot be used. */
  readonly unreadable: number;
}

/** Counts the stored secrets that are unencrypted or unreadable. */
// SQL: measured by `start`: one statement over all tables with secrets, before Prisma is loaded.
export async function countSecretsAtRisk(
  db: Db,
  setting: KeySetting,
  others: readonly SecretPlace[],
): Promise<SecretsAtRisk> {
  const row = await db.one<SecretsAtRisk>(
    `select count(*) filter (where starts_with(secret, '${clearPrefix}'))::int as clear,
       count(*) filter (where split_part(secret, ':', 3) <> '' and not starts_with(secret, '${clearPrefix}')
         and split_part(secret, ':', 2) <> all($1::text[]))::int as unreadable
     from (
       select consumer_secret as secret from integration
       union all select secret from access_token where user_type = 1
       union all select token_secret from oauth_exchange
       union all select secret from admin_second_factor
       ${others.map(({ relation }) => `union all select secret from ${relation} s`).join(" ")}
     ) stored where secret is not null`,
    [keyIdsOf(setting)],
  );
  return row ?? { clear: 0, unreadable: 0 };
}
