import type { Express } from "express";
import { createServer, type Server } from "node:http";
import type { Config } from "../../config.js";
import { withBodyDeadlines } from "./body/body-deadline.js";
import { expressMessages } from "./express-messages.js";
import { disconnectStalled, oneAtATime } from "./request-lines.js";

/** The settings of an HTTP server. */
export type HttpServerConfig = Pick<
  Config,
  "PORTICO_CONNECTIONS" | "PORTICO_HEADERS_SECONDS" | "PORTICO_REQUEST_SECONDS" | "PORTICO_KEEP_ALIVE_SECONDS"
>;

/**
 * Creates an HTTP server for an application. It does not listen yet. It limits the connections of clients and the time
 * until headers and body have arrived, and handles the requests of a connection one at a time.
 */
export function createHttpServer(config: HttpServerConfig, app: Express): Server {
  const requestTimeout = config.PORTICO_REQUEST_SECONDS * 1000;
  const headersTimeout = Math.min(config.PORTICO_HEADERS_SECONDS * 1000, requestTimeout);
  // Node.js checks for late requests at intervals of 30 seconds by default.
  const connectionsCheckingInterval = Math.min(headersTimeout / 2, 5000);
  const server = createServer(
    {
      ...expressMessages(app),
      // Bodies have deadlines of their own.
      requestTimeout: 0,
      headersTimeout,
      connectionsCheckingInterval,
      keepAliveTimeout: config.PORTICO_KEEP_ALIVE_SECONDS * 1000,
    },
    oneAtATime(withBodyDeadlines(app, requestTimeout)),
  );
  server.maxConnections = config.PORTICO_CONNECTIONS;
  disconnectStalled(server);
  return server;
}
