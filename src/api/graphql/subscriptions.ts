import type { GraphQLFieldConfig, GraphQLOutputType } from "graphql";
import type { Actor } from "../auth/actor.js";
import { isOauth } from "../auth/oauth/authorization-header.js";
import { inputError } from "../call/errors.js";
import { authorize, routeFor } from "../call/invoke.js";
import type { GraphqlContext } from "../call/kernel.js";
import type { GraphArguments, GraphSubscription, SubscriptionSource } from "../contract/graph.js";
import type { Operation } from "../contract/routes/operations.js";

/** Milliseconds after which the caller of a subscription is identified again, before the next item is sent. */
const recheckInterval = 30_000;

interface SubscriptionField {
  readonly type: GraphQLOutputType;
  readonly args: NonNullable<GraphQLFieldConfig<unknown, GraphqlContext>["args"]>;
}

/**
 * Makes the field of a subscription. It admits the same callers as the query, and checks again while the subscription
 * is open, because a token or a permission can be revoked.
 */
export function subscriptionField(
  { description, source }: GraphSubscription,
  query: Operation,
  { type, args }: SubscriptionField,
): GraphQLFieldConfig<unknown, GraphqlContext, GraphArguments> {
  return {
    type,
    args,
    description,

    subscribe: async (_root, given, ctx) => {
      const identify = () => authorizeLike(query, given, ctx);
      await identify();
      const { kernel, ...bare } = ctx;
      const opened = (kernel.resolvers.get(source) as SubscriptionSource).open(given, {
        ctx: { ...bare, config: kernel.config },
        identify,
        signal: signalOf(ctx),
      });
      return withRechecks(opened, identify);
    },
    resolve: (item) => item,
  };
}

/** Identifies the caller by the request and returns it. Throws the 401 of the query unless the query admits the caller. */
async function authorizeLike(query: Operation, args: GraphArguments, ctx: GraphqlContext): Promise<Actor> {
  const { kernel, exchange } = ctx;
  if (!exchange) throw new Error("A subscription needs a request.");
  if (isOauth(exchange.request.headers.authorization)) {
    throw inputError(
      "A subscription needs a bearer token or a session, because an OAuth signature is valid for one request only.",
    );
  }
  const { actor } = await kernel.authenticate(exchange.request);
  await authorize(kernel.config, { route: routeFor(query, actor, kernel.config), args, ctx: { ...ctx, actor } });
  return actor;
}

/**
 * Returns a signal that is aborted when the client is gone or the process stops. `AbortSignal.any` would leave a reference
 * in the signal of the process for every subscription.
 */
function signalOf({ kernel: { stopping }, exchange }: GraphqlContext): AbortSignal {
  const ended = new AbortController();
  const end = () => {
    stopping.removeEventListener("abort", end);
    ended.abort();
  };
  exchange?.response.once("close", end);
  stopping.addEventListener("abort", end);
  if (stopping.aborted) end();
  return ended.signal;
}

async function* withRechecks(source: AsyncIterable<unknown>, check: () => Promise<unknown>) {
  let checkedAt = performance.now();
  for await (const item of source) {
    if (performance.now() - checkedAt > recheckInterval) {
      await check();
      checkedAt = performance.now();
    }
    yield item;
  }
}
