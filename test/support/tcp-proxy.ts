import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A connection to a server that can be interrupted: `await using proxy = await startProxy(url)`. */
export interface TcpProxy extends AsyncDisposable {
  /** The server's URL through the proxy. */
  readonly url: string;
  /** Closes every connection; new ones are accepted. */
  cut(): void;
  /** Closes every connection and accepts none until `open`. */
  close(): void;
  open(): void;
  /** Forwards nothing without closing a connection, and accepts new ones, until `open`; old ones stay dead. */
  blackHole(): void;
  /** Number of packets received from clients. */
  readonly packets: number;
  /** Number of bytes received from the server. */
  readonly answeredBytes: number;
}

/** Starts a proxy for the server of a URL. */
export async function startProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isOpen = true;
  let isDead = false;
  let packets = 0;
  let answeredBytes = 0;
  const server = createServer((inner) => {
    if (!isOpen) return void inner.destroy();
    if (isDead) return void swallow(inner);
    const outer = connect(Number(port), hostname);
    const pair = [inner, outer];
    for (const socket of pair) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        for (const other of pair) other.destroy();
      });
    }
    inner.on("data", () => (packets += 1));
    outer.on("data", (bytes: Buffer) => (answeredBytes += bytes.length));
    inner.pipe(outer);
    outer.pipe(inner);
  });
  function swallow(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    socket.unpipe();
    socket.removeAllListeners("data");
    socket.resume();
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of [...sockets]) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    close: () => {
      isOpen = false;
      cut();
    },
    open: () => {
      isOpen = true;
      isDead = false;
    },
    blackHole: () => {
      isDead = true;
      for (const socket of [...sockets]) swallow(socket);
    },
    get packets() {
      return packets;
    },
    get answeredBytes() {
      return answeredBytes;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
