// Starts the engine while the modules below are loading.
import "./start-early.js";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import { createApp } from "../../src/app.js";
import { UserType } from "../../src/api/auth/actor.js";
import { createAdmin, createRole } from "../../src/api/auth/admins/admins.js";
import { issueToken } from "../../src/api/auth/tokens/tokens.sql.js";
import { type Config, readConfig } from "../../src/config.js";
import type { Database } from "../../src/platform/db/database.js";
import type { MediaLibrary } from "../../src/platform/media/media-library.js";
import { createHttpServer } from "../../src/api/http/http-server.js";
import { createServices } from "../../src/services.js";
import { prepareExtensions } from "../../src/extras/extensions/loading/prepare-extensions.js";
import { storeViews } from "../../src/commerce/store/scopes.sql.js";
import { Client } from "./client.js";
import { workOf } from "./extension-work.js";
import { openTestDatabase } from "./test-database.js";

/** A running application with its own database, called over HTTP. */
export interface TestApp extends AsyncDisposable {
  readonly url: string;
  readonly db: Database;
  readonly config: Config;
  readonly media: MediaLibrary;
  /** Wakes the sender of webhooks, which then looks for due deliveries immediately. */
  readonly wakeWebhooks: () => void;
  /** Starts the recurring work, which ends with the application. */
  readonly startWork: () => void;
  /** All statements sent to the database, in order. */
  readonly statements: string[];
  /** All log lines, parsed. */
  readonly logs: readonly Readonly<Record<string, unknown>>[];
  asGuest(): Client;
  /** Returns an administrator with all resources, or with only these. */
  asAdmin(resources?: readonly string[]): Promise<Client>;
  /** Returns an existing customer. */
  asCustomer(email: string): Promise<Client>;
  /** Returns the statements that the work sends. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
}

/**
 * Starts an application before the tests of a file or a `describe`, and stops it after them: `const { app, admin } = useApp()`.
 * Both can be used in tests and hooks. `admin` has all resources, and is created only if it is taken out of the result.
 */
export function useApp(settings: NodeJS.ProcessEnv = {}): { readonly app: TestApp; readonly admin: Client } {
  let app: TestApp | undefined;
  let admin: Client | undefined;
  beforeAll(async () => {
    app = await startApp(settings);
  });
  afterAll(() => app?.[Symbol.asyncDispose]());
  return {
    app: delegate(() => app),
    get admin() {
      beforeAll(async () => {
        admin = await app?.asAdmin();
      });
      return delegate(() => admin);
    },
  };
}

/** Returns an object with the members of another one, which is looked up each time because it starts later. */
function delegate<Target extends object>(target: () => Target | undefined): Target {
  return new Proxy({} as Target, {
    get: (_, name) => {
      const running = target();
      if (!running) throw new Error("The application has not started: use it in a test or a hook.");
      return Reflect.get(running, name) as unknown;
    },
  });
}

/**
 * Starts the application on a fresh copy of a newly installed database, or on the one that `open` returns, with default
 * settings except the given ones.
 */
export async function startApp(settings: NodeJS.ProcessEnv = {}, open = openTestDatabase): Promise<TestApp> {
  const statements: string[] = [];
  const logs: Readonly<Record<string, unknown>>[] = [];
  const opened = await open({ onStatement: (text) => void statements.push(text) });
  const { database: db, settings: where } = opened;
  const folder = join(tmpdir(), `portico-media-${randomUUID()}`);
  const basics = { NODE_ENV: "test", PORT: "0", PORTICO_CONSUMER: "off", PORTICO_MEDIA_DIR: folder };
  const config = readConfig({ ...basics, ...where, ...settings });
  const log = pino(
    { level: "trace" },
    { write: (line: string) => void logs.push(JSON.parse(line) as (typeof logs)[0]) },
  );
  await prepareExtensions(db, config, log);
  const services = createServices(config, db, log);
  services.started();
  const server = createHttpServer(config, await createApp(services));
  // Clients close idle connections first, so that none is closed during a request.
  server.keepAliveTimeout = 0;
  const deliveries = workOf(services, "webhooks/deliveries");
  deliveries.start();
  if (config.PORTICO_CONSUMER) await services.bulk.consume({ concurrency: config.PORTICO_CONSUMER_CONCURRENCY });
  const url = await listen(server);
  const tokenOf = async (type: UserType, id: number) => new Client(url, await issueToken(db, { type, id }, 1));
  return {
    url,
    db,
    config,
    media: services.media,
    wakeWebhooks: deliveries.wake,
    startWork: () => services.recurring.forEach((work) => work.start()),
    statements,
    logs,
    asGuest: () => new Client(url),
    asAdmin: async (resources) => tokenOf(UserType.administrator, await newAdmin(db, resources)),
    asCustomer: async (email) => {
      const [found] = await db.query<{ id: number }>("select id from customer where email_key = $1", [
        email.toLowerCase(),
      ]);
      if (!found) throw new Error(`no customer ${email}`);
      return tokenOf(UserType.customer, found.id);
    },
    statementsOf: async (work) => {
      const from = statements.length;
      await work();
      // Ignores the cached reads of store views, which depend on their age.
      return statements.slice(from).filter((text) => text !== storeViews);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await Promise.all(services.recurring.map((work) => work.stop()));
      await services.bulk.stop();
      await services.media.stop();
      await rm(folder, { recursive: true, force: true });
      await opened[Symbol.asyncDispose]();
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function newAdmin(db: Database, resources: readonly string[] | undefined): Promise<number> {
  const username = `admin-${randomUUID()}`;
  const role = resources ? username : undefined;
  if (role && resources) await createRole(db, role, resources);
  const password = "correct-horse-1";
  return createAdmin(db, { username, password, email: `${username}@example.com`, firstname: "A", lastname: "B", role });
}
