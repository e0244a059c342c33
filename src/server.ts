import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import type { FirstAdmin } from "./api/auth/admins/first-admin.js";
import type { Config } from "./config.js";
import type { Database } from "./platform/db/database.js";
import type { OnWatch } from "./platform/db/embedded/holder.js";
import { openDatabase } from "./platform/db/open.js";
import { announceProcess, migrationOptions, prepareDatabase } from "./platform/db/migrations/prepare.js";
import { ConnectionDrain } from "./api/http/connection-drain.js";
import { createHttpServer } from "./api/http/http-server.js";
import { type MetricsServer, startMetricsServer } from "./api/metrics/metrics-endpoint.js";
import { databaseListeners } from "./platform/process/outage-log.js";
import type { Services } from "./services.js";
import { prepareExtensions } from "./extras/extensions/loading/prepare-extensions.js";
import { startTracing } from "./platform/tracing/start-tracing.js";

/** Reports on the terminal what the process is doing while it starts. */
export type Progress = (line: string) => void;

/** A server that listens. */
export interface RunningServer {
  /** `http://127.0.0.1:8080`. */
  readonly address: string;
  /** The administrator that this start created; undefined if there was one already. */
  readonly firstAdmin: FirstAdmin | undefined;
  /** Refuses new connections, lets requests in flight finish, then closes the database. */
  stop(): Promise<void>;
}

const reportTo =
  (progress: Progress): OnWatch =>
  ({ pid, hostname }) =>
    progress(`Waiting up to 10 seconds: process ${pid} on ${hostname} had it open and may still run`);

/** Opens the database, migrates it and starts to listen. If a step fails, everything that was opened is closed again. */
export async function startServer(config: Config, log: Logger, progress: Progress): Promise<RunningServer> {
  progress(config.DATABASE_URL ? "Connecting to PostgreSQL" : `Opening the database in ${config.PORTICO_DATA_DIR}`);
  const stopTracing = await startTracing(log);
  const loading = loadAppModules();
  const db = await openDatabase(config, { ...databaseListeners(log), isWatched: true, onWatch: reportTo(progress) });
  let services: Services | undefined;
  let server: Server | undefined;
  let metrics: MetricsServer | undefined;
  try {
    await prepareAlive(db, { config, log, progress });
    const { createServices, createApp, ensureAdmin, warnOfSecretsAtRisk } = await loading;
    const running = (services = createServices(config, db, log));
    const listening = (server = createHttpServer(config, await createApp(running)));
    const connections = new ConnectionDrain(listening);
    if (config.PORTICO_CONSUMER) await running.bulk.consume({ concurrency: config.PORTICO_CONSUMER_CONCURRENCY });
    metrics = await startMetricsServer(running, progress);
    await listen(listening, config);
    // A generated password is shown only once, so it is generated after every step that can fail before it is shown.
    const firstAdmin = await ensureAdmin(db, config);
    await warnOfSecretsAtRisk(running.kernel, running.extras.secretPlaces);
    running.started();
    startRecurringWork(running);
    const stop = async () => {
      running.stop();
      await connections.run();
      await stopWork(running);
      metrics?.close();
      await db.close();
      await stopTracing();
    };
    return { address: addressOf(listening), firstAdmin, stop };
  } catch (error) {
    server?.close();
    metrics?.close();
    services?.stop();
    if (services) await stopWork(services);
    await db.close();
    throw error;
  }
}

interface Starting {
  readonly config: Config;
  readonly log: Logger;
  readonly progress: Progress;
}

/** Migrates the database, and meanwhile answers health checks. Then later migrations see that this process runs. */
async function prepareAlive(db: Database, { config, log, progress }: Starting): Promise<void> {
  const early = await answerWhileStarting(config);
  try {
    await prepareDatabase(db, { onProgress: progress, ...migrationOptions(config, log) });
    await prepareExtensions(db, config, log);
    await announceProcess(db, config, log);
  } finally {
    await closeServer(early);
  }
}

/**
 * Answers on the port of the server while the database is migrated: the process runs, but is not ready. The server itself
 * listens afterwards.
 */
async function answerWhileStarting(config: Config): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const isLive = url === "/health/live";
    const body = isLive ? { status: "pass" } : { status: "fail", starting: true };
    response.writeHead(isLive ? 200 : 503, {
      "Content-Type": "application/json",
      "Retry-After": "5",
      Connection: "close",
    });
    response.end(JSON.stringify(body));
  });
  await listen(server, config);
  return server;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Loads the modules that answer requests while the database is being opened, which takes about as long. */
function loadAppModules() {
  const modules = Promise.all([
    import("./services.js"),
    import("./app.js"),
    import("./api/auth/admins/first-admin.js"),
    import("./api/auth/secrets/encrypt-secrets.js"),
  ]);
  const loading = modules.then(([services, app, firstAdmin, secrets]) => ({
    ...services,
    ...app,
    ...firstAdmin,
    ...secrets,
  }));
  // If the database cannot be opened, that error is reported instead.
  loading.catch(() => undefined);
  return loading;
}

/** Starts the recurring work, which can wait until the server answers. */
function startRecurringWork(services: Services): void {
  const { bulk, mail, recurring, media } = services;
  bulk.startMaintenance();
  for (const work of [mail, ...recurring]) work.start();
  media.startCleanup();
}

async function stopWork(services: Services): Promise<void> {
  const { bulk, mail, recurring, media } = services;
  await Promise.all([bulk, mail, ...recurring].map((work) => work.stop()));
  await media.stop();
}

async function listen(server: Server, { HOST, PORT }: Config): Promise<void> {
  server.listen(PORT, HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The server cannot listen on HOST=${HOST}, PORT=${PORT}: ${reason}`, { cause: error });
  }
}

function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
