import type { Db } from "../db/database.js";
import type { Context } from "../call/context.js";
import type { UserType } from "./actor.js";

/** Audit events about callers and their rights. */
export type AuditEvent =
  | "sign-in"
  | "sign-in refused"
  | "sign-in locked"
  | "sign-in unlocked"
  | "tokens revoked"
  | "administrator created"
  | "role created"
  | "integration created"
  | "integration activated"
  | "integration revoked"
  | "integration deleted";

/** The event and its subject. */
export interface AuditEntry {
  readonly event: AuditEvent;
  /** The user type and id of the subject; null if there is none, for example for an unknown user name. */
  readonly type: UserType | null;
  readonly id: number | null;
  /** Name of the user, role or integration. */
  readonly name?: string;
}

/** The actor: the caller, or a command if there is none. */
export type By = Pick<Context, "actor" | "requestId" | "address"> | undefined;

const longestName = 320;

/** Inserts an entry into `audit_event`, in the transaction of the event. */
export async function audit(db: Db, by: By, { event, type, id, name }: AuditEntry): Promise<void> {
  await db.execute(
    `insert into audit_event (event, user_type, user_id, name, by_user_type, by_user_id, request_id, address)
     values ($1::text, $2::int, $3::int, $4::text, $5::int, $6::int, $7::text, $8::text)`,
    [
      event,
      type,
      id,
      name?.slice(0, longestName) ?? null,
      by?.actor.type ?? null,
      by?.actor.id ?? null,
      by?.requestId ?? null,
      by?.address ?? null,
    ],
  );
}

/** Deletes entries older than the given number of days. */
export const forgetAudit = (db: Db, days: number): Promise<number> =>
  db.execute("delete from audit_event where at < now() - make_interval(days => $1::int)", [days]);
