import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);
/** Where packages install the programs of the server. */
const packaged = "/usr/lib/postgresql";
/** User and database, which each server has. */
const owner = "postgres";
const maxStartSeconds = 60;

/** Returns the folder with `initdb` and `postgres`; undefined if no PostgreSQL server is installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(packaged, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_basebackup")));
}

/** A primary and a standby that replicates it, which listen on free ports of this machine. */
export interface Cluster extends AsyncDisposable {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** `postgresql://postgres@127.0.0.1:1,127.0.0.1:2/postgres?target_session_attrs=read-write` */
  readonly url: string;
  /** Makes each commit wait until the standby shows it. */
  replicateSynchronously(): Promise<void>;
}

/** Creates both servers in a temporary folder; `prepare` fills the primary before the standby copies it. */
export async function startCluster(prepare?: (url: string) => Promise<void>): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "portico-cluster-"));
  giveAway(folder);
  const servers: PostgresServer[] = [];
  const dispose = async () => {
    for (const server of servers) await server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const primary = await PostgresServer.create(join(folder, "primary"));
    servers.push(primary);
    await prepare?.(primary.url);
    const standby = await PostgresServer.copy(primary, join(folder, "standby"));
    servers.push(standby);
    const url = `postgresql://${owner}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${owner}?target_session_attrs=read-write`;
    const replicateSynchronously = async () => {
      await primary.query("alter system set synchronous_standby_names = 'standby'");
      await primary.query("alter system set synchronous_commit = 'remote_apply'");
      await primary.query("select pg_reload_conf()");
      await until("a synchronous standby", async () => {
        const rows = await primary.query("select from pg_stat_replication where sync_state = 'sync'");
        return rows.length === 1;
      });
    };
    return { primary, standby, url, replicateSynchronously, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** A PostgreSQL server that this process has started. */
class PostgresServer {
  private constructor(
    readonly folder: string,
    readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  /** Makes an empty server and starts it. */
  static async create(folder: string): Promise<PostgresServer> {
    await program("initdb", "-D", folder, "-U", owner, "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C");
    const port = await freePort();
    // A killed process loses nothing that the operating system has.
    const settings = { fsync: "off", wal_level: "replica", max_connections: 200, shared_buffers: "64MB" };
    writeSettings(folder, { ...settings, unix_socket_directories: "''", listen_addresses: "'127.0.0.1'", port });
    return PostgresServer.start(folder, port);
  }

  /** Makes a standby of a server and starts it. */
  static async copy(primary: PostgresServer, folder: string): Promise<PostgresServer> {
    const from = `host=127.0.0.1 port=${primary.port} user=${owner} application_name=standby`;
    await program("pg_basebackup", "-D", folder, "-d", from, "-R", "-X", "stream", "-c", "fast", "--no-sync");
    const port = await freePort();
    writeSettings(folder, { port });
    return PostgresServer.start(folder, port);
  }

  private static async start(folder: string, port: number): Promise<PostgresServer> {
    const log = openSync(`${folder}.log`, "a");
    const child = spawn(join(programs(), "postgres"), ["-D", folder], {
      ...unprivileged(),
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    const kill = () => void child.kill("SIGQUIT");
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
    const server = new PostgresServer(folder, port, child);
    await until(`PostgreSQL in ${folder}`, () =>
      server.query("select 1").then(
        () => true,
        () => false,
      ),
    );
    return server;
  }

  get url(): string {
    return `postgresql://${owner}@127.0.0.1:${this.port}/${owner}`;
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 5000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<Row>(text, values);
      return rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Returns the processor time of all its processes, also of connections that have ended. Needs Linux. */
  processorSeconds(): number {
    const { pid } = this.child;
    if (pid === undefined) return 0;
    const own = ticksOf(pid);
    const ofChildren = childrenOf(pid).map((child) => ticksOf(child).used);
    return (own.used + own.ended + ofChildren.reduce((sum, ticks) => sum + ticks, 0)) / ticksPerSecond;
  }

  /** Kills all processes of the server at once, as if its machine had failed. */
  async kill(): Promise<void> {
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const exited = once(this.child, "exit");
    for (const each of [pid, ...childrenOf(pid)]) send(each, "SIGKILL");
    await exited;
  }

  /** Ends recovery: the standby becomes a primary. */
  async promote(): Promise<void> {
    await this.query("select pg_promote(true)");
  }

  /** Stops receiving from the primary, so that later commits do not reach this standby. */
  async stopReceiving(): Promise<void> {
    await this.query("alter system set primary_conninfo = ''");
    await this.query("select pg_reload_conf()");
    await until("the end of the receiver", async () => {
      const rows = await this.query("select from pg_stat_wal_receiver");
      return rows.length === 0;
    });
  }

  /** Starts a stopped server again on the same port. */
  restart(): Promise<PostgresServer> {
    return PostgresServer.start(this.folder, this.port);
  }
}

function programs(): string {
  const folder = postgresPrograms();
  if (folder === undefined)
    throw new Error("No PostgreSQL server is installed. Install one: apt-get install postgresql");
  return folder;
}

const program = (name: string, ...args: string[]) => run(join(programs(), name), args, unprivileged());

/** PostgreSQL refuses to run as root, so that root starts it as its own user. */
export function unprivileged(): { readonly uid?: number; readonly gid?: number; readonly cwd: string } {
  const cwd = tmpdir();
  if (process.getuid?.() !== 0) return { cwd };
  const idOf = (option: string) => Number(execFileSync("id", [option, owner], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g"), cwd };
}

function giveAway(folder: string): void {
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

function writeSettings(folder: string, settings: Readonly<Record<string, string | number>>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  appendFileSync(join(folder, "postgresql.conf"), lines.join(""));
}

/** Linux counts processor time in hundredths of a second, on all common architectures. */
const ticksPerSecond = 100;

/** Returns the processor time of a process and of its children that have ended; of a process that has ended itself, none. */
function ticksOf(pid: number): { readonly used: number; readonly ended: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in parentheses, may contain spaces. Field 14 is the time in user mode.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { used: user + system, ended: endedUser + endedSystem };
  } catch {
    return { used: 0, ended: 0 };
  }
}

function childrenOf(pid: number): number[] {
  try {
    const text = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
    return text.split("\n").map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** Sends a signal to a process, unless it has ended. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export async function until(what: string, isReached: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + maxStartSeconds * 1000;
  while (!(await isReached())) {
    if (performance.now() > end) throw new Error(`${what} is not there after ${maxStartSeconds} seconds.`);
    await pause(100);
  }
}
