import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Command, Option } from "commander";
import { UserType } from "../../api/auth/actor.js";
import { findActiveAdmin } from "../../api/auth/admins/admins.rows.js";
import { issueToken, revokeTokens } from "../../api/auth/tokens/tokens.sql.js";
import { readQueueState } from "../../api/bulk/queue/consumers.sql.js";
import { render } from "../../api/call/errors.js";
import type { Database } from "../../platform/db/database.js";
import { type ConfiguredDatabase, withReadyDatabase } from "../database/database-commands.js";
import { jsonOption } from "../options.js";

/** The location of the prices: a server, or the configured database. */
export interface PriceServer {
  readonly url?: string;
  readonly token?: string;
  /** The administrator in whose name the configured database is changed. */
  readonly admin?: string;
}

/** Adds the options for the location of the prices, and `--json`. */
export const withServer = (command: Command): Command =>
  command
    .option("--url <url>", "address of a server; default: the configured database")
    .addOption(new Option("--token <token>", "access token for the server").env("PRICES_TOKEN"))
    .option("--admin <username>", "administrator to act as on the configured database; default: the first one")
    .addOption(jsonOption());

/** The price routes, as a command calls them. */
export interface PriceApi {
  /** Calls a route below `/rest/V1`. Throws the message of a failed response. */
  call(path: string, init?: RequestInit & { readonly duplex?: "half" }): Promise<Response>;
  /** Whether this process runs the queued operations, and so must wait for them. */
  readonly isOwnConsumer: boolean;
}

/** Runs the work with the routes of a server, or of the configured database. */
export function withPriceApi<Result>(server: PriceServer, work: (api: PriceApi) => Promise<Result>): Promise<Result> {
  const { url, token } = server;
  if (url === undefined) return withReadyDatabase((db, config) => withLocalApi({ db, config }, server.admin, work));
  if (token === undefined)
    throw new Error("With --url, a token is required: --token, or PRICES_TOKEN in the environment.");
  return work({ call: callOf(url.replace(/\/+$/, ""), token), isOwnConsumer: false });
}

/** Runs the work with a server in this process. Also runs queued operations if no consumer is running. */
async function withLocalApi<Result>(
  { db, config }: ConfiguredDatabase,
  username: string | undefined,
  work: (api: PriceApi) => Promise<Result>,
): Promise<Result> {
  const [{ createServices }, { createApp }, { createLog }] = await Promise.all([
    import("../../services.js"),
    import("../../app.js"),
    import("../../platform/process/log.js"),
  ]);
  const owner = { type: UserType.administrator, id: await adminId(db, username) };
  const isOwnConsumer = (await readQueueState(db)).consumers === 0;
  const services = createServices(config, db, createLog({ ...config, LOG_LEVEL: "error" }));
  const server = createServer(await createApp(services));
  const token = await issueToken(db, owner, 24);
  try {
    services.started();
    if (isOwnConsumer) await services.bulk.consume({ concurrency: 1 });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return await work({ call: callOf(`http://127.0.0.1:${port}`, token), isOwnConsumer });
  } finally {
    server.closeAllConnections();
    server.close();
    services.stop();
    await services.bulk.stop();
    await services.media.stop();
    await revokeTokens(db, owner, token);
  }
}

/** Returns an administrator: the one with the name, or else the first one. Throws if there is none. */
async function adminId(db: Database, username: string | undefined): Promise<number> {
  const id = await findActiveAdmin(db, username);
  if (id !== undefined) return id;
  throw new Error(
    username === undefined ? "There is no active administrator." : `There is no active administrator ${username}.`,
  );
}

const callOf =
  (base: string, token: string): PriceApi["call"] =>
  async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${token}`);
    const response = await fetch(`${base}/rest/V1/${path}`, { ...init, headers });
    if (!response.ok) throw new Error(await reasonOf(response));
    return response;
  };

async function reasonOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { message, parameters } = JSON.parse(text) as { message: string; parameters?: Record<string, string> };
    return render(message, parameters);
  } catch {
    return `The server answered ${response.status}: ${text.slice(0, 300)}`;
  }
}
