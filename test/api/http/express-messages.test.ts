import express from "express";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { readConfig } from "../../../src/config.js";
import { createHttpServer } from "../../../src/api/http/http-server.js";

it("requests and responses are those of the Express application before it handles them", async () => {
  const app = express();
  app.get("/agent", (request, response) => {
    response.json({ agent: request.get("User-Agent"), isApp: request.app === app && response.app === app });
  });
  const server = createHttpServer(readConfig({}), app);
  const prototypes: unknown[] = [];
  server.prependListener("request", (request, response) => {
    prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/agent`, { headers: { "User-Agent": "a client" } });
    expect(await answer.json()).toEqual({ agent: "a client", isApp: true });
    expect(prototypes[0]).toBe(app.request);
    expect(prototypes[1]).toBe(app.response);
  } finally {
    server.close();
  }
});
