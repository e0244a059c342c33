import { EngineLock } from "../embedded/engine-lock.js";
import { fatal, simpleQuery, statusAfter, welcome, type TransactionStatus } from "./wire-messages.js";
import { WireReader, type Request } from "./wire-reader.js";

/** The embedded engine as the bridge uses it: it answers a unit of protocol messages. */
export interface WireEngine {
  run(unit: Uint8Array): Promise<Buffer>;
}

/** The client's end of a connection, as the session sees it. */
export interface WireClient {
  send(bytes: Buffer): void;
  /** Closes the connection, with an error if it ended unexpectedly. */
  close(error?: Error): void;
}

export interface WireBridgeOptions {
  readonly serverVersion: string;
  /** Milliseconds that a session may be idle in a transaction while another one waits for the engine. */
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

  /** Ends all sessions and rolls back their open transactions. Resolves when the engine is free. */
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

  /** Ends the session, with a last message if given, and rolls back an open transaction. */
  end(lastMessage?: Buffer, error?: Error): void {
    if (this.ended) return;
    this.ended = true;
    this.units.length = 0;
    clearTimeout(this.idleTimer);
    this.onEnd();
    if (lastMessage) this.client.send(lastMessage);
    this.client.close(error);
    if (this.holding && !this.draining) void this.rollBackAndRelease("T");
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
      if (status === "I") this.releaseEngine();
    }
    this.draining = false;
    if (!this.holding) return;
    if (this.ended) await this.rollBackAndRelease("T");
    else this.watchIdle();
  }

  /** Runs a unit and sends its answer. Returns the transaction status after it, or `T` if the unit is not finished. */
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

  /** Rolls back an open transaction and releases the engine for the next session. */
  private async rollBackAndRelease(status: TransactionStatus): Promise<void> {
    try {
      if (status !== "I") await this.bridge.engine.run(simpleQuery("ROLLBACK"));
    } catch {
      // The engine fails even here. The next session's statement will report it to its client.
    } finally {
      this.releaseEngine();
    }
  }

  private releaseEngine(): void {
    this.holding = false;
    this.bridge.lock.release();
  }

  /**
   * Ends the session if it stays idle in a transaction while others wait, so that a stopped client does not block them
   * forever.
   */
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
