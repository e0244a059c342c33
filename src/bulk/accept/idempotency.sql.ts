// SQL: a lock: of calls with one key, one is accepted and the others wait for it.
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Db } from "../../db/database.js";
import type { Acceptance, KeptAnswer, KeyedCall } from "../../call/async-queue.js";
import type { Context } from "../../call/context.js";
import { inputError, WebapiError } from "../../call/errors.js";
import { acceptance } from "./acceptance.js";
import { callerKey } from "../queue/turns.sql.js";
import type { NewBulk } from "./insert-bulk.sql.js";

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

/** A use of a key. */
interface Use {
  readonly caller: string;
  readonly key: string;
  /** Digest of the call. */
  readonly fingerprint: string;
}

/** Who calls with which key. */
type KeyOwner = Pick<Use, "caller" | "key">;

/**
 * Notes the use of a key and returns true, or returns false when the key was used before. Of two calls at once, the second
 * one waits for the transaction of the first one.
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

/** Reads the first use of a key. Throws 422 when it was for another call. */
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
 * Accepts a bulk unless this caller's key has done so before; then gives the answer of that time. Of two calls that arrive
 * at once, the second one waits for the first one's row. Throws 422 where the key was used for another call.
 */
export function acceptOnce(
  db: Db,
  { key, bulk }: { key: string; bulk: NewBulk },
  accept: (tx: Db) => Promise<void>,
): Promise<Acceptance> {
  const use = { caller: callerKey(bulk.actor), key, fingerprint: fingerprintOf(bulk) };
  return db.transaction(async (tx) => {
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
 * Runs a synchronous write unless this caller's key has done so before; then returns the answer of that time. The key, the
 * effect and the answer are committed together. Throws 422 where the key was used for another call.
 */
export function answerOnce(
  { ctx, line, sent, headers }: KeyedCall,
  run: (within: Context) => Promise<string>,
): Promise<KeptAnswer> {
  const owner: KeyOwner = { caller: callerKey(ctx.actor), key: idempotencyKeyOf(headers) ?? "" };
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

/** The store segment as it was sent. */
export const storeCodeOf = ({ scope }: Context): string | null =>
  scope.given === "none" ? null : scope.given === "all" ? "all" : scope.code;

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
