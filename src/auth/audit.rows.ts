import type { Db } from "../db/database.js";
import type { Context } from "../call/context.js";
import type { UserType } from "./actor.js";

/** What is written down about callers and their rights. */
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

/** What happened, and to whom. */
export interface AuditEntry {
  readonly event: AuditEvent;
  /** The kind of user that it happened to, and which one; null where there is none, as for an unknown name. */
  readonly type: UserType | null;
  readonly id: number | null;
  /** Name of the user, the role or the integration. */
  readonly name?: string;
}

/** Who did it: the call, or a command where there is none. */
export type By = Pick<Context, "actor" | "requestId" | "address"> | undefined;

const longestName = 320;

/** Writes an entry into `audit_event`, in the transaction of what happened. */
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

/** Removes entries that are so many days old. */
export const forgetAudit = (db: Db, days: number): Promise<number> =>
  db.execute("delete from audit_event where at < now() - make_interval(days => $1::int)", [days]);
