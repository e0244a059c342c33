import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { dataFolder, serve } from "./portico.js";

vi.setConfig({ testTimeout: 180_000 });

/** Connects to a server and sends a text. The answer is not read. */
async function open(rest: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(rest);
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.on("error", () => undefined);
  await once(socket, "connect");
  if (text !== "") await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = "POST /rest/V1/guest-carts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

const clients = {
  "a client that sends nothing": "",
  "half-sent headers": "GET /rest/V1/store/storeViews HTTP/1.1\r\nHost: local",
  "a body that stalls": `${post}Content-Length: 1000\r\n\r\n{"a":`,
  "an answer that is not read": get("/rest/all/schema").repeat(40),
};

test.each(Object.entries(clients))(
  "a server that is asked to stop ends in order in spite of %s",
  async (_who, text) => {
    await using folder = await dataFolder("prepared");
    await using server = await serve(folder, { PORTICO_STOP_SECONDS: "20" });
    const socket = await open(server.rest, text);
    const idle = await open(server.rest, "");
    // The requests must have reached the server, which nothing but its answer to a later one shows.
    await fetch(`${server.rest}store/storeViews`);
    await pause(200);
    const from = performance.now();
    server.signal("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(performance.now() - from).toBeLessThan(8000);
    expect(server.output()).not.toContain("Exiting without waiting");
    socket.destroy();
    idle.destroy();
  },
);

test("a server that is asked to stop answers a request that it has received, once its body has arrived", async () => {
  await using folder = await dataFolder("prepared");
  await using server = await serve(folder);
  // A server that reads the body says so.
  const headers = { "Content-Type": "application/json", "Content-Length": 2, Expect: "100-continue" };
  const sent = request(`${server.rest}guest-carts`, { method: "POST", headers });
  sent.flushHeaders();
  await once(sent, "continue");
  server.signal("SIGTERM");
  await pause(300);
  sent.end("{}");
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(await server.ended).toBe(0);
});
