// SQL: a lock: of calls with one key, one is accepted and the others wait for it.
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Actor } from "../../auth/actor.js";
import type { Db } from "../../db/database.js";
import type { Acceptance } from "../../call/async-queue.js";
import { inputError, WebapiError } from "../../call/errors.js";
import { acceptance } from "./acceptance.js";
import type { NewBulk } from "../queue/operations.sql.js";

/** A text of structured fields (RFC 9651, 3.3.3), which is what the draft asks for. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** What many clients send instead: the key by itself. */
const bare = /^[\w.~:+/=-]+$/;
const longest = 255;

/** How long a key is remembered, as PostgreSQL reads it. */
const lifetime = "24 hours";

/**
 * The key by which a caller makes repeating a call harmless: draft-ietf-httpapi-idempotency-key-header. Undefined where
 * none is sent; throws 400 for one that is empty, too long or malformed.
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers["idempotency-key"];
  if (given === undefined) return undefined;
  const text = String(given).trim();
  const key = quoted.exec(text)?.[1]?.replace(/\\(.)/g, "$1") ?? (bare.test(text) ? text : "");
  if (key.length > 0 && key.length <= longest) return key;
  throw inputError("The header Idempotency-Key must be a text in quotation marks of 1 to %limit characters.", {
    limit: longest,
  });
}

/** The draft's answer to a key that comes back with another call. */
const keyReused = (key: string) =>
  new WebapiError("IDEMPOTENCY_KEY_REUSED", "The Idempotency-Key %key was used for another call before.", {
    parameters: { key },
  });

interface FirstUse {
  readonly fingerprint: string;
  readonly uuid: string;
  readonly count: number;
}

/**
 * Accepts a bulk unless this caller's key has done so before; then gives the answer of that time. Of two calls that arrive
 * at once, the second one waits for the first one's row. Throws 422 where the key was used for another call.
 */
export function acceptOnce(
  db: Db,
  { key, bulk }: { key: string; bulk: NewBulk },
  accept: (tx: Db) => Promise<void>,
): Promise<Acceptance> {
  const caller = callerOf(bulk.actor);
  const fingerprint = fingerprintOf(bulk);
  return db.transaction(async (tx) => {
    const isFirst = await tx.execute(
      `insert into bulk_idempotency_key as known (caller, key, fingerprint, bulk_uuid, operation_count)
       values ($1::text, $2::text, $3::text, $4::uuid, $5::int)
       on conflict (caller, key) do update
       set fingerprint = excluded.fingerprint, bulk_uuid = excluded.bulk_uuid, operation_count = excluded.operation_count,
         created_at = now()
       where known.created_at < now() - interval '${lifetime}'`,
      [caller, key, fingerprint, bulk.uuid, bulk.payloads.length],
    );
    if (isFirst > 0) {
      await accept(tx);
      return acceptance(bulk.uuid, bulk.payloads.length);
    }
    const first = await tx.one<FirstUse>(
      `select fingerprint, bulk_uuid as uuid, operation_count as count
       from bulk_idempotency_key where caller = $1::text and key = $2::text`,
      [caller, key],
    );
    if (first?.fingerprint !== fingerprint) throw keyReused(key);
    return acceptance(first.uuid, first.count);
  });
}

/** Guests cannot be told apart: they share their keys. */
const callerOf = ({ type, id }: Actor) => `${type}:${id ?? ""}`;

/** Route, store view and body; of a body that differs only in its spaces or in how it spells numbers it is the same. */
function fingerprintOf({ route, storeCode, payloads }: NewBulk): string {
  const hash = createHash("sha256").update(JSON.stringify([route, storeCode]));
  for (const payload of payloads) hash.update(`${payload}\n`);
  return hash.digest("base64url");
}

/** Forgets keys that have had their time, at most so many; gives how many there were. */
export const forgetOldKeys = (db: Db, limit: number): Promise<number> =>
  db.execute(
    `delete from bulk_idempotency_key where (caller, key) in (
       select caller, key from bulk_idempotency_key where created_at < now() - interval '${lifetime}'
       order by created_at limit $1::int for update skip locked
     )`,
    [limit],
  );
