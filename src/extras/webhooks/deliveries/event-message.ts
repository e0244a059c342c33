import type { ExtensionContext, ExtensionServices, FeedEntry } from "../../extensions/public.js";
import { pingType } from "./deliveries.sql.js";
import type { Subscriber } from "./queue.sql.js";

/** What deliveries need. */
export interface Source {
  /** The context of the shop itself, for all store views. */
  readonly ctx: ExtensionContext;
  readonly services: ExtensionServices;
  readonly signal: AbortSignal;
}

/** Returns the context of the owner of a webhook, with the owner's current rights. */
export const ownerContext = (
  { ctx, services }: Source,
  { user_type: type, user_id: id }: Subscriber,
): Promise<ExtensionContext> => services.asUser(ctx, { type, id });

/**
 * Returns the body to post for an event: with its object, as the owner may currently read it, unless the payload is
 * `reference`.
 */
export async function eventBody(
  services: ExtensionServices,
  event: FeedEntry,
  { payload, owner }: { readonly payload: string; readonly owner: ExtensionContext },
): Promise<string> {
  const { position, type, created_at, data } = event;
  const head = JSON.stringify({ type, timestamp: created_at, id: String(position) }).slice(0, -1);
  if (payload !== "full") return `${head},"data":${data}}`;
  return `${head},"data":${data},"object":${await services.feed.object(owner, event)}}`;
}

/** Returns the body of a ping. */
export const pingBody = (webhook: number): string =>
  JSON.stringify({ type: pingType, timestamp: new Date().toISOString(), id: null, data: { webhook_id: webhook } });
