import autocannon from "autocannon";
import { Agent, request as httpRequest } from "node:http";
import type { Outcome, Target } from "./measure.js";

/** The middle value: of an even number of values the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** Measures one and then the other, in turn, so that whatever else the machine does meets both; gives the medians. */
export async function inTurn(
  rounds: number,
  measure: { readonly ours: () => Promise<number>; readonly baseline: () => Promise<number> },
): Promise<Outcome & { readonly baseline: number }> {
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measure.ours());
    baseline.push(await measure.baseline());
  }
  return { ours: median(ours), baseline: median(baseline) };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a body of JSON; gives the text of the answer. Throws for any status but 200 and 202. */
export const send = async (target: Target, path: string, json: string): Promise<string> =>
  (await request(target, "POST", path, json)).toString();

/** Sends a request; gives the bytes of the answer. Throws for any status but 200 and 202. */
export function request(
  target: Target,
  ...[method, path, json]: readonly [method: string, path: string, json?: string]
) {
  const { promise, resolve, reject } = withResolvers<Buffer>();
  const length = json === undefined ? {} : { "Content-Length": Buffer.byteLength(json) };
  const headers = { ...target.headers, "Content-Type": "application/json", ...length };
  const sent = httpRequest(`${target.url}${path}`, { method, agent, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const body = Buffer.concat(chunks);
      if (response.statusCode === 200 || response.statusCode === 202) resolve(body);
      else reject(new Error(`${path} answered ${response.statusCode}: ${body.toString().slice(0, 300)}`));
    });
  });
  sent.on("error", reject);
  sent.end(json);
  return promise;
}

function withResolvers<Value>() {
  let settle: { resolve: (value: Value) => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (!settle) throw new Error("A promise calls its executor at once.");
  return { promise, ...settle };
}

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** A stream of requests, each made when it is sent. */
export interface Load {
  readonly connections: number;
  readonly method: "GET" | "PUT";
  /** The request by its number: path and body. */
  readonly next: (number: number) => { readonly path: string; readonly body?: string };
}

const secondsPerRound = 5;

/** Requests per second that are answered. Throws where any is answered with another status than 200. */
export async function throughput(target: Target, { connections, method, next }: Load): Promise<number> {
  let number = 0;
  const headers = { ...target.headers, "content-type": "application/json" };
  const result = await autocannon({
    url: target.url,
    connections,
    duration: secondsPerRound,
    requests: [{ method, headers, setupRequest: (prepared) => ({ ...prepared, ...next((number += 1)) }) }],
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${result.non2xx} answers were not 200, ${result.errors} requests failed (${target.url}).`);
  }
  return result["2xx"] / result.duration;
}
