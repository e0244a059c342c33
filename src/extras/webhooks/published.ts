// Everything that other domains may import from here, besides shapes.

export { readWebhookSecrets } from "./secrets.rows.js";
