import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../../config.js";
import { type Metrics, startMetrics } from "./metrics.js";
import type { Measured } from "./queue-metrics.js";

type MetricsConfig = Pick<Config, "PORTICO_METRICS_PORT" | "PORTICO_METRICS_HOST" | "PORTICO_METRICS_TOKEN">;

/** Returns the handler of `/metrics` on the API port; undefined unless there is a token and no separate port. */
export async function metricsHandler(services: Measured): Promise<RequestListener | undefined> {
  const { PORTICO_METRICS_PORT: port, PORTICO_METRICS_TOKEN: token } = services.kernel.config;
  if (port !== undefined || token === undefined) return undefined;
  return createListener(await startMetrics(services), token);
}

/** The server of `/metrics`. */
export interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics`. */
  readonly address: string;
  close(): void;
}

/** Listens on the metrics port; returns undefined if none is set. Throws if it cannot listen. */
export async function startMetricsServer(
  services: Measured,
  progress: (line: string) => void = () => undefined,
): Promise<MetricsServer | undefined> {
  const { config } = services.kernel;
  if (config.PORTICO_METRICS_PORT === undefined) return undefined;
  const answer = createListener(await startMetrics(services), config.PORTICO_METRICS_TOKEN);
  const server = createServer((request, response) => {
    if (request.url?.split("?")[0] === "/metrics") return answer(request, response);
    response.writeHead(404).end();
  });
  await listen(server, config);
  const { address: host, port, family } = server.address() as AddressInfo;
  const address = `http://${family === "IPv6" ? `[${host}]` : host}:${port}/metrics`;
  progress(`Metrics at ${address}`);
  return {
    address,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listen(server: Server, config: MetricsConfig): Promise<void> {
  const { PORTICO_METRICS_PORT: port, PORTICO_METRICS_HOST: host } = config;
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const place = `PORTICO_METRICS_HOST=${host}, PORTICO_METRICS_PORT=${port}`;
    throw new Error(`Metrics cannot be served at ${place}: ${reason}`, { cause: error });
  }
}

const createListener =
  (metrics: Metrics, token: string | undefined): RequestListener =>
  async (request, response) => {
    if (token !== undefined && !isSame(request.headers.authorization ?? "", `Bearer ${token}`)) {
      return void response.writeHead(401, { "WWW-Authenticate": "Bearer" }).end();
    }
    if (request.method !== "GET") return void response.writeHead(405, { Allow: "GET" }).end();
    const text = await metrics.text();
    response.writeHead(200, { "Content-Type": metrics.contentType, "Cache-Control": "no-store" }).end(text);
  };

/** Compares two texts in constant time, so that the duration reveals nothing about them. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

const digest = (text: string) => createHash("sha256").update(text).digest();
