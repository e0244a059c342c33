import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { WireBridge, WireSession } from "./wire.js";

/** A connection to the bridge inside this process, with what `pg` expects of a socket. */
export class InProcessStream extends Duplex {
  private session: WireSession | undefined;

  constructor(private readonly bridge: WireBridge) {
    super();
  }

  /** `pg` names a port and a host: there is only one place to go. */
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
    // What the engine answers is pushed as it comes.
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
