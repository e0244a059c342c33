// SQL: models cannot be used by extensions, which have statements for their tables.
import type { ExtensionDatabase, SearchedTable } from "../extensions/public.js";
import type { Webhook } from "./webhooks.types.js";

/** The owner of webhooks; empty for all owners. */
export interface Owner {
  readonly user_type?: number;
  readonly user_id?: number;
}

/** The columns that a call sets. */
export interface SubscriptionColumns {
  readonly name: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly payload: string;
}

/** Webhooks as a search finds them. */
export const searchedWebhooks: SearchedTable = {
  table: "webhook",
  key: "id",
  fields: {
    id: "integer",
    name: "text",
    url: "text",
    payload: "text",
    status: "text",
    reason: "text",
    user_type: "integer",
    user_id: "integer",
    cursor: "integer",
    attempts: "integer",
    http_status: "integer",
    last_error: "text",
    failing_since: "timestamp",
    created_at: "timestamp",
    updated_at: "timestamp",
  },
};

/** A row of the table. */
export type StoredWebhook = Omit<Webhook, "cursor" | "payload"> & {
  readonly payload: string;
  readonly cursor: number;
  readonly due_at: string;
  readonly claim: string | null;
};

/** Not `*`: a statement that is prepared fails once a migration has added a column. */
const columns = `id, name, url, types, payload, status, reason, user_type, user_id, cursor, attempts, http_status, last_error,
  failing_since, due_at, claim, created_at, updated_at`;

/** Returns a row as calls answer it. */
export function toWebhook({ claim: _claim, due_at: _due, ...row }: StoredWebhook): Webhook {
  return { ...row, cursor: String(row.cursor) };
}

/** Returns a webhook of the owner, or undefined. */
export async function readWebhook(
  db: ExtensionDatabase,
  id: number,
  { user_type, user_id }: Owner,
): Promise<Webhook | undefined> {
  const row = await db.one<StoredWebhook>(
    `select ${columns} from webhook
     where id = $1::int and user_type = coalesce($2::int, user_type) and user_id = coalesce($3::int, user_id)`,
    [id, user_type ?? null, user_id ?? null],
  );
  return row && toWebhook(row);
}

/** Inserts a webhook that begins after the cursor. */
export async function insertWebhook(
  db: ExtensionDatabase,
  { name, url, types, payload, ...own }: SubscriptionColumns & Required<Owner> & { readonly cursor: number },
): Promise<Webhook> {
  const row = await db.one<StoredWebhook>(
    `insert into webhook (name, url, types, payload, user_type, user_id, cursor)
     values ($1, $2, $3::text[], $4, $5::int, $6::int, $7::bigint) returning ${columns}`,
    [name, url, types, payload, own.user_type, own.user_id, own.cursor],
  );
  return written(row);
}

/** Changes the subscription of a webhook. The process that serves the webhook stops after the event that it is posting. */
export const updateWebhook = (
  db: ExtensionDatabase,
  id: number,
  { name, url, types, payload }: SubscriptionColumns,
): Promise<Webhook> =>
  update(db, "name = $2, url = $3, types = $4::text[], payload = $5", [id, name, url, types, payload]);

/** Pauses a webhook. */
export const pauseWebhook = (db: ExtensionDatabase, id: number): Promise<Webhook> =>
  update(db, "status = 'paused', reason = null", [id]);

/** Activates a webhook, which continues after the cursor immediately and has no failed attempts. */
export const resumeWebhook = (db: ExtensionDatabase, id: number, cursor: number): Promise<Webhook> =>
  update(
    db,
    "status = 'active', reason = null, cursor = $2::bigint, attempts = 0, failing_since = null, last_error = null",
    [id, cursor],
  );

/** Moves the cursor, so that the events after it are posted again; the status stays unchanged. */
export const rewindWebhook = (db: ExtensionDatabase, id: number, cursor: number): Promise<Webhook> =>
  update(db, "cursor = $2::bigint", [id, cursor]);

/** Deletes a webhook with its deliveries. */
export async function deleteWebhookRow(db: ExtensionDatabase, id: number): Promise<void> {
  await db.execute("delete from webhook where id = $1::int", [id]);
}

/** Removes the claim, so that the process that serves the webhook loses it. */
const update = async (db: ExtensionDatabase, changes: string, values: readonly unknown[]): Promise<Webhook> =>
  written(
    await db.one<StoredWebhook>(
      `update webhook set ${changes}, claim = null, due_at = now(), updated_at = now() where id = $1::int returning ${columns}`,
      values,
    ),
  );

function written(row: StoredWebhook | undefined): Webhook {
  if (!row) throw new Error("the webhook was deleted meanwhile");
  return toWebhook(row);
}
