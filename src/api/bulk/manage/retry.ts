import type { Context } from "../../call/context.js";
import { inputError, noRoute } from "../../call/errors.js";
import type { Kernel } from "../../call/kernel.js";
import type { Route } from "../../contract/routes/operations.js";
import { argumentsOf } from "../accept/accept.js";
import { findEnded, lockBulk, retryNow, requeue, type SentOperation } from "./bulk-management.sql.js";
import { renewCallbacks } from "../callbacks/callbacks.sql.js";
import { orderingKeysOf } from "../accept/ordering-keys.js";
import { type RelatedKeys, withRelatedKeys } from "../accept/related-keys.js";
import { isRedacted } from "../run/redact.js";
import { unknownBulk } from "../status/permission.js";

/** The parts of the process that retrying uses. */
export interface RetryDependencies extends Pick<Kernel, "loadActors"> {
  /** The routes by the text that identifies them in rows. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly relatedKeys: RelatedKeys;
}

/** A bulk, and the statuses of its operations to retry. */
interface RetryRequest {
  readonly bulk: string;
  readonly statuses: readonly number[];
}

/** Maximum number of ids that a message names. */
const maxNamedIds = 20;

/**
 * Puts the operations of a bulk that ended with one of the statuses back in the queue with all attempts left, and
 * returns their number. Throws 404 for an unknown bulk, and 400 if secrets were removed from the payload of an
 * operation.
 */
export async function retryOperations(
  ctx: Context,
  { bulk, statuses }: RetryRequest,
  { routes, relatedKeys, loadActors }: RetryDependencies,
): Promise<number> {
  const { db } = ctx;
  const locked = await lockBulk(db, bulk);
  if (!locked) throw unknownBulk(bulk);
  const route = routes.get(locked.route);
  if (!route) throw noRoute();
  const ended = await findEnded(db, bulk, statuses);
  checkNotRedacted(ended);
  const retriedNow = await retryNow(db, bulk);
  if (ended.length === 0) return retriedNow;
  const actorOf = await loadActors(db, [locked]);
  const ownKeys = ended.map(({ payload }) => {
    const args = argumentsOf(route, JSON.parse(payload) as Readonly<Record<string, unknown>>);
    return orderingKeysOf(route, args, actorOf(locked));
  });
  const keys = await withRelatedKeys(db, { route, related: relatedKeys }, ownKeys);
  await requeue(db, bulk, { operations: ended.map(({ id }) => id), keys });
  await renewCallbacks(db, bulk);
  return retriedNow + ended.length;
}

function checkNotRedacted(operations: readonly SentOperation[]): void {
  const incomplete = operations.filter(({ payload }) => isRedacted(payload)).map(({ id }) => id);
  if (incomplete.length === 0) return;
  const more = incomplete.length > maxNamedIds ? ", …" : "";
  throw inputError(
    "The operations %ids cannot be retried: the passwords or card numbers in them were removed when they ended. Send them again in a new call.",
    { ids: incomplete.slice(0, maxNamedIds).join(", ") + more },
  );
}
