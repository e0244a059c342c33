import { createServer, type RequestListener, type Server } from "node:http";
import type { Config } from "../config.js";

/** The settings of an HTTP server. */
export type HttpServerConfig = Pick<
  Config,
  "PORTICO_CONNECTIONS" | "PORTICO_HEADERS_SECONDS" | "PORTICO_REQUEST_SECONDS" | "PORTICO_KEEP_ALIVE_SECONDS"
>;

/**
 * Makes an HTTP server, not listening yet, that bounds what clients can occupy without sending a request: connections, and
 * the time until the headers and the body have arrived.
 */
export function createHttpServer(config: HttpServerConfig, listener: RequestListener): Server {
  const requestTimeout = config.PORTICO_REQUEST_SECONDS * 1000;
  // Node.js refuses headers that may take longer than the whole request.
  const headersTimeout = Math.min(config.PORTICO_HEADERS_SECONDS * 1000, requestTimeout);
  // Node.js looks for late requests from time to time, every 30 seconds by default.
  const connectionsCheckingInterval = Math.min(headersTimeout / 2, 5000);
  const server = createServer(
    {
      requestTimeout,
      headersTimeout,
      connectionsCheckingInterval,
      keepAliveTimeout: config.PORTICO_KEEP_ALIVE_SECONDS * 1000,
    },
    listener,
  );
  server.maxConnections = config.PORTICO_CONNECTIONS;
  return server;
}
