// SQL: models cannot be used by extensions, which have statements for their tables.
import { randomUUID } from "node:crypto";
import type { ExtensionDatabase, SearchedTable } from "../../extensions/public.js";
import type { WebhookDelivery } from "../webhooks.types.js";

/** The type of pings. */
export const pingType = "webhook.ping";

/** Deliveries as a search finds them. */
export const searchedDeliveries: SearchedTable = {
  table: "webhook_delivery",
  key: "id",
  sortedBy: "created_at",
  fields: {
    id: "uuid",
    webhook_id: "integer",
    event_id: "integer",
    type: "text",
    state: "text",
    attempts: "integer",
    http_status: "integer",
    last_error: "text",
    created_at: "timestamp",
    delivered_at: "timestamp",
  },
};

/** A row of the table. */
export type StoredDelivery = Omit<WebhookDelivery, "event_id"> & {
  readonly event_id: number | null;
  readonly due_at: string | null;
  readonly give_up_at: string | null;
};

/** Not `*`: a statement that is prepared fails once a migration has added a column. */
const columns = `id, webhook_id, event_id, type, state, attempts, http_status, last_error, created_at, due_at, give_up_at,
  delivered_at`;

/** Returns a row as calls answer it. */
export function toDelivery({ due_at: _due, give_up_at: _last, ...row }: StoredDelivery): WebhookDelivery {
  return { ...row, event_id: row.event_id === null ? null : String(row.event_id) };
}

/** Returns a delivery of a webhook, or undefined. */
export async function readDelivery(
  db: ExtensionDatabase,
  id: string,
  webhook: number,
): Promise<WebhookDelivery | undefined> {
  const row = await db.one<StoredDelivery>(
    `select ${columns} from webhook_delivery where id = $1::uuid and webhook_id = $2::int`,
    [id, webhook],
  );
  return row && toDelivery(row);
}

/** Adds a ping to be sent. */
export const insertPing = async (db: ExtensionDatabase, webhook: number): Promise<WebhookDelivery> =>
  written(
    await db.one<StoredDelivery>(
      `insert into webhook_delivery (id, webhook_id, type, due_at) values ($1::uuid, $2::int, $3, now())
       returning ${columns}`,
      [randomUUID(), webhook, pingType],
    ),
  );

/** Resets a delivery, so that it is sent again separately and with all its attempts. */
export const renewDelivery = async (db: ExtensionDatabase, id: string): Promise<WebhookDelivery> =>
  written(
    await db.one<StoredDelivery>(
      `update webhook_delivery
       set state = 'pending', due_at = now(), attempts = 0, http_status = null, last_error = null, give_up_at = null,
         delivered_at = null
       where id = $1::uuid returning ${columns}`,
      [id],
    ),
  );

function written(row: StoredDelivery | undefined): WebhookDelivery {
  if (!row) throw new Error("the delivery was deleted meanwhile");
  return toDelivery(row);
}
