import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Target } from "../bench/measure.js";
import { Shopper } from "../bench/shopper.js";
import { post, request } from "../bench/timing.js";

/** What was accepted, and what failed. */
export interface Sent {
  requests: number;
  /** Operations of accepted bulks. */
  operations: number;
  readonly failures: string[];
}

/** A receiver of webhooks that answers 503 to some of the posts. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Ids of the received messages. */
  readonly ids: ReadonlySet<string>;
}

/** Share of posts that the receiver rejects. */
const failing = 0.008;

export async function startReceiver(): Promise<Receiver> {
  const ids = new Set<string>();
  const server = createServer((message, response) => {
    void text(message).then(() => {
      const isAccepted = Math.random() >= failing;
      if (isAccepted) ids.add(String(message.headers["webhook-id"]));
      response.writeHead(isAccepted ? 204 : 503).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ids,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The pieces of the load besides shoppers: each sends one call. */
const calls: readonly ((target: Target, sku: () => string, sent: Sent) => Promise<unknown>)[] = [
  (target, sku) => post(target, "products/base-prices", { prices: [{ sku: sku(), price: amount(), store_id: 0 }] }),
  (target, sku) =>
    post(target, "inventory/source-items", {
      sourceItems: [{ sku: sku(), source_code: "default", quantity: 1000 + amount(), status: 1 }],
    }),
  async (target, sku, sent) => {
    const elements = Array.from({ length: 20 }, () => ({ sku: sku(), product: { price: amount() } }));
    await request(target, "PUT", "/rest/async/bulk/V1/products/bySku", JSON.stringify(elements));
    sent.operations += elements.length;
  },
  (target, sku) => request(target, "GET", `/rest/V1/products/${sku()}`),
  (target) => request(target, "GET", "/rest/V1/products?searchCriteria[pageSize]=20"),
  // Each text is new, as of a client that writes values into its documents.
  (target, sku) => {
    const query = `query q${Math.random().toString(36).slice(2)} { product(sku: "${sku()}") { sku name } }`;
    return request(target, "POST", "/graphql", JSON.stringify({ query }));
  },
];

const amount = () => Math.round(Math.random() * 100_000) / 100;

/** Sends a mixed load for some minutes: administrators who write, and shoppers. */
export async function runLoad(target: Target, skus: readonly string[], minutes: number): Promise<Sent> {
  const sent: Sent = { requests: 0, operations: 0, failures: [] };
  const end = performance.now() + minutes * 60_000;
  const sku = () => skus[Math.floor(Math.random() * skus.length)] ?? "";
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      sent.failures.push(String(error));
    }
  };
  const write = async (from: number) => {
    for (let number = from; performance.now() < end; number += 1) {
      await attempt(() => calls[number % calls.length]?.(target, sku, sent) ?? Promise.resolve());
      sent.requests += 1;
    }
  };
  const timed = async <Result>(_step: string, work: () => Promise<Result>) => {
    sent.requests += 1;
    return work();
  };
  const shop = async (from: number) => {
    for (let visit = from; performance.now() < end; visit += 2)
      await attempt(() => new Shopper({ url: target.url, skus, timed }).visit(visit));
  };
  await Promise.all([write(0), write(3), shop(0), shop(1)]);
  return sent;
}
