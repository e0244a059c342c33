import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { WireBridge, WireSession } from "./wire.js";

/** A connection to the bridge inside this process, with the methods that `pg` expects of a socket. */
export class InProcessStream extends Duplex {
  private session: WireSession | undefined;

  constructor(private readonly bridge: WireBridge) {
    super();
  }

  /** Connects to the bridge. The port and host that `pg` passes are ignored. */
  connect(): this {
    this.session = this.bridge.connect({
      send: (bytes) => this.push(bytes),
      close: (error) => void (error ? this.destroy(error) : this.push(null)),
    });
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers of the engine are pushed when they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.session?.receive(chunk);
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.session?.end();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.session?.end();
    done(error);
  }
}

/** Serves a connection from another process. */
export function serveSocket(bridge: WireBridge, socket: Socket): void {
  const session = bridge.connect({
    send: (bytes) => void socket.write(bytes),
    close: () => void socket.end(),
  });
  socket.on("data", (bytes: Buffer) => session.receive(bytes));
  socket.on("error", () => socket.destroy());
  socket.on("close", () => session.end());
}
