import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import type { TestApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import { type Client, search } from "../../support/client.js";

/** The message posted for an event. */
interface Posted {
  readonly type: string;
  readonly timestamp: string;
  readonly id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly object?: Readonly<Record<string, unknown>> | null;
}

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Posted;
}

/** A server that webhooks are posted to, with a path for each webhook. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Statuses of the next answers by path; 204 once they are used up. */
  readonly statuses: Map<string, number[]>;
  readonly all: readonly Received[];
  at(path: string): readonly Received[];
}

export async function startReceiver(): Promise<Receiver> {
  const all: Received[] = [];
  const statuses: Receiver["statuses"] = new Map();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? "";
      all.push({ path, headers: request.headers, text: body, body: JSON.parse(body) as Posted });
      response.writeHead(statuses.get(path)?.shift() ?? 204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    all,
    at: (path) => all.filter((received) => received.path === path),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Settings that allow webhooks to this machine. */
export const settings = {
  PORTICO_CALLBACK_HOSTS: "127.0.0.1",
  PORTICO_CALLBACK_PRIVATE: "on",
  PORTICO_CALLBACK_SECRET: `whsec_${Buffer.from("a secret of thirty-two bytes....").toString("base64")}`,
} as const;

/** Creates a webhook and returns it. */
export async function subscribe(client: Client, webhook: Readonly<Record<string, unknown>>) {
  const { status, body } = await client.post("/V1/webhooks", { webhook });
  expect([status, body.message]).toEqual([200, undefined]);
  return body as { readonly id: number; readonly cursor: string; readonly status: string };
}

/** Returns the deliveries of a webhook. */
export async function deliveriesOf(client: Client, id: number) {
  const { status, body } = await client.get(`/V1/webhooks/${id}/deliveries?${search([])}`);
  expect(status).toBe(200);
  return (body as { items: { id: string; type: string; state: string; attempts: number; event_id: string | null }[] })
    .items;
}

/** Waits until a webhook has these fields. */
export const waitForWebhook = (client: Client, id: number, fields: Readonly<Record<string, unknown>>) =>
  eventually(async () => (await client.get(`/V1/webhooks/${id}`)).body as object).toMatchObject(fields);

/** Has the next attempt made now. */
export async function retryNow(app: TestApp, id: number): Promise<void> {
  await app.db.execute("update webhook set due_at = now() - interval '1 second' where id = $1::int", [id]);
  app.wakeWebhooks();
}
