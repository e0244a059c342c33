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
  ...[method, path, json]: readonly [method: string, path: string, json?: string | undefined]
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

type Method = "GET" | "PUT" | "POST";

/** A stream of requests, each made when it is sent. */
export interface Load {
  readonly connections: number;
  readonly method: Method;
  /** The request by its number: path and body, and the method where it is another one. */
  readonly next: (number: number) => { readonly path: string; readonly body?: string; readonly method?: Method };
}

/** Short rounds in turn: whatever else the machine does meets both servers. */
const secondsPerRound = 2;

/** Requests per second that are answered. Throws where any is answered with another status than 200 and 202. */
export async function throughput(
  target: Target,
  { connections, method, next }: Load,
  seconds = secondsPerRound,
): Promise<number> {
  let number = 0;
  const headers = { ...target.headers, "content-type": "application/json" };
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    // Headers of its own for each request: the length of one body must not stay for the next request.
    requests: [
      { setupRequest: (prepared) => ({ ...prepared, method, headers: { ...headers }, ...next((number += 1)) }) },
    ],
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${result.non2xx} answers were not 200, ${result.errors} requests failed (${target.url}).`);
  }
  return result["2xx"] / result.duration;
}

const requestsPerRound = 150;

/** Milliseconds that one request takes, the median of a round: each is sent when the one before is answered, over one connection. */
export async function latency(target: Target, { method, next }: Omit<Load, "connections">): Promise<number> {
  const times: number[] = [];
  for (let number = 1; number <= requestsPerRound; number += 1) {
    const { path, body } = next(number);
    times.push(await timed(() => request(target, method, path, body)));
  }
  return median(times);
}
