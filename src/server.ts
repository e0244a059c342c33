import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { createApp } from "./app.js";
import { type FirstAdmin, ensureAdmin } from "./auth/first-admin.js";
import type { Config } from "./config.js";
import { openDatabase } from "./db/open.js";
import { prepareDatabase } from "./db/prepare.js";
import { createHttpServer } from "./http/http-server.js";
import { createServices, type Services } from "./services.js";

/** Tells people what the process is doing while it starts. */
export type Progress = (line: string) => void;

/** A server that listens. */
export interface RunningServer {
  /** `http://127.0.0.1:8080`. */
  readonly address: string;
  /** The administrator that this start created, if it did. */
  readonly firstAdmin: FirstAdmin | undefined;
  /** Refuses new connections, lets requests in flight finish, then closes the database. */
  stop(): Promise<void>;
}

/** Opens the database, brings it up to date and listens. Whatever was opened is closed again when a step fails. */
export async function startServer(config: Config, log: Logger, progress: Progress): Promise<RunningServer> {
  progress(
    config.DATABASE_URL ? "Connecting to PostgreSQL" : `Opening the embedded database in ${config.PORTICO_DATA_DIR}`,
  );
  const db = await openDatabase(config, {
    onConnectionError: (error) => log.warn({ err: error }, "a database connection was lost"),
  });
  let services: Services | undefined;
  let server: Server | undefined;
  try {
    await prepareDatabase(db, { onProgress: progress });
    const running = (services = createServices(config, db, log));
    const listening = (server = createHttpServer(config, await createApp(running)));
    if (config.PORTICO_CONSUMER) await running.bulk.consume({ concurrency: config.PORTICO_CONSUMER_CONCURRENCY });
    running.bulk.keepUp();
    running.mail.start();
    running.tidying.start();
    running.media.keepUp();
    await listen(listening, config);
    // A generated password is told once, so it is made when nothing can keep it from being told any more.
    const firstAdmin = await ensureAdmin(db, config);
    return {
      address: addressOf(listening),
      firstAdmin,
      stop: async () => {
        running.stop();
        await drain(listening);
        await Promise.all([running.bulk.stop(), running.mail.stop(), running.tidying.stop()]);
        await running.media.stop();
        await db.close();
      },
    };
  } catch (error) {
    server?.close();
    services?.stop();
    await Promise.all([services?.bulk.stop(), services?.mail.stop(), services?.tidying.stop()]);
    await services?.media.stop();
    await db.close();
    throw error;
  }
}

async function listen(server: Server, { HOST, PORT }: Config): Promise<void> {
  server.listen(PORT, HOST);
  try {
    await once(server, "listening");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The server cannot listen at HOST=${HOST}, PORT=${PORT}: ${reason}`, { cause: error });
  }
}

function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** Closes idle connections, and each busy one once its answer is written. */
async function drain(server: Server): Promise<void> {
  server.on("request", (_request, response) => response.setHeader("Connection", "close"));
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(sweep);
}
