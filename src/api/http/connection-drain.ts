import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds without progress after which a connection that waits for its client is cut. */
const stallTimeout = 1000;
/** Milliseconds between two looks at the connections. */
const interval = 50;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A connection of a client, with the requests on it that are not answered yet. */
interface Connection {
  readonly exchanges: Set<Exchange>;
  /** Whether it had a request. On one that had none, the first may be on its way. */
  isUsed: boolean;
  /** The bytes that had been read and written at the last progress, and its time. */
  progress: string;
  progressAt: number;
}

/**
 * The connections of a server. They end in order when the process stops: a request that the process works on is answered
 * first, but a client that sends nothing, or does not read its answer, holds nothing up.
 */
export class ConnectionDrain {
  private readonly connections = new Map<Socket, Connection>();
  private isDraining = false;

  /** Call it before the server listens. */
  constructor(private readonly server: Server) {
    server.on("connection", (socket: Socket) => {
      this.connections.set(socket, { exchanges: new Set(), isUsed: false, progress: "", progressAt: 0 });
      socket.once("close", () => this.connections.delete(socket));
    });
    // It comes before the handler, which may write the headers at once.
    server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
      if (this.isDraining) response.setHeader("Connection", "close");
      const connection = this.connections.get(request.socket);
      if (!connection) return;
      const exchange = { request, response };
      connection.isUsed = true;
      connection.exchanges.add(exchange);
      response.once("close", () => connection.exchanges.delete(exchange));
    });
  }

  /** Accepts no more connections, and resolves when all have ended. */
  async run(): Promise<void> {
    this.isDraining = true;
    const closed = once(this.server, "close");
    this.server.close();
    const now = performance.now();
    for (const connection of this.connections.values()) connection.progressAt = now;
    const sweep = setInterval(() => this.sweep(), interval);
    this.sweep();
    await closed;
    clearInterval(sweep);
  }

  private sweep(): void {
    const now = performance.now();
    for (const [socket, connection] of this.connections) {
      if (connection.isUsed && connection.exchanges.size === 0) socket.destroySoon();
      const progress = `${socket.bytesRead} ${socket.bytesWritten} ${socket.writableLength}`;
      if (progress !== connection.progress || !waitsForClient(socket, connection)) {
        connection.progress = progress;
        connection.progressAt = now;
      } else if (now - connection.progressAt > stallTimeout) socket.destroy();
    }
  }
}

/** Whether a connection waits for the rest of a body, or until its client reads an answer. */
const waitsForClient = (socket: Socket, { exchanges }: Connection): boolean =>
  exchanges.size === 0 ||
  [...exchanges].some(
    ({ request, response }) =>
      (!request.complete && request.readableLength === 0) ||
      response.writableEnded ||
      (response.headersSent && socket.writableLength > 0),
  );
