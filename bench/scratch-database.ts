import { randomBytes } from "node:crypto";
import pg from "pg";

/** The server for creating databases. */
const serverUrl = process.env["DATABASE_URL"] ?? "postgresql://postgres@127.0.0.1:5432/postgres";

/** An empty PostgreSQL database, dropped at the end. */
export interface ScratchDatabase extends AsyncDisposable {
  readonly url: string;
  /** Version, such as `15.4`. */
  readonly version: string;
}

/** Creates the database. If PostgreSQL is not running, throws with the command that starts it. */
export async function scratchDatabase(): Promise<ScratchDatabase> {
  const name = `portico_bench_${process.pid}_${randomBytes(4).toString("hex")}`;
  const version = await withServer(async (server) => {
    await server.query(`create database ${name} template template0`);
    const { rows } = await server.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version.split(" ")[0] ?? "";
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    version,
    [Symbol.asyncDispose]: () =>
      withServer(async (server) => void (await server.query(`drop database if exists ${name} with (force)`))),
  };
}

async function withServer<Result>(work: (server: pg.Client) => Promise<Result>): Promise<Result> {
  const server = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 5_000 });
  try {
    await server.connect();
  } catch (cause) {
    const start = "docker run --rm -p 5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres:17";
    throw new Error(`The benchmark needs PostgreSQL at ${serverUrl}. Start it: ${start}`, { cause });
  }
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}
