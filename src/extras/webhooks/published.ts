import {
  defineExtension,
  extensionApi,
  type WorkTurn,
  type ExtensionContext,
  type ExtensionServices,
} from "../extensions/public.js";
import { removeOldDeliveries } from "./deliveries/queue.sql.js";
import { startDueDeliveries } from "./deliveries/send-deliveries.js";
import { WebhookDeliveryManagement } from "./deliveries/webhook-deliveries.resolver.js";
import { removeOldSecrets } from "./secrets.sql.js";
import { WebhookManagement } from "./webhook-management.resolver.js";
import { WebhookRepository } from "./webhooks.resolver.js";

/** Rows that one statement of the cleanup removes, so that no call waits long for its locks. */
const batchSize = 5000;

/** Webhooks that post the event feed, as an extension that every process has. */
export const webhooks = defineExtension({
  name: "webhooks",
  version: "1.0.0",
  api: extensionApi,
  resolvers: [WebhookRepository, WebhookManagement, WebhookDeliveryManagement],
  secrets: [{ table: "webhook_secret", column: "secret", key: "id" }],
  work: [
    { name: "deliveries", interval: 1000, everyProcess: true, run: startDueDeliveries },
    { name: "cleanup", interval: 3_600_000, run: cleanUp },
  ],
});

/** Removes deliveries that are older than the retention of events, and secrets that are no longer used. */
async function cleanUp({ db }: ExtensionContext, services: ExtensionServices, { signal }: WorkTurn): Promise<void> {
  const days = Number(services.processSetting("PORTICO_EVENT_DAYS"));
  while (!signal.aborted && (await removeOldDeliveries(db, days, batchSize)) === batchSize);
  await removeOldSecrets(db);
}
