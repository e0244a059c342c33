import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type ServerProcess, startProcess } from "../bench/server-process.js";

type Settings = Readonly<Record<string, string>>;

/** Milliseconds between two checks of the progress. */
const checkInterval = 50;

/** How often processes are killed, and how their progress is measured. */
export interface KillOptions {
  /** Total number of kills. */
  readonly kills: number;
  /** Maximum milliseconds that a process works before it is killed. */
  readonly maxLifetime: number;
  /** Returns the number of calls that the API has answered so far. */
  readonly answered: () => number;
  /** Returns the number of operations that consumers have finished so far. */
  readonly consumed: () => Promise<number>;
}

/** A running series of kills. */
interface KillSeries {
  /** Rejects if a process cannot be started again. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

/** The API and a consumer, which are killed independently and started again. */
export class Processes {
  killed = 0;
  private consumer: ChildProcess;

  private constructor(
    private readonly portico: string,
    private readonly settings: Settings,
    private server: ServerProcess,
  ) {
    this.consumer = this.startConsumer();
  }

  /** Starts both with the settings. */
  static async start(portico: string, settings: Settings): Promise<Processes> {
    return new Processes(portico, settings, await startServer(portico, settings));
  }

  /** Address of the running API, or of the last one. */
  get url(): string {
    return this.server.url;
  }

  /**
   * Kills both repeatedly until the number of kills is reached or it is stopped. A process is killed while it works: a
   * random time after the first call or operation it finished since its start.
   */
  kill({ kills, maxLifetime, answered, consumed }: KillOptions): KillSeries {
    const stopped = new AbortController();
    const { signal } = stopped;
    const killRepeatedly = async (progress: () => number | Promise<number>, replace: () => Promise<void>) => {
      while (await waitForProgress(progress, signal)) {
        await pause(Math.random() * maxLifetime, undefined, { signal }).catch(() => undefined);
        if (signal.aborted || this.killed >= kills) return;
        this.killed += 1;
        await replace();
      }
    };
    const work = Promise.all([
      killRepeatedly(answered, () => this.replaceServer()),
      killRepeatedly(consumed, () => this.replaceConsumer()),
    ]);
    const failed = work.then(() => new Promise<never>(() => undefined));
    // `stop` reports a failure too.
    failed.catch(() => undefined);
    return {
      failed,
      stop: async () => {
        stopped.abort();
        await work;
      },
    };
  }

  async end(): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    if (isRunning(this.consumer)) {
      const exited = once(this.consumer, "exit");
      this.consumer.kill("SIGTERM");
      await exited;
    }
  }

  private async replaceServer(): Promise<void> {
    process.kill(this.server.pid, "SIGKILL");
    this.server = await startServer(this.portico, this.settings);
  }

  private async replaceConsumer(): Promise<void> {
    if (isRunning(this.consumer)) {
      const exited = once(this.consumer, "exit");
      this.consumer.kill("SIGKILL");
      await exited;
    }
    this.consumer = this.startConsumer();
  }

  private startConsumer(): ChildProcess {
    return spawn(process.execPath, [this.portico, "queue:consumers:start", "async.operations.all"], {
      env: { PATH: process.env["PATH"], ...this.settings },
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
}

/** Waits until there is progress. Returns false if it is stopped first. */
async function waitForProgress(progress: () => number | Promise<number>, stopped: AbortSignal): Promise<boolean> {
  const before = await progress();
  while (!stopped.aborted) {
    if ((await progress()) > before) return true;
    await pause(checkInterval, undefined, { signal: stopped }).catch(() => undefined);
  }
  return false;
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

const startServer = (portico: string, settings: Settings): Promise<ServerProcess> =>
  startProcess([portico, "serve", "--json"], { ...settings, PORT: "0", PORTICO_CONSUMER: "off" });
