import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Db } from "../../../platform/db/database.js";
import { type Acceptance, type KeyedAnswer, type KeyedCall, acceptance } from "../../call/stored/async-queue.js";
import { UserType } from "../../auth/actor.js";
import { networkOf } from "../../auth/sign-in/network-of.js";
import type { Context } from "../../call/context.js";
import { inputError, WebapiError } from "../../call/errors.js";
import { callerKey } from "../queue/turns.sql.js";
import type { NewBulk } from "./insert-bulk.sql.js";
import { isFirstUse, type KeyUse, readFirstUse, saveAnswer } from "./idempotency.sql.js";

/** A string of structured fields (RFC 9651, 3.3.3), as the draft requires. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** The key without quotation marks, which many clients send instead. */
const bare = /^[\w.~:+/=-]+$/;
const maxKeyLength = 255;

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

/** Returns columns of the first use of a key. Throws 422 if it was for another call. */
async function sameCall<Row extends object>(tx: Db, use: KeyUse, columns: string): Promise<Row> {
  const first = await readFirstUse<Row>(tx, use, columns);
  if (first?.fingerprint !== use.fingerprint) throw keyReused(use.key);
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
    const first = await sameCall<{ uuid: string; count: number }>(
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
  const hash = createHash("sha256").update(JSON.stringify(["sync", line, storeCodeOf(ctx), sent]));
  const use = { caller: ownerOf(ctx, key), key, fingerprint: hash.digest("base64url") };
  return ctx.db.transaction(async (tx) => {
    if (!(await isFirstUse(tx, use))) {
      const { json } = await sameCall<{ json: string }>(tx, use, "answer as json");
      return { json, isReplayed: true };
    }
    const json = await run({ ...ctx, db: tx });
    await saveAnswer(tx, use, json);
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
