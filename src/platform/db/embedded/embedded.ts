import { createServer, Socket } from "node:net";
import { chmod } from "node:fs/promises";
import type { Duplex } from "node:stream";
import { deferred } from "../../process/promises.js";
import { type Durability, EmbeddedEngine, type EmbeddedDatabase } from "./engine.js";
import { EmbeddedMaintenance } from "./maintenance.js";
import { startWatchdog } from "./watchdog.js";
import { clearSocket } from "./holder-files.js";
import { DatabaseHeldError, HolderRecord, type Holder, type OnWatch } from "./holder.js";
import { InProcessStream, serveSocket } from "../wire/wire-stream.js";

/** Access to the embedded database: in this process, or through the process that has it open. */
export interface EmbeddedAccess {
  /** Returns a new stream for `pg`, which is not connected yet. */
  stream(): Duplex;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly durability: Durability;
  /** Called with errors of the maintenance, which goes on. */
  readonly onMaintenanceError: (error: unknown) => void;
  /** Seconds after which a process whose engine does not answer is killed; 0: never. */
  readonly watchdogSeconds: number;
}

/**
 * Opens the embedded database of a folder. If another process has it open, this process uses it through that one, or
 * throws `DatabaseHeldError` with `exclusive`.
 */
export async function openEmbedded(
  folder: string,
  {
    exclusive,
    onWatch,
    ...options
  }: EmbeddedOptions & { readonly exclusive: boolean; readonly onWatch?: OnWatch | undefined },
): Promise<EmbeddedAccess> {
  const record = await HolderRecord.acquire(folder, onWatch);
  if (record instanceof HolderRecord) return new EmbeddedHolder(folder, record).open(options);
  if (exclusive) throw new DatabaseHeldError(folder, record);
  return { stream: () => new HolderSocket(record), close: () => Promise.resolve() };
}

/** Returns the access to an embedded database that only this process can reach, such as one in memory. */
export function privateAccess(database: EmbeddedDatabase): EmbeddedAccess {
  return { stream: () => new InProcessStream(database.bridge), close: () => database.close() };
}

/** Access in the process that has the database open and serves it to others. */
class EmbeddedHolder implements EmbeddedAccess {
  private readonly sockets = new Set<Socket>();
  private readonly opening = deferred<EmbeddedDatabase>();
  private readonly server = createServer((socket) => this.serve(socket));
  private database: EmbeddedDatabase | undefined;
  private maintenance: EmbeddedMaintenance | undefined;
  private stopWatchdog: () => Promise<unknown> = () => Promise.resolve();
  private lost = false;

  constructor(
    private readonly folder: string,
    private readonly record: HolderRecord,
  ) {}

  async open({ durability, onMaintenanceError, watchdogSeconds }: EmbeddedOptions): Promise<this> {
    try {
      // This comes before the engine starts: other processes then see that this one is alive, and wait.
      await this.listen(this.record.holder.socket);
      const database = (this.database = await EmbeddedEngine.open(this.folder, durability));
      this.maintenance = new EmbeddedMaintenance(database, { onError: onMaintenanceError });
      this.maintenance.start();
      if (watchdogSeconds > 0) this.stopWatchdog = startWatchdog(watchdogSeconds, () => !database.isBroken());
      this.record.whenLost(() => this.giveUp());
      this.opening.resolve(database);
      return this;
    } catch (error) {
      this.opening.reject(error);
      await this.close();
      throw error;
    }
  }

  stream(): Duplex {
    if (!this.database) throw new Error("The embedded database is not open.");
    return new InProcessStream(this.database.bridge);
  }

  async close(): Promise<void> {
    // Files that may belong to another process by now must not be written.
    if (!this.lost) {
      await this.maintenance?.stop();
      await this.database?.close();
    }
    await this.stopWatchdog();
    if (this.server.listening) await this.stopListening();
    if (!this.lost) this.record.release();
  }

  private giveUp(): void {
    this.lost = true;
    void this.database?.bridge.close();
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.sockets.delete(socket));
    this.opening.promise.then(
      ({ bridge }) => serveSocket(bridge, socket),
      () => socket.destroy(),
    );
  }

  private async listen(path: string): Promise<void> {
    clearSocket(path);
    await new Promise<void>((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(path, resolve);
    });
    this.server.unref();
    if (process.platform !== "win32") await chmod(path, 0o600);
  }

  private async stopListening(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroySoon();
    await closed;
  }
}

/** Connects to the holder's socket and ignores the host and port that `pg` requests. */
class HolderSocket extends Socket {
  constructor(private readonly holder: Holder) {
    super();
  }

  override connect(): this {
    return super.connect(this.holder.socket);
  }
}
