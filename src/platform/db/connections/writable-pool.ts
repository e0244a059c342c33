import pg from "pg";
import { acceptsWrites, type DatabaseHosts } from "./database-hosts.js";

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Options of a pool, without its address. */
export type WritablePoolOptions = Omit<pg.PoolConfig, "connectionString" | "Client" | "verify"> & {
  readonly connectionTimeoutMillis: number;
};

/**
 * A pool whose connections go to the host that accepts writes. Connections to another host, or to one that has become
 * read-only, are closed instead of being used.
 */
export class WritablePool extends pg.Pool {
  constructor(
    private readonly hosts: DatabaseHosts,
    { completeUrl = (url) => url, ...options }: WritablePoolOptions & { completeUrl?: (url: string) => string },
  ) {
    const { connectionTimeoutMillis: timeout } = options;
    super({
      ...options,
      Client: clientClassOf(hosts, completeUrl),
      ...(hosts.mustWrite ? { verify: (client, done) => void requireWrites(client, timeout).then(done, done) } : {}),
    });
    // Without a listener, an error of a connection in use would end the process.
    this.on("connect", (client) => client.on("error", () => undefined));
    this.on("release", (failure: unknown, client) => {
      if (failure) hosts.leave(hostUrlOf(client));
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = this.connectToPrimary();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (failure) => client.release(failure as Error | boolean | undefined)),
      (error: unknown) => callback(asError(error), undefined, () => undefined),
    );
    return undefined;
  }

  /** Connects to the host last found. If that fails, looks for the host and tries once more. */
  private async connectToPrimary(): Promise<pg.PoolClient> {
    const url = await this.hosts.find();
    try {
      return await this.connectTo(url);
    } catch (error) {
      if (isOfPool(error) || !this.hosts.leave(url)) throw error;
      return this.connectTo(await this.hosts.find());
    }
  }

  /** Returns a connection to the host, and closes idle ones to other hosts. */
  private async connectTo(url: string): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      if (hostUrlOf(client) === url || this.hosts.current !== url) return client;
      client.release(true);
    }
  }
}

/** Clients that connect to the host last found when they are made. */
function clientClassOf(hosts: DatabaseHosts, completeUrl: (url: string) => string) {
  return class extends HostClient {
    constructor(config: pg.ClientConfig = {}) {
      super(hosts.current, config, completeUrl);
    }
  };
}

class HostClient extends pg.Client {
  constructor(
    readonly hostUrl: string,
    config: pg.ClientConfig,
    completeUrl: (url: string) => string,
  ) {
    super({ ...config, connectionString: completeUrl(hostUrl) });
  }
}

/** Whether the pool itself has failed to give a connection, because all are in use or it was ended. */
const isOfPool = (error: unknown) =>
  error instanceof Error && /^(?:timeout exceeded|Cannot use a pool)/.test(error.message);

const hostUrlOf = (client: pg.PoolClient): string | undefined =>
  client instanceof HostClient ? client.hostUrl : undefined;

/** Rejects if the session is read-only, with PostgreSQL's code for that. */
async function requireWrites(client: pg.PoolClient, timeout: number): Promise<undefined> {
  if (await acceptsWrites(client, timeout)) return undefined;
  throw Object.assign(new Error("The database accepts no writes."), { code: "25006" });
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));
