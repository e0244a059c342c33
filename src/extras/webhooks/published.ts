// Everything that other domains may import from here, besides shapes.
import type { SecretPlace } from "../../api/auth/secrets/read-secrets.js";
import { webhookSecrets } from "./published.sql.js";
import { readWebhookSecrets } from "./secrets.rows.js";

/** The secrets that webhooks store. */
export const webhookSecretPlaces: readonly SecretPlace[] = [{ read: readWebhookSecrets, relation: webhookSecrets }];
