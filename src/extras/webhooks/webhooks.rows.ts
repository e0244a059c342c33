import type { Db } from "../../platform/db/database.js";
import { type Row, now } from "../../platform/db/models.js";
import { modelFields } from "../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../api/search-criteria/search-model.js";
import { Webhook, type WebhookSearchResults } from "./webhooks.types.js";

const fields = modelFields("webhook", Webhook);

/** The owner of webhooks; empty for all owners. */
export type Owner = Partial<Pick<Row<"webhook">, "user_type" | "user_id">>;

/** The columns that a call sets. */
export interface SubscriptionColumns {
  readonly name: string;
  readonly url: string;
  readonly types: string[];
  readonly payload: string;
}

/** Returns the webhooks of the owner that match the criteria. */
export async function searchWebhooks(db: Db, criteria: SearchCriteria, only: Owner): Promise<WebhookSearchResults> {
  const page = await searchModel(db, criteria, { fields, only, read: (query) => db.models.webhook.findMany(query) });
  return { ...page, items: page.items.map(toWebhook) };
}

/** Returns a webhook of the owner, or undefined. */
export async function readWebhook(db: Db, id: number, owner: Owner): Promise<Webhook | undefined> {
  const row = await db.models.webhook.findFirst({ where: { id, ...owner } });
  return row ? toWebhook(row) : undefined;
}

/** Inserts a webhook that begins after the cursor. */
export async function insertWebhook(
  db: Db,
  columns: SubscriptionColumns & Required<Owner> & { readonly cursor: number },
): Promise<Webhook> {
  return toWebhook(await db.models.webhook.create({ data: columns }));
}

/** Changes the subscription of a webhook. The process that serves the webhook stops after the event that it is posting. */
export async function updateWebhook(db: Db, id: number, columns: SubscriptionColumns): Promise<Webhook> {
  return update(db, id, columns);
}

/** Pauses a webhook. */
export const pauseWebhook = (db: Db, id: number): Promise<Webhook> =>
  update(db, id, { status: "paused", reason: null });

/** Activates a webhook, which continues after the cursor immediately and has no failed attempts. */
export const resumeWebhook = (db: Db, id: number, cursor: number): Promise<Webhook> =>
  update(db, id, { status: "active", reason: null, cursor, attempts: 0, failing_since: null, last_error: null });

/** Moves the cursor, so that the events after it are posted again; the status stays unchanged. */
export const rewindWebhook = (db: Db, id: number, cursor: number): Promise<Webhook> => update(db, id, { cursor });

/** Deletes a webhook with its deliveries. */
export async function deleteWebhookRow(db: Db, id: number): Promise<void> {
  await db.models.webhook.deleteMany({ where: { id } });
}

type Changes = Partial<Omit<Row<"webhook">, "id">>;

/** Removes the claim, so that the process that serves the webhook loses it. */
async function update(db: Db, id: number, changes: Changes): Promise<Webhook> {
  const data = { ...changes, claim: null, due_at: now, updated_at: now };
  return toWebhook(await db.models.webhook.update({ where: { id }, data }));
}

function toWebhook({ claim: _claim, due_at: _due, ...row }: Row<"webhook">): Webhook {
  return { ...row, cursor: String(row.cursor) };
}
