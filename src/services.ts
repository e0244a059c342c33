import type { GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import { BearerTokens } from "./auth/bearer.js";
import { BulkEngine, openBroker } from "./bulk/engine.js";
import type { Config } from "./config.js";
import type { Database } from "./db/database.js";
import { buildSurface } from "./schema.js";
import { StoreScopes } from "./store/scopes.js";
import { installedRoutes } from "./webapi/invoke.js";
import type { Kernel } from "./webapi/kernel.js";
import type { Route } from "./webapi/operations.js";
import { compileRoutes, type Compiled } from "./webapi/rest-door.js";

/** What a process is made of. */
export interface Services {
  readonly kernel: Kernel;
  readonly schema: GraphQLSchema;
  /** The routes of the installed edition. */
  readonly routes: readonly Route[];
  /** What the routes' types compile to. */
  readonly compiled: ReadonlyMap<Route, Compiled>;
  readonly bulk: BulkEngine;
  /** Whether the process was asked to stop: then it is not ready for more. */
  readonly isStopping: () => boolean;
  /** Marks the process as stopping. */
  readonly stop: () => void;
}

/** The composition root: the one place where things are made and put together. The database is open and prepared. */
export function createServices(config: Config, db: Database, log: Logger): Services {
  const { schema, operations } = buildSurface();
  const scopes = new StoreScopes(db);
  const tokens = new BearerTokens(db);
  const kernel: Kernel = {
    config,
    db,
    log,
    scopeOf: (code) => scopes.resolve(code),
    scopesWithin: (tx) => scopes.within(tx),
    authenticate: (authorization) => tokens.authenticate(authorization),
    // Resolvers reach the engine by their context, and the engine runs resolvers.
    get deferral() {
      return bulk;
    },
  };
  const routes = installedRoutes(operations, config);
  const compiled = compileRoutes(routes);
  const bulk = new BulkEngine(kernel, openBroker(config, log), compiled);
  let stopping = false;
  return {
    kernel,
    schema,
    routes,
    compiled,
    bulk,
    isStopping: () => stopping,
    stop: () => {
      stopping = true;
      bulk.watch.close();
    },
  };
}
