// SQL: a lock: of several calls with the same key, one is accepted and the others wait for it.
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { type Acceptance, type KeyedAnswer, type KeyedCall, acceptance } from "../../call/stored/async-queue.js";
import { UserType } from "../../auth/actor.js";
import { networkOf } from "../../auth/sign-in/network-of.js";
import type { Context } from "../../call/context.js";
import { inputError, WebapiError } from "../../call/errors.js";
import { callerKey } from "../queue/turns.sql.js";
import type { NewBulk } from "./insert-bulk.sql.js";

/** A string of structured fields (RFC 9651, 3.3.3), as the draft requires. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** The key without quotation marks, which many clients send instead. */
const bare = /^[\w.~:+/=-]+$/;
const maxKeyLength = 255;

/** How long a key is remembered, as a PostgreSQL interval. */
const lifetime = "24 hours";

/**
 * Returns the key with which a caller can safely repeat a call: draft-ietf-httpapi-idempotency-key-header. Undefined if
 * none is sent. Throws 400 for a key that is empty, too long or malformed.
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers["idempotency-key"];
  if (given === undefined) return undefined;
  const text = String(given).trim();
  const key = quoted.exec(text)?.[1]?.replace(/\\(.)/g, "$1") ?? (bare.test(text) ? text : "");
  if (key.length > 0 && key.length <= maxKeyLength) return key;
  throw inputError("The Idempotency-Key header must be a quoted string of 1 to %limit characters.", {
    limit: maxKeyLength,
  });
}

/** The draft's error for a key that is used again for another call. */
const keyReused = (key: string) =>
  new WebapiError("IDEMPOTENCY_KEY_REUSED", "The Idempotency-Key %key was already used for another call.", {
    parameters: { key },
  });

/** A use of a key, with the digest of the call. */
type Use = Readonly<Pick<Row<"bulkIdempotencyKey">, "caller" | "key" | "fingerprint">>;

/** A caller and its key. */
type KeyOwner = Pick<Use, "caller" | "key">;

/** Minimum length of a guest's key. Guests have no account, so only the key tells one from another. */
const minGuestKeyLength = 16;

/**
 * Returns the owner of a key: the caller and, for a guest, the network of the address, so that no stranger gets the
 * answer of another guest. Throws 400 for a guest's key that is short.
 */
function ownerOf({ actor, address }: Context, key: string): string {
  if (actor.type !== UserType.guest) return callerKey(actor);
  if (key.length >= minGuestKeyLength) return `${callerKey(actor)}${networkOf(address)}`;
  throw inputError("The Idempotency-Key of a guest must have at least %limit characters.", {
    limit: minGuestKeyLength,
  });
}

/**
 * Records the use of a key and returns true, or returns false if the key was used before. If two calls use it at the
 * same time, the second one waits for the transaction of the first one.
 */
async function isFirstUse(tx: Db, { caller, key, fingerprint }: Use, bulk?: NewBulk): Promise<boolean> {
  const written = await tx.execute(
    `insert into bulk_idempotency_key as known (caller, key, fingerprint, bulk_uuid, operation_count)
     values ($1::text, $2::text, $3::text, $4::uuid, $5::int)
     on conflict (caller, key) do update
     set fingerprint = excluded.fingerprint, bulk_uuid = excluded.bulk_uuid, operation_count = excluded.operation_count,
       answer = null, created_at = now()
     where known.created_at < now() - interval '${lifetime}'`,
    [caller, key, fingerprint, bulk?.uuid ?? null, bulk?.payloads.length ?? null],
  );
  return written > 0;
}

/** Reads the first use of a key. Throws 422 if it was for another call. */
async function readFirstUse<Row extends object>(
  tx: Db,
  { caller, key, fingerprint }: Use,
  columns: string,
): Promise<Row> {
  const first = await tx.one<Row & { fingerprint: string }>(
    `select fingerprint, ${columns} from bulk_idempotency_key where caller = $1::text and key = $2::text`,
    [caller, key],
  );
  if (first?.fingerprint !== fingerprint) throw keyReused(key);
  return first;
}

/**
 * Accepts a bulk, or returns the earlier answer if this caller has used the key before. If two calls arrive at the same
 * time, the second one waits for the row of the first one. Throws 422 if the key was used for another call.
 */
export function acceptOnce(
  { ctx, key, bulk }: { ctx: Context; key: string; bulk: NewBulk },
  accept: (tx: Db) => Promise<void>,
): Promise<Acceptance> {
  const use = { caller: ownerOf(ctx, key), key, fingerprint: fingerprintOf(bulk) };
  return ctx.db.transaction(async (tx) => {
    if (await isFirstUse(tx, use, bulk)) {
      await accept(tx);
      return acceptance(bulk.uuid, bulk.payloads.length);
    }
    const first = await readFirstUse<{ uuid: string; count: number }>(
      tx,
      use,
      "bulk_uuid as uuid, operation_count as count",
    );
    return acceptance(first.uuid, first.count);
  });
}

/**
 * Runs a synchronous write, or returns the earlier answer if this caller has used the key before. The key, the effect
 * and the answer are committed together. Throws 422 if the key was used for another call.
 */
export function answerOnce(
  { ctx, line, sent, headers }: KeyedCall,
  run: (within: Context) => Promise<string>,
): Promise<KeyedAnswer> {
  const key = idempotencyKeyOf(headers) ?? "";
  const owner: KeyOwner = { caller: ownerOf(ctx, key), key };
  const hash = createHash("sha256").update(JSON.stringify(["sync", line, storeCodeOf(ctx), sent]));
  const use = { ...owner, fingerprint: hash.digest("base64url") };
  return ctx.db.transaction(async (tx) => {
    if (!(await isFirstUse(tx, use))) {
      const { json } = await readFirstUse<{ json: string }>(tx, use, "answer as json");
      return { json, isReplayed: true };
    }
    const json = await run({ ...ctx, db: tx });
    await tx.execute("update bulk_idempotency_key set answer = $3::text where caller = $1::text and key = $2::text", [
      owner.caller,
      owner.key,
      json,
    ]);
    return { json, isReplayed: false };
  });
}

/** Returns the store segment of the path as it was sent; null if there was none. */
export const storeCodeOf = ({ scope }: Context): string | null =>
  scope.given === "none" ? null : scope.given === "all" ? "all" : scope.code;

/** Returns a digest of route, store view and body. It ignores white space and the notation of numbers in the body. */
function fingerprintOf({ route, storeCode, payloads }: NewBulk): string {
  const hash = createHash("sha256").update(JSON.stringify([route, storeCode]));
  for (const payload of payloads) hash.update(`${payload}\n`);
  return hash.digest("base64url");
}

/** Deletes expired keys, at most `limit`, and returns their number. */
export const deleteExpiredKeys = (db: Db, limit: number): Promise<number> =>
  db.execute(
    `delete from bulk_idempotency_key where (caller, key) in (
       select caller, key from bulk_idempotency_key where created_at < now() - interval '${lifetime}'
       order by created_at limit $1::int for update skip locked
     )`,
    [limit],
  );
