import type { GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import { BearerTokens, isBearer } from "./auth/bearer.sql.js";
import { RateLimits } from "./auth/limits/rate-limits.js";
import { isOauth } from "./auth/oauth/authorization-header.js";
import { SignedCalls } from "./auth/oauth/signed-calls.js";
import { CookieSessions } from "./auth/sessions/cookie-sessions.js";
import { sessionTokenOf } from "./auth/sessions/session-cookie.js";
import { callersTidying } from "./auth/cleanup.js";
import { BulkEngine, openBroker } from "./bulk/engine.js";
import type { Recurring } from "./process/recurring.js";
import type { Config } from "./config.js";
import type { Database } from "./db/database.js";
import { MailSender } from "./mail/mail-sender.js";
import { openTransport } from "./mail/transport.js";
import { buildSurface, type Dependencies } from "./schema.js";
import { MediaLibrary } from "./media/media-library.js";
import { openMediaStore } from "./media/media-store.js";
import { StoreScopes } from "./store/published.js";
import { installedRoutes, modulesOf } from "./call/invoke.js";
import type { Kernel } from "./call/kernel.js";
import { Resolvers } from "./call/method-call.js";
import type { Route } from "./contract/operations.js";

/** What a process is made of. */
export interface Services {
  readonly kernel: Kernel;
  readonly schema: GraphQLSchema;
  /** The routes of the installed edition. */
  readonly routes: readonly Route[];
  readonly bulk: BulkEngine;
  readonly media: MediaLibrary;
  /** Sends the mails of the outbox, once it is started. */
  readonly mail: MailSender;
  /** What callers leave behind is removed from time to time, once this is started. */
  readonly tidying: Recurring;
  /** Whether the process was asked to stop: then it is not ready for more. */
  readonly isStopping: () => boolean;
  /** Marks the process as stopping. */
  readonly stop: () => void;
}

/** The composition root: the one place where things are made and put together. The database is open and prepared. */
export function createServices(config: Config, db: Database, log: Logger): Services {
  const { schema, operations } = buildSurface();
  const scopes = new StoreScopes(db);
  const tokens = new BearerTokens(db, config);
  const sessions = new CookieSessions(db, config);
  const signedCalls = new SignedCalls(db, config);
  const routes = installedRoutes(operations, config);
  const kernel: Kernel = {
    config,
    db,
    log,
    scopeOf: (code) => scopes.resolve(code),
    scopesWithin: (tx) => scopes.within(tx),
    authenticate: (request) => {
      const { authorization, cookie } = request.headers;
      if (isOauth(authorization)) return signedCalls.authenticate(request);
      const session = isBearer(authorization) ? undefined : sessionTokenOf(cookie);
      return session === undefined ? tokens.authenticate(authorization) : sessions.authenticate(request, session);
    },
    limits: new RateLimits(config),
    // The queue runs resolvers, and resolvers queue calls: they are constructed when first called.
    resolvers: new Resolvers(() => dependencies),
  };
  const bulk = new BulkEngine(kernel, openBroker(config, log), routes);
  const media = new MediaLibrary(db, openMediaStore(config), log);
  const dependencies: Dependencies = {
    config,
    limits: kernel.limits,
    media,
    asyncQueue: bulk,
    modules: modulesOf(routes),
  };
  let stopping = false;
  return {
    kernel,
    schema,
    routes,
    bulk,
    media,
    mail: new MailSender({ db, log, transport: openTransport(config, log) }),
    tidying: callersTidying(kernel),
    isStopping: () => stopping,
    stop: () => {
      stopping = true;
      bulk.watch.close();
    },
  };
}
