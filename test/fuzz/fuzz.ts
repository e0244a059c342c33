import fc from "fast-check";
import { checked } from "../conformance/recorder.js";
import { type FuzzRequest, requests } from "./requests.js";

export interface FuzzOptions {
  readonly url: string;
  /** One caller a token; undefined is a guest. */
  readonly tokens: readonly (string | undefined)[];
  readonly seed: number;
  readonly seconds: number;
  readonly requests: number;
  /** Called after each request that was answered as it should be. */
  readonly afterEach?: (count: number) => void;
}

/** Longest that an answer may take, in milliseconds. */
const patience = 5000;

/** Sends requests until the time or their number is up; fails at the first wrong answer, with the smallest request that gets it. */
export async function fuzz(options: FuzzOptions): Promise<number> {
  const { url, tokens, seed, seconds } = options;
  let count = 0;
  const property = fc.asyncProperty(requests(tokens.length), async (request) => {
    const answer = await send(url, request, tokens[request.caller]);
    verify(request, answer);
    count += 1;
    options.afterEach?.(count);
  });
  const limits = { numRuns: options.requests, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false };
  await fc.assert(property, { seed, ...limits });
  return count;
}

interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

async function send(url: string, request: FuzzRequest, token: string | undefined): Promise<Answer> {
  const response = await fetch(url + request.path, {
    method: request.method,
    headers: { ...request.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    signal: AbortSignal.timeout(patience),
    ...(request.body === undefined || request.method === "GET" ? {} : { body: request.body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    contentType: response.headers.get("Content-Type"),
    body: JSON.parse(text) as unknown,
  };
}

function verify({ method, path }: FuzzRequest, answer: Answer): void {
  const { status, body } = answer;
  if (status >= 500) throw new Error(`${method} ${path} answers ${status}: ${JSON.stringify(body)}`);
  checked({ method, path, ...answer });
}
