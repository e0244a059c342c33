import autocannon from "autocannon";
import { Agent, request as httpRequest } from "node:http";
import type { Outcome, Target } from "./measure.js";

/** Returns the median, which is the mean of the middle two for an even number of values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** Measures both alternately, so that other load affects both, and returns the medians. */
export async function measureAlternately(
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

/** Sends a JSON body and returns the text of the answer. Throws for any status but 200 and 202. */
export const send = async (target: Target, path: string, json: string): Promise<string> =>
  (await request(target, "POST", path, json)).toString();

/** Returns a token of an administrator, `admin` by default. */
export async function adminToken(url: string, password: string, username = "admin"): Promise<string> {
  const credentials = JSON.stringify({ username, password });
  return JSON.parse(await send({ url, headers: {} }, "/rest/V1/integration/admin/token", credentials)) as string;
}

/** Sends a request and returns the bytes of the answer. Throws for any status but 200 and 202. */
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

/** Sends a body below `/rest/V1` and returns the parsed answer. */
export async function post(target: Target, path: string, body: object): Promise<unknown> {
  return JSON.parse((await request(target, "POST", `/rest/V1/${path}`, JSON.stringify(body))).toString());
}

function withResolvers<Value>() {
  let settle: { resolve: (value: Value) => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (!settle) throw new Error("The executor of the promise did not run.");
  return { promise, ...settle };
}

/** Returns the duration of the work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

type Method = "GET" | "PUT" | "POST";

/** A stream of requests, created as they are sent. */
export interface Load {
  readonly connections: number;
  readonly method: Method;
  /** Returns a request by its number: path, body and optional method. */
  readonly next: (number: number) => { readonly path: string; readonly body?: string; readonly method?: Method };
}

/** Duration of a round. Short alternating rounds expose both servers to the same load. */
const secondsPerRound = 2;

/** Returns the number of answered requests per second. Throws for any status but 200 and 202. */
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
    // Each request has its own headers, so that the length of one body is not used for the next.
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

/** Returns the median latency in milliseconds of sequential requests over one connection. */
export async function latency(target: Target, { method, next }: Omit<Load, "connections">): Promise<number> {
  const times: number[] = [];
  for (let number = 1; number <= requestsPerRound; number += 1) {
    const { path, body } = next(number);
    times.push(await timed(() => request(target, method, path, body)));
  }
  return median(times);
}
