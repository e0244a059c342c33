import { createServer } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { expect, it } from "vitest";
import { openRabbitMq } from "../../../src/api/bulk/queue/rabbitmq.js";
import { eventually } from "../../support/bulk.js";

it("an absent broker is logged once, not with every attempt to reach it", async () => {
  let attempts = 0;
  const server = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const said: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void said.push(line) });
  const broker = openRabbitMq(`amqp://127.0.0.1:${(server.address() as AddressInfo).port}`, { log });
  await eventually(() => Promise.resolve(attempts >= 4)).toBe(true);
  expect(said.filter((line) => line.includes("failed to reach the broker, will retry"))).toHaveLength(1);
  await broker.close();
  server.close();
});
