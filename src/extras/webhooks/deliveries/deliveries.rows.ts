import { randomUUID } from "node:crypto";
import type { Db } from "../../../platform/db/database.js";
import { type Row, now } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { WebhookDelivery, type WebhookDeliverySearchResults } from "../webhooks.types.js";

const fields = modelFields("webhookDelivery", WebhookDelivery);

/** The type of pings. */
export const pingType = "webhook.ping";

/** Returns the deliveries of a webhook that match the criteria, the oldest first. */
export async function searchDeliveries(
  db: Db,
  criteria: SearchCriteria,
  webhook_id: number,
): Promise<WebhookDeliverySearchResults> {
  const page = await searchModel(db, criteria, {
    fields,
    only: { webhook_id },
    sortedBy: ["created_at"],
    read: (query) => db.models.webhookDelivery.findMany(query),
  });
  return { ...page, items: page.items.map(toDelivery) };
}

/** Returns a delivery of a webhook, or undefined. */
export async function readDelivery(db: Db, id: string, webhook_id: number): Promise<WebhookDelivery | undefined> {
  const row = await db.models.webhookDelivery.findFirst({ where: { id, webhook_id } });
  return row ? toDelivery(row) : undefined;
}

/** Adds a ping to be sent. */
export async function insertPing(db: Db, webhook_id: number): Promise<WebhookDelivery> {
  const data = { id: randomUUID(), webhook_id, type: pingType, due_at: now };
  return toDelivery(await db.models.webhookDelivery.create({ data }));
}

/** Resets a delivery, so that it is sent again separately and with all its attempts. */
export async function renewDelivery(db: Db, id: string): Promise<WebhookDelivery> {
  const unsent = { attempts: 0, http_status: null, last_error: null, give_up_at: null, delivered_at: null };
  const data = { ...unsent, state: "pending", due_at: now };
  return toDelivery(await db.models.webhookDelivery.update({ where: { id }, data }));
}

function toDelivery({ due_at: _due, give_up_at: _last, ...row }: Row<"webhookDelivery">): WebhookDelivery {
  return { ...row, event_id: row.event_id === null ? null : String(row.event_id) };
}
