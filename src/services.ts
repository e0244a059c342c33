import { setMaxListeners } from "node:events";
import type { GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import { loadActors } from "./api/auth/actors.sql.js";
import { BearerTokens, isBearer } from "./api/auth/tokens/bearer.sql.js";
import { countInPostgres } from "./api/auth/limits/counters.js";
import { RateLimits } from "./api/auth/limits/rate-limits.js";
import { isOauth } from "./api/auth/oauth/authorization-header.js";
import { SignedCalls } from "./api/auth/oauth/signed-calls.js";
import { CookieSessions } from "./api/auth/sessions/cookie-sessions.js";
import { sessionTokenOf } from "./api/auth/sessions/session-cookie.js";
import { callerCleanupOf } from "./api/auth/cleanup.js";
import type { RelatedKeys } from "./api/bulk/accept/related-keys.js";
import { BulkEngine, openBroker } from "./api/bulk/engine.js";
import { type Health, healthCheck } from "./api/metrics/health.js";
import { balancePaths, pointsExpiry, prepareBalances } from "./commerce/balance/published.js";
import type { Repeated } from "./platform/process/recurring.js";
import { carriers } from "./commerce/checkout/published.js";
import type { Config } from "./config.js";
import type { Database } from "./platform/db/database.js";
import { SchemaWatch } from "./platform/db/migrations/schema-watch.js";
import { SequenceWatch } from "./platform/db/sequences.sql.js";
import { type Commerce, SharedFacts } from "./commerce/cart/published.js";
import { cartExpiry, findCartKeys } from "./commerce/cart/published.processes.js";
import { findProductKeys } from "./commerce/catalog/published.js";
import { imageOwner } from "./commerce/catalog/published.sql.js";
import { customerKeys, shopAccounts } from "./commerce/customer/published.accounts.js";
import { eventCleanup } from "./commerce/events/published.js";
import { priceHistoryMaintenance } from "./commerce/pricing/published.js";
import { prepareWrapping, wrappingPaths } from "./commerce/gift-wrapping/published.js";
import { reservationCleanup } from "./commerce/inventory/published.js";
import { StorageGuard } from "./platform/process/storage-guard.js";
import { MailSender } from "./platform/mail/mail-sender.js";
import { openTransport } from "./platform/mail/transport.js";
import type { Dependencies } from "./dependencies.js";
import { allExtras, type Extras } from "./extras.js";
import { withExtensions } from "./extensions.js";
import { buildSurface } from "./schema.js";
import { MediaLibrary } from "./platform/media/media-library.js";
import { mediaSweeps } from "./platform/media/media-sweeps.js";
import { openMediaStore } from "./platform/media/open-media-store.js";
import { findReturnKeys } from "./commerce/returns/returns.rows.js";
import { SalesMails } from "./commerce/sales/published.mails.js";
import { documentListeners, orderKeys, requestedMails } from "./commerce/sales/published.js";
import { StoreScopes } from "./commerce/store/published.structure.js";
import { standbyModules } from "./commerce/standby-modules.js";
import { installedRoutes, modulesOf } from "./api/call/invoke.js";
import type { Kernel } from "./api/call/kernel.js";
import { Resolvers } from "./api/call/method-call.js";
import { resourceReader } from "./api/call/stored/read-resource.js";
import { repeaterOf } from "./api/call/stored/stored-calls.js";
import { Observable } from "./platform/process/observable.js";
import type { Route } from "./api/contract/routes/operations.js";

/** The services of a process. */
export interface Services {
  readonly kernel: Kernel;
  /** The schema of the contract: the types of REST arguments and results. */
  readonly schema: GraphQLSchema;
  /** Returns the schema of GraphQL. It is built once. */
  readonly graph: () => GraphQLSchema;
  /** The routes of the installed edition. */
  readonly routes: readonly Route[];
  readonly bulk: BulkEngine;
  readonly media: MediaLibrary;
  /** Sends the emails of the outbox after it is started. */
  readonly mail: MailSender;
  readonly extras: Extras;
  /** Watches for sequences that run out, after it is started. */
  readonly sequences: SequenceWatch;
  /** Recurring work that runs after it is started. */
  readonly recurring: readonly Repeated[];
  readonly health: () => Promise<Health>;
  /** Phase of the process. It accepts calls only while running. */
  readonly phase: () => "starting" | "running" | "stopping";
  /** Marks the process as running, once everything has started and an administrator exists. */
  readonly started: () => void;
  /** Marks the process as stopping. */
  readonly stop: () => void;
}

/** The parts of the shop that authentication and carts depend on. */
const shop = { accounts: shopAccounts, carriers };

/**
 * Creates all services and connects them. This is the composition root. The database must be open and prepared. Throws
 * `ExtensionError` for an extension that cannot be loaded.
 */
export const createServices = (config: Config, db: Database, log: Logger): Services =>
  composeServices({ config, db, log }, withExtensions(allExtras, config));

/** Creates the services of a process with some extras. */
export function composeServices({ config, db, log }: Pick<Kernel, "config" | "db" | "log">, extras: Extras): Services {
  const { schema, graph, operations } = buildSurface(config.PORTICO_EDITION, extras);
  const routes = installedRoutes(operations, config);
  const stopping = new AbortController();
  // Each subscription waits for this signal.
  setMaxListeners(0, stopping.signal);
  // The queue runs resolvers, and resolvers queue calls, so resolvers are constructed on their first call.
  const kernel: Kernel = kernelOf(
    { config, db, log, stopping: stopping.signal },
    (target) => extras.servicesOf?.(target, kernel, routes) ?? dependencies,
  );
  const bulk = new BulkEngine(kernel, openBroker(config, log), { routes, relatedKeys });
  const media = new MediaLibrary(db, openMediaStore(config), { log, owner: imageOwner });
  const readResource = resourceReader(kernel, routes);
  const sequences = new SequenceWatch(kernel);
  const dependencies: Dependencies = {
    ...installed({ config, extras, routes }),
    limits: kernel.limits,
    media,
    asyncQueue: bulk,
    bulkWatch: bulk.watch,
    repeatCall: repeaterOf(kernel, routes),
    readResource,
    ...extras.dependencies?.(kernel, routes),
  };
  return {
    ...{ kernel, schema, graph, routes, bulk, media },
    mail: new MailSender({ db, log, transport: openTransport(config, log) }),
    ...{ sequences, extras },
    recurring: [
      ...recurringWork(kernel, media),
      ...extras.recurring(kernel, { routes, priceChecks: dependencies.priceChecks }),
      sequences,
    ],
    health: healthCheck(db, { ...kernel, queue: bulk, sequences, extensions: extras.failures }),
    ...lifecycle(() => {
      stopping.abort();
      bulk.watch.close();
    }),
  };
}

interface Installation {
  readonly config: Config;
  readonly extras: Extras;
  readonly routes: readonly Route[];
}

/** Returns the dependencies that follow from the settings and the installed parts. */
const installed = ({ config, extras, routes }: Installation) => ({
  config,
  ...shop,
  sharedFacts: new SharedFacts(),
  priceChecks: extras.priceChecks,
  openWork: extras.openWork,
  documentListener: documentListeners({ config }),
  salesMails: new SalesMails({ config }),
  commerce: commerceOf(config),
  modules: modulesOf(routes),
});

/** The look-ups of further ordering keys, for entities that callers name in several ways and for what belongs to others. */
const relatedKeys: RelatedKeys = {
  ...orderKeys,
  cart: { byId: findCartKeys },
  customer: customerKeys,
  "product-id": { byId: findProductKeys },
  return: { byId: findReturnKeys },
};

/** The additions of the commerce edition to carts. */
const commerce: Commerce = {
  settingPaths: [...balancePaths, ...wrappingPaths],
  prepare: async (db, cart) => {
    const [balances, wrapping] = await Promise.all([prepareBalances(db, cart), prepareWrapping(db, cart)]);
    return (settings) => ({ ...balances(settings), ...wrapping(settings) });
  },
};

/** Returns the additions of the commerce edition to carts; undefined in the open-source edition. */
const commerceOf = ({ PORTICO_EDITION }: Config): Commerce | undefined =>
  PORTICO_EDITION === "commerce" ? commerce : undefined;

/** Creates the kernel for all transports. Calls `dependencies` when a resolver is constructed. */
function kernelOf(
  { config, db, log, stopping }: Pick<Kernel, "config" | "db" | "log" | "stopping">,
  dependencies: (target: object) => object,
): Kernel {
  const scopes = new StoreScopes(db.authentication);
  return {
    config,
    db,
    log,
    stopping,
    scopeOf: (code) => scopes.resolve(code),
    scopesWithin: (tx) => scopes.within(tx),
    authenticate: authenticationOf(config, db),
    loadActors: (tx, keys) => loadActors(tx, keys, shopAccounts),
    limits: limitsOf(config, log),
    storage: storageOf(config, db, log),
    schema: new SchemaWatch({ db: db.health, log }),
    resolvers: new Resolvers(dependencies),
    standbyModules,
    requests: new Observable(),
  };
}

/** Returns the guard of the disk of the embedded database. */
const storageOf = (config: Config, db: Database, log: Logger): StorageGuard | undefined =>
  db.kind === "embedded"
    ? new StorageGuard({ folder: config.PORTICO_DATA_DIR, reserve: config.PORTICO_EMBEDDED_RESERVE, log })
    : undefined;

function limitsOf(config: Config, log: Logger): RateLimits {
  const { PORTICO_LIMITS_URL: url, DATABASE_DIRECT_URL: directUrl } = config;
  return new RateLimits(config, url ? countInPostgres(url, log, directUrl !== undefined) : undefined);
}

/** Creates the recurring work other than that of the queue. */
const recurringWork = (kernel: Kernel, media: MediaLibrary): readonly Repeated[] => [
  mediaSweeps({ ...kernel, media }),
  callerCleanupOf(kernel),
  reservationCleanup(kernel),
  cartExpiry(kernel),
  requestedMails(kernel),
  eventCleanup(kernel),
  priceHistoryMaintenance(kernel),
  ...(kernel.storage ? [kernel.storage] : []),
  ...(kernel.config.PORTICO_EDITION === "commerce" ? [pointsExpiry(kernel)] : []),
];

/** Keeps the current phase of the process. Calls `onStop` when the process begins to stop. */
function lifecycle(onStop: () => void): Pick<Services, "phase" | "started" | "stop"> {
  let phase: ReturnType<Services["phase"]> = "starting";
  return {
    phase: () => phase,
    started: () => {
      phase = "running";
    },
    stop: () => {
      phase = "stopping";
      onStop();
    },
  };
}

/** Returns the function that identifies callers by OAuth signature, bearer token or session. */
function authenticationOf(config: Config, db: Database): Kernel["authenticate"] {
  const tokens = new BearerTokens(db, config, shopAccounts);
  const sessions = new CookieSessions(db.authentication, config, shopAccounts);
  const signedCalls = new SignedCalls(db.authentication, config);
  return (request) => {
    const { authorization, cookie } = request.headers;
    if (isOauth(authorization)) return signedCalls.authenticate(request);
    const session = isBearer(authorization) ? undefined : sessionTokenOf(cookie);
    return session === undefined ? tokens.authenticate(authorization) : sessions.authenticate(request, session);
  };
}
