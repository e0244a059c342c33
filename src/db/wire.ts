import { EngineLock } from "./engine-lock.js";
import { fatal, simpleQuery, statusAfter, welcome, type TransactionStatus } from "./wire-messages.js";
import { WireReader, type Request } from "./wire-reader.js";

/** The one thing that the bridge needs of the embedded engine: it answers a unit of the protocol's bytes. */
export interface WireEngine {
  run(unit: Uint8Array): Promise<Buffer>;
}

/** One end of a connection, as the session sees its client. */
export interface WireClient {
  send(bytes: Buffer): void;
  /** Closes the connection; with an error where it is not the regular end. */
  close(error?: Error): void;
}

export interface WireBridgeOptions {
  readonly serverVersion: string;
  /** How long a session may sit idle in a transaction, in milliseconds, while another one waits for the engine. */
  readonly idleInTransaction?: number;
}

/** Lets many connections use one engine that has a single session. */
export class WireBridge {
  readonly lock = new EngineLock();
  private readonly sessions = new Set<WireSession>();
  private closed = false;

  constructor(
    readonly engine: WireEngine,
    readonly options: WireBridgeOptions,
  ) {}

  connect(client: WireClient): WireSession {
    const session = new WireSession(this, client, () => this.sessions.delete(session));
    this.sessions.add(session);
    if (this.closed) session.end(closing());
    return session;
  }

  /** Ends every session; what they had not committed is rolled back. Resolves when the engine is free. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    for (const session of this.sessions) session.end(closing());
    await this.lock.acquire();
  }
}

/** The server's side of one connection. */
export class WireSession {
  private readonly reader = new WireReader();
  private readonly units: Buffer[] = [];
  private holding = false;
  private draining = false;
  private ended = false;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bridge: WireBridge,
    private readonly client: WireClient,
    private readonly onEnd: () => void,
  ) {}

  /** Takes bytes from the client. */
  receive(bytes: Buffer): void {
    for (const request of this.reader.read(bytes)) {
      if (this.ended) return;
      this.take(request);
    }
  }

  /** The connection is gone, or goes now with a last message; an open transaction is rolled back. */
  end(lastMessage?: Buffer, error?: Error): void {
    if (this.ended) return;
    this.ended = true;
    this.units.length = 0;
    clearTimeout(this.idleTimer);
    this.onEnd();
    if (lastMessage) this.client.send(lastMessage);
    this.client.close(error);
    if (this.holding && !this.draining) void this.letGo("T");
  }

  private take(request: Request): void {
    switch (request.kind) {
      case "start":
        return this.client.send(welcome(this.bridge.options.serverVersion));
      case "decline-encryption":
        return this.client.send(Buffer.from("N"));
      case "terminate":
        return this.end();
      case "unsupported":
        return this.end(fatal("08P01", request.reason));
      case "run":
        this.units.push(request.unit);
        if (!this.draining) void this.drain();
    }
  }

  private async drain(): Promise<void> {
    this.draining = true;
    clearTimeout(this.idleTimer);
    for (let unit = this.units.shift(); unit; unit = this.units.shift()) {
      if (!this.holding) {
        await this.bridge.lock.acquire();
        this.holding = true;
      }
      if (this.ended) break;
      const status = await this.runUnit(unit);
      if (status === "I") this.giveBack();
    }
    this.draining = false;
    if (!this.holding) return;
    if (this.ended) await this.letGo("T");
    else this.watchIdle();
  }

  /** Runs a unit and sends its answer; gives the transaction status after it, `T` where the unit is not finished. */
  private async runUnit(unit: Buffer): Promise<TransactionStatus> {
    try {
      const answer = await this.bridge.engine.run(unit);
      if (!this.ended) this.client.send(answer);
      return statusAfter(answer) ?? "T";
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      this.end(fatal("XX000", reason.message), reason);
      return "E";
    }
  }

  /** Leaves the engine to the next session, outside any transaction. */
  private async letGo(status: TransactionStatus): Promise<void> {
    try {
      if (status !== "I") await this.bridge.engine.run(simpleQuery("ROLLBACK"));
    } catch {
      // The engine refuses even this: the next session's statement says so to somebody who listens.
    } finally {
      this.giveBack();
    }
  }

  private giveBack(): void {
    this.holding = false;
    this.bridge.lock.release();
  }

  /** A client that was stopped inside a transaction must not stop everybody else for good. */
  private watchIdle(): void {
    const limit = this.bridge.options.idleInTransaction ?? 30_000;
    this.idleTimer = setTimeout(() => {
      if (this.bridge.lock.contended) this.end(fatal("25P03", "The transaction was idle while others waited for it."));
      else this.watchIdle();
    }, limit);
    this.idleTimer.unref();
  }
}

function closing(): Buffer {
  return fatal("57P01", "The embedded database is closed.");
}
