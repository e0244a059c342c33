import { UserType } from "../actor.js";
import type { ReadSecrets } from "./read-secrets.js";

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
 * Readers for all places where secrets of callers are stored. Rows without a secret are left out, because the condition is not true
 * for null.
 */
export const secretPlaces: readonly ReadSecrets[] = [
  readConsumerSecrets,
  readTokenSecrets,
  readExchangeSecrets,
  readSecondFactorSecrets,
];
