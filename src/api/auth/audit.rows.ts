import type { Db } from "../../platform/db/database.js";
import type { Row } from "../../platform/db/models.js";
import type { Context } from "../call/context.js";
import { modelFields } from "../search-criteria/model-fields.js";
import type { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { searchModel } from "../search-criteria/search-model.js";
import type { UserType } from "./actor.js";
import { AuditLogEntry, type AuditLogEntrySearchResults } from "./audit-log.types.js";
import { readCallerNames } from "./caller-names.rows.js";

/** Audit events about callers, their rights, the control of prices and the setup of the shop. */
export type AuditEvent =
  | "sign-in"
  | "sign-in refused"
  | "sign-in locked"
  | "sign-in unlocked"
  | "second factor activated"
  | "second factor removed"
  | "tokens revoked"
  | "administrator created"
  | "administrator changed"
  | "administrator deleted"
  | "administrator password changed"
  | "administrator email changed"
  | "customer password changed"
  | "customer email changed"
  | "role created"
  | "role changed"
  | "role deleted"
  | `${"website" | "store" | "store view"} ${"created" | "changed" | "deleted"}`
  | "setting changed"
  | "currency rate changed"
  | "currency rate deleted"
  | "integration created"
  | "integration activated"
  | "integration revoked"
  | "integration deleted"
  | "price rights changed"
  | "price guard-rail created"
  | "price guard-rail changed"
  | "price guard-rail deleted"
  | "price schedule created"
  | "price schedule changed"
  | "price schedule canceled"
  | "price proposal approved"
  | "price proposal rejected"
  | "price changes undone";

/** The event and its subject. */
export interface AuditEntry {
  readonly event: AuditEvent;
  /** The user type and id of the subject; null if there is none, for example for an unknown user name. */
  readonly type: UserType | null;
  readonly id: number | null;
  /** Name of the user, role or integration. */
  readonly name?: string;
}

/** The caller who caused an event; undefined for a command on the server. */
export type By = Pick<Context, "actor" | "requestId" | "address"> | undefined;

const maxNameLength = 320;

/** Stores an audit event, in the transaction of the change. */
export async function audit(db: Db, by: By, { event, type, id, name }: AuditEntry): Promise<void> {
  await db.models.auditEvent.create({
    data: {
      event,
      user_type: type,
      user_id: id,
      name: name?.slice(0, maxNameLength) ?? null,
      by_user_type: by?.actor.type ?? null,
      by_user_id: by?.actor.id ?? null,
      by_name: by ? await readCallerName(db, by.actor) : null,
      request_id: by?.requestId ?? null,
      address: by?.address ?? null,
    },
    select: { id: true },
  });
}

/** Returns the name of a caller, which the audit log keeps when the account is deleted; null for customers and guests. */
async function readCallerName(db: Db, { type, id }: Context["actor"]): Promise<string | null> {
  const caller = { actor_type: type, actor_id: id };
  return (await readCallerNames(db, [caller]))(caller);
}

const fields = modelFields("auditEvent", AuditLogEntry, {
  subject_type: "user_type",
  subject_id: "user_id",
  subject_name: "name",
  actor_type: "by_user_type",
  actor_id: "by_user_id",
  actor_name: "by_name",
});

/** Returns the events that match the criteria. */
export async function searchAuditLog(db: Db, criteria: SearchCriteria): Promise<AuditLogEntrySearchResults> {
  const page = await searchModel(db, criteria, { fields, read: (found) => db.models.auditEvent.findMany(found) });
  return { ...page, items: page.items.map(toEntry) };
}

const toEntry = (row: Row<"auditEvent">): AuditLogEntry => ({
  id: String(row.id),
  at: new Date(row.at).toISOString(),
  event: row.event,
  subject_type: row.user_type,
  subject_id: row.user_id,
  subject_name: row.name,
  actor_type: row.by_user_type,
  actor_id: row.by_user_id,
  actor_name: row.by_name,
  request_id: row.request_id,
  address: row.address,
});

const day = 86_400_000;

/** Deletes entries older than the given number of days. Returns their number. */
export async function deleteOldAuditEvents(db: Db, days: number): Promise<number> {
  const oldest = new Date(Date.now() - days * day).toISOString();
  return (await db.models.auditEvent.deleteMany({ where: { at: { lt: oldest } } })).count;
}
