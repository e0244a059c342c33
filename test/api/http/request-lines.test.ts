import { once } from "node:events";
import type { RequestListener } from "node:http";
import express from "express";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.js";
import { createHttpServer } from "../../../src/api/http/http-server.js";
import { disconnectStalled } from "../../../src/api/http/request-lines.js";

async function listen(listener: RequestListener) {
  const server = createHttpServer(readConfig({}), express().use(listener));
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

const pipelined = (paths: readonly string[]) => paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join("");
const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`);

describe("The requests of one connection", () => {
  it("are handled one at a time and answered in order", async () => {
    let open = 0;
    let most = 0;
    await using listening = await listen((request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end(`answer ${request.url}.`);
      }, 5);
    });
    const socket = connect(listening.port, "127.0.0.1");
    socket.write(pipelined(paths(20)));
    let text = "";
    while (!text.includes("answer /19.")) text += String((await once(socket, "data"))[0]);
    socket.destroy();
    expect(text.match(/answer \/\d+/g)).toEqual(paths(20).map((path) => `answer ${path}`));
    expect(most).toBe(1);
  });

  it("wait while the client reads no answers", async () => {
    let handled = 0;
    const body = Buffer.alloc(32 << 20);
    await using listening = await listen((_request, response) => {
      handled += 1;
      response.end(body);
    });
    const socket = connect(listening.port, "127.0.0.1").pause();
    socket.write(pipelined(paths(20)));
    await expect.poll(() => handled).toBe(1);
    await pause(200);
    expect(handled).toBe(1);
    socket.destroy();
  });

  it("are cut when more than 32 of them wait", async () => {
    let handled = 0;
    await using listening = await listen((_request, response) => {
      handled += 1;
      setTimeout(() => response.end("ok"), 50);
    });
    const socket = connect(listening.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(pipelined(paths(1300)));
    await once(socket.resume(), "close");
    expect(handled).toBe(1);
  });

  it("are not started when the client has left", async () => {
    const handled: (string | undefined)[] = [];
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await using listening = await listen(async (request, response) => {
      handled.push(request.url);
      await answered;
      response.end("ok");
    });
    const socket = connect(listening.port, "127.0.0.1");
    socket.write(pipelined(paths(10)));
    await expect.poll(() => handled).toEqual(["/0"]);
    socket.destroy();
    await expect.poll(() => countConnections(listening.server)).toBe(0);
    answer();
    await pause(50);
    expect(handled).toEqual(["/0"]);
  });

  it("end when the client reads nothing of an answer for a while", async () => {
    const body = Buffer.alloc(32 << 20);
    await using listening = await listen((_request, response) => void response.end(body));
    disconnectStalled(listening.server, 50);
    const socket = connect(listening.port, "127.0.0.1").pause();
    socket.on("error", () => undefined);
    socket.write(pipelined(["/"]));
    await expect.poll(() => countConnections(listening.server)).toBe(1);
    await expect.poll(() => countConnections(listening.server), { timeout: 5000 }).toBe(0);
    socket.destroy();
  });
});

const countConnections = (server: Awaited<ReturnType<typeof listen>>["server"]): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
