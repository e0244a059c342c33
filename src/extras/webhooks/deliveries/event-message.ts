import { randomUUID } from "node:crypto";
import type { ActorKey } from "../../../api/auth/actors.sql.js";
import type { Actor } from "../../../api/auth/actor.js";
import { type Context, createContext } from "../../../api/call/context.js";
import type { Kernel } from "../../../api/call/kernel.js";
import type { ReadResource } from "../../../api/call/stored/read-resource.js";
import { type FeedEvent, objectOf } from "../../../commerce/events/published.js";
import { pingType } from "./deliveries.rows.js";
import type { Subscriber } from "./queue.sql.js";

/** The dependencies for creating messages. */
export interface MessageSource extends Pick<Kernel, "db" | "log" | "config" | "scopeOf" | "loadActors"> {
  readonly readResource: ReadResource;
}

/** Returns the owner of a webhook with the owner's current rights. */
export async function loadOwner(
  { db, loadActors }: Pick<Kernel, "db" | "loadActors">,
  { user_type, user_id }: Subscriber,
): Promise<Actor> {
  const key: ActorKey = { userType: user_type, userId: user_id };
  return (await loadActors(db, [key]))(key);
}

/**
 * Returns the body to post for an event: with its object, as the owner may currently read it, unless the payload is
 * `reference`.
 */
export async function eventBody(
  source: MessageSource,
  event: FeedEvent,
  { payload, owner }: { readonly payload: string; readonly owner: Actor },
): Promise<string> {
  const { position, type, created_at, data } = event;
  const head = JSON.stringify({ type, timestamp: created_at, id: String(position) }).slice(0, -1);
  if (payload !== "full") return `${head},"data":${data}}`;
  const object = await objectOf({ type, data }, await contextOf(source, owner), source.readResource);
  return `${head},"data":${data},"object":${object}}`;
}

/** Returns the body of a ping. */
export const pingBody = (webhook: number): string =>
  JSON.stringify({ type: pingType, timestamp: new Date().toISOString(), id: null, data: { webhook_id: webhook } });

/** Returns the context for reading as the owner, with the values for all store views. */
async function contextOf({ db, log, scopeOf }: MessageSource, actor: Actor): Promise<Context> {
  const scope = await scopeOf("all");
  if (!scope) throw new Error("there is no store view `all`");
  return createContext({ actor, scope, requestId: randomUUID() }, { db, log });
}
