import fc from "fast-check";
import { checkExchange } from "../conformance/recorder.js";
import { type FuzzRequest, requests } from "./requests.js";

export interface FuzzOptions {
  readonly url: string;
  /**
   * Signs the callers in: returns a token for each, undefined for a guest. Called repeatedly, because some requests
   * revoke tokens.
   */
  readonly signIn: () => Promise<readonly (string | undefined)[]>;
  readonly seed: number;
  readonly seconds: number;
  readonly requests: number;
  /** Called after each correct answer. */
  readonly afterEach?: (count: number) => void;
}

/** The result: the number of answered requests, and of successful ones. */
export interface Fuzzed {
  readonly requests: number;
  readonly successes: number;
}

/** Number of requests after which the callers sign in again. */
const signInEvery = 100;

/** Timeout of an answer in milliseconds. */
const timeout = 5000;

/**
 * Sends requests until the time or number is reached. Fails at the first wrong answer, with the smallest request that
 * causes it.
 */
export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const { url, signIn, seed, seconds } = options;
  let tokens = await signIn();
  let count = 0;
  let successes = 0;
  const property = fc.asyncProperty(requests(tokens.length), async (request) => {
    const answer = await send(url, request, tokens[request.caller]);
    verify(request, answer);
    count += 1;
    if (answer.status < 300) successes += 1;
    if (count % signInEvery === 0) tokens = await signIn();
    options.afterEach?.(count);
  });
  const limits = { numRuns: options.requests, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false };
  await fc.assert(property, { seed, ...limits });
  return { requests: count, successes };
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
    signal: AbortSignal.timeout(timeout),
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
  checkExchange({ method, path, ...answer });
}
