import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";

/** Maximum requests of a connection that wait for the answers to earlier ones. */
const maxWaiting = 32;

/**
 * Handles the requests of a connection one at a time: pipelined requests wait until the previous answer is sent. A
 * client that reads no answers therefore starts no work, and one that sends too many requests is disconnected. The
 * requests of a client that has left are dropped.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const waiting = lines.get(socket);
    const start = () => {
      response.once("close", next);
      void listener(request, response);
    };
    const next = () => {
      const following = socket.destroyed ? undefined : lines.get(socket)?.shift();
      if (following) following();
      else lines.delete(socket);
    };
    if (!waiting) {
      lines.set(socket, []);
      start();
    } else if (waiting.length < maxWaiting) waiting.push(start);
    else socket.destroy();
  };
}

/** Milliseconds between two looks at the unsent bytes of the connections. */
const interval = 15_000;

/**
 * Disconnects clients that read nothing of an answer for a while, because the unread part stays in memory. Takes
 * between two and three intervals.
 */
export function disconnectStalled(server: Server, every = interval): void {
  const sockets = new Map<Socket, { unsent: number; since: number }>();
  server.on("connection", (socket) => {
    sockets.set(socket, { unsent: 0, since: 0 });
    socket.once("close", () => sockets.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, seen] of sockets) {
      const unsent = socket.writableLength;
      seen.since = unsent > 0 && unsent === seen.unsent ? seen.since + 1 : 0;
      seen.unsent = unsent;
      if (seen.since === 2) socket.destroy();
    }
  }, every).unref();
  server.once("close", () => clearInterval(timer));
}
