// cspell:ignore mnesia setcookie ticktime
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import amqp from "amqplib";
import { freePort, until } from "./postgres-cluster.js";

/** Where packages install the programs of the server. */
const packaged = "/usr/lib/rabbitmq/lib";
/** Seconds after which the nodes consider another one gone that does not answer. */
const tickSeconds = 4;

/** A cluster of RabbitMQ nodes on free ports of this machine. */
export interface BrokerCluster extends AsyncDisposable {
  readonly nodes: readonly BrokerNode[];
  /** `amqp://guest:guest@127.0.0.1:1,127.0.0.1:2,127.0.0.1:3` */
  readonly url: string;
}

/** Starts a cluster with an own cookie, so that no other node of this machine joins it. */
export async function startBrokerCluster(size = 3): Promise<BrokerCluster> {
  const folder = mkdtempSync(join(tmpdir(), "portico-brokers-"));
  const id = randomBytes(4).toString("hex");
  const names = Array.from({ length: size }, (_, at) => `portico-${id}-${at + 1}@localhost`);
  const nodes: BrokerNode[] = [];
  for (const name of names) {
    const ports = { port: await freePort(), clusterPort: await freePort() };
    nodes.push(new BrokerNode(name, join(folder, name), ports));
  }
  const dispose = async () => {
    for (const node of nodes) await node.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const node of nodes) node.configure(names);
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await dispose();
    throw error;
  }
  const url = `amqp://guest:guest@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}`;
  return { nodes, url, [Symbol.asyncDispose]: dispose };
}

/** A node of a cluster, which can fail in two ways. */
class BrokerNode {
  private child: ChildProcess | undefined;

  constructor(
    readonly name: string,
    private readonly folder: string,
    private readonly ports: { readonly port: number; readonly clusterPort: number },
  ) {}

  get port(): number {
    return this.ports.port;
  }

  /** Writes the settings of the node: it waits for the others, and a minority of the nodes stops serving. */
  configure(names: readonly string[]): void {
    mkdirSync(this.folder);
    const settings = [
      `listeners.tcp.default = 127.0.0.1:${this.port}`,
      "cluster_partition_handling = pause_minority",
      "cluster_formation.peer_discovery_backend = classic_config",
      ...names.map((name, at) => `cluster_formation.classic_config.nodes.${at + 1} = ${name}`),
    ];
    writeFileSync(join(this.folder, "rabbitmq.conf"), `${settings.join("\n")}\n`);
    writeFileSync(join(this.folder, "advanced.config"), `[{kernel, [{net_ticktime, ${tickSeconds}}]}].\n`);
  }

  async start(): Promise<void> {
    const log = openSync(join(this.folder, "output"), "a");
    const child = spawn(join(programs(), "rabbitmq-server"), [], {
      cwd: this.folder,
      detached: true,
      stdio: ["ignore", log, log],
      env: {
        ...{ PATH: process.env["PATH"], HOME: this.folder, RABBITMQ_NODENAME: this.name },
        ...{ RABBITMQ_MNESIA_BASE: join(this.folder, "data"), RABBITMQ_LOG_BASE: this.folder },
        RABBITMQ_CONFIG_FILE: join(this.folder, "rabbitmq.conf"),
        RABBITMQ_ADVANCED_CONFIG_FILE: join(this.folder, "advanced.config"),
        RABBITMQ_ENABLED_PLUGINS_FILE: join(this.folder, "plugins"),
        RABBITMQ_DIST_PORT: String(this.ports.clusterPort),
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-setcookie ${this.name.split("-")[1] ?? ""}`,
      },
    });
    closeSync(log);
    this.child = child;
    const kill = () => this.signal("SIGKILL");
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
    await until(`RabbitMQ in ${this.folder}`, () => this.answers());
  }

  /** Kills the node at once, as if its machine had failed. It can be started again. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    this.signal("SIGKILL");
    await exited;
  }

  /** Stops the node without ending its connections: for the others, it is as if the network had failed. */
  pause(): void {
    this.signal("SIGSTOP");
  }

  /** Ends a pause. */
  resume(): void {
    this.signal("SIGCONT");
  }

  /** Signals the node and the programs that it has started. */
  private signal(signal: NodeJS.Signals): void {
    if (this.child?.pid !== undefined && this.child.exitCode === null) process.kill(-this.child.pid, signal);
  }

  private async answers(): Promise<boolean> {
    try {
      const connection = await amqp.connect(`amqp://guest:guest@127.0.0.1:${this.port}`, { timeout: 2000 });
      await connection.close();
      return true;
    } catch {
      return false;
    }
  }
}

/** Returns the folder with `rabbitmq-server`; undefined if it is not installed. */
function brokerPrograms(): string | undefined {
  const releases = existsSync(packaged) ? readdirSync(packaged).sort().reverse() : [];
  const folders = [
    ...releases.map((name) => join(packaged, name, "sbin")),
    ...(process.env["PATH"] ?? "").split(":").filter(Boolean),
  ];
  return folders.find((folder) => existsSync(join(folder, "rabbitmq-server")));
}

function programs(): string {
  const folder = brokerPrograms();
  if (folder === undefined) throw new Error("RabbitMQ is not installed. Install it: apt-get install rabbitmq-server");
  return folder;
}
