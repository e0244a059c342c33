import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type ServerProcess, startProcess } from "../bench/server-process.js";

type Settings = Readonly<Record<string, string>>;

/** The API and a consumer, which are killed in turn and started again. */
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

  /** Address of the API that runs, or ran last. */
  get url(): string {
    return this.server.url;
  }

  /** Kills a process every so many seconds, until it is stopped. */
  killEvery(seconds: number): { stop(): Promise<void> } {
    const stopped = new AbortController();
    const work = this.killUntil(stopped.signal, seconds);
    return {
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

  private async killUntil(stopped: AbortSignal, seconds: number): Promise<void> {
    while (!stopped.aborted) {
      await pause(1000 * seconds * (0.5 + Math.random()), undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted) return;
      if (this.killed % 2 === 0) await this.replaceServer();
      else await this.replaceConsumer();
      this.killed += 1;
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

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

const startServer = (portico: string, settings: Settings): Promise<ServerProcess> =>
  startProcess([portico, "serve", "--json"], { ...settings, PORT: "0", PORTICO_CONSUMER: "off" });
