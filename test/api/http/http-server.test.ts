import express from "express";
import { once } from "node:events";
import { request, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.js";
import { allowSteadyBody } from "../../../src/api/http/body/body-deadline.js";
import { createHttpServer } from "../../../src/api/http/http-server.js";
import { startApp } from "../../support/app.js";

interface Listening extends AsyncDisposable {
  readonly server: Server;
  readonly port: number;
}

const answerAtOnce: RequestListener = (_request, response) => void response.end("ok");

async function listen(settings: NodeJS.ProcessEnv, listener = answerAtOnce): Promise<Listening> {
  const server = createHttpServer(readConfig(settings), express().use(listener));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    server,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const chunks = 50;
const pause = 50;

/**
 * Sends a body in chunks for longer than the time limit of a request. Returns the status, or `cut` if the request was
 * cut.
 */
function drip(port: number, { path, bytes }: { path: string; bytes: number }): Promise<number | "cut"> {
  return new Promise((resolve) => {
    const sending = request({ port, path, method: "POST", headers: { "Content-Length": bytes * chunks } });
    let left = chunks;
    const timer = setInterval(() => {
      sending.write("x".repeat(bytes));
      left -= 1;
      if (left === 0) sending.end();
      if (left === 0) clearInterval(timer);
    }, pause);
    const done = (outcome: number | "cut") => {
      clearInterval(timer);
      sending.destroy();
      resolve(outcome);
    };
    sending.on("response", ({ statusCode = 0 }) => done(statusCode === 408 ? "cut" : statusCode));
    sending.on("error", () => done("cut"));
  });
}

/** Sends text over a new connection and returns the answer once the server closes it. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return received;
}

describe("an HTTP server", () => {
  it("closes a connection whose headers do not arrive in time", async () => {
    await using listening = await listen({ PORTICO_HEADERS_SECONDS: "1" });
    expect(await exchange(listening.port, "GET / HTTP/1.1\r\nHost: x\r\n")).toContain("408");
    expect(await exchange(listening.port, "")).toContain("408");
  });

  it("closes a connection whose body does not arrive in time", async () => {
    await using listening = await listen({ PORTICO_REQUEST_SECONDS: "1" });
    const half = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf";
    await exchange(listening.port, half);
  });

  it("lets a request that may be slow continue while its body makes progress, and otherwise closes the connection", async () => {
    await using listening = await listen({ PORTICO_REQUEST_SECONDS: "1" }, (incoming, response) => {
      if (incoming.url === "/upload") allowSteadyBody(incoming);
      incoming.resume().on("end", () => response.end("ok"));
    });
    const send = (path: string, bytes: number) => drip(listening.port, { path, bytes });
    const [steady, dripping, other] = await Promise.all([send("/upload", 4096), send("/upload", 1), send("/", 4096)]);
    expect(steady).toBe(200);
    expect([dripping, other]).toEqual(["cut", "cut"]);
  });

  it("limits the number of connections to the setting", async () => {
    await using listening = await listen({ PORTICO_CONNECTIONS: "1" });
    const first = connect(listening.port, "127.0.0.1");
    await once(listening.server, "connection");
    const dropped = once(listening.server, "drop");
    expect(await exchange(listening.port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).toBe("");
    await dropped;
    first.destroy();
  });

  it("keeps idle connections longer than load balancers do", async () => {
    await using listening = await listen({});
    const response = await fetch(`http://127.0.0.1:${listening.port}`);
    expect(response.headers.get("keep-alive")).toBe("timeout=75");
  });
});

it("the HTTP server limits the bytes of unfinished bodies to the budget, and releases them", async () => {
  await using app = await startApp({
    PORTICO_BODIES_LIMIT: String(4 << 20),
    PORTICO_GUEST_BODY_LIMIT: String(1 << 20),
  });
  const admin = await app.asAdmin();
  const half = () => {
    const headers = { "Content-Type": "application/json", "Content-Length": String(1 << 20) };
    const sending = request(`${app.url}/rest/V1/integration/customer/token`, { method: "POST", headers });
    sending.on("error", () => undefined);
    sending.write("x".repeat(1 << 19));
    return sending;
  };
  const statusOf = async () => (await app.asGuest().post("/V1/integration/customer/token", {})).status;
  const halves = [half(), half()];
  await expect.poll(statusOf).toBe(503);
  const refused = await app.asGuest().post("/V1/integration/customer/token", {});
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.body).toMatchObject({ message: "The service is busy. Try again in %seconds seconds." });
  const graphql = await app.asGuest().graphql("{ websites { id } }");
  expect(graphql.status).toBe(503);
  expect(graphql.headers.get("retry-after")).toBe("1");
  expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: "SERVICE_UNAVAILABLE" } }] });
  expect((await admin.post("/V1/products/special-price", { prices: [] })).status).toBe(200);
  for (const sending of halves) sending.destroy();
  await expect.poll(statusOf).toBe(400);
});
