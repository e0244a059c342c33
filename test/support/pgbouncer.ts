import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, unprivileged, until } from "./postgres-cluster.js";
import pg from "pg";

/** Returns the program of PgBouncer; undefined if it is not installed. */
export function pgbouncerProgram(): string | undefined {
  const folders = ["/usr/sbin", "/usr/local/sbin", ...(process.env["PATH"] ?? "").split(":")];
  return folders.map((folder) => join(folder, "pgbouncer")).find((file) => existsSync(file));
}

/** A PgBouncer in transaction mode. */
export interface PgBouncer extends AsyncDisposable {
  /** Returns a URL of the server through the pooler. */
  urlOf(url: string): string;
}

/** Starts PgBouncer in front of the server of a URL, for all its databases, with more settings in the form of its file. */
export async function startPgBouncer(target: string, settings: readonly string[] = []): Promise<PgBouncer> {
  const program = pgbouncerProgram();
  if (program === undefined) throw new Error("PgBouncer is not installed. Install it: apt-get install pgbouncer");
  const { hostname, port: targetPort, username } = new URL(target);
  const folder = mkdtempSync(join(tmpdir(), "portico-pgbouncer-"));
  const port = await freePort();
  const urlOf = (url: string) => Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href;
  const file = join(folder, "pgbouncer.ini");
  const users = join(folder, "users.txt");
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(
    file,
    [
      ...["[databases]", `* = host=${hostname} port=${targetPort || 5432}`],
      ...["[pgbouncer]", "listen_addr = 127.0.0.1", `listen_port = ${port}`, "unix_socket_dir ="],
      ...["auth_type = trust", `auth_file = ${users}`, "pool_mode = transaction", "default_pool_size = 5"],
      ...["max_client_conn = 500", "server_idle_timeout = 5", ...settings, ""],
    ].join("\n"),
  );
  const user = unprivileged();
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [folder, file, users]) chownSync(path, user.uid, user.gid);
  }
  const child = spawn(program, ["-q", file], { ...user, stdio: "ignore" });
  const kill = () => void child.kill();
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  await until("PgBouncer", () => answers(urlOf(target)));
  return {
    urlOf,
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, "exit");
      child.kill("SIGINT");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
