import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a server that can be cut: `await using proxy = await startProxy(url)`. */
export interface TcpProxy extends AsyncDisposable {
  /** The server's URL, leading through the proxy. */
  readonly url: string;
  /** Ends every connection; new ones are accepted at once. */
  cut(): void;
  /** Ends every connection and accepts none until `open`. */
  close(): void;
  open(): void;
  /** Packets that have come from clients so far. */
  readonly packets: number;
}

/** Starts a proxy before the server that a URL names. */
export async function startProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isOpen = true;
  let packets = 0;
  const server = createServer((inner) => {
    if (!isOpen) return void inner.destroy();
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
    inner.pipe(outer);
    outer.pipe(inner);
  });
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
    open: () => void (isOpen = true),
    get packets() {
      return packets;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
