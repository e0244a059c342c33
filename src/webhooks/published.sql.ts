// SQL for use in statements of other domains.

/** Secrets of webhooks in stored form. Used like a table: `select secret from ${webhookSecrets} s`. */
export const webhookSecrets = "(select secret from webhook_secret)";
