// SQL: relations for the statements of other domains, which models cannot join.

/** Secrets of webhooks in stored form. Used like a table: `select secret from ${webhookSecrets} s`. */
export const webhookSecrets = "(select secret from webhook_secret)";
