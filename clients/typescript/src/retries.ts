import { setTimeout as pause } from "node:timers/promises";
import { PorticoError } from "./errors.js";

export interface RetryOptions {
  /** Maximum attempts for a request, 5 by default; 1 switches retries off. */
  readonly attempts?: number;
  /** Longest wait between two attempts in seconds, 60 by default. A longer `Retry-After` ends the retries. */
  readonly longestWait?: number;
}

export type Send = (request: Request) => Promise<Response>;

/**
 * Sends a request again after 429 and 503 and when the connection breaks, after the delay of `Retry-After` if there is
 * one. A write without an `Idempotency-Key` is repeated after 429 only, because it may have taken effect.
 */
export function withRetries(send: Send, { attempts = 5, longestWait = 60 }: RetryOptions = {}): Send {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      // The body of a request can be sent once.
      const answer = await outcome(send, isLast ? request : request.clone());
      const seconds = isLast ? undefined : secondsUntilRetry(answer, request, attempt);
      if (seconds === undefined || seconds > longestWait) {
        if (answer instanceof Response) return answer;
        throw answer.reason;
      }
      if (answer instanceof Response) await answer.body?.cancel();
      await pause(seconds * 1000, undefined, { signal: request.signal });
    }
  };
}

interface Failure {
  readonly reason: unknown;
}

const outcome = (send: Send, request: Request): Promise<Response | Failure> =>
  send(request).catch((reason: unknown): Failure => ({ reason }));

/** Returns the seconds to wait before the next attempt, or undefined if there must be none. */
function secondsUntilRetry(answer: Response | Failure, request: Request, attempt: number): number | undefined {
  const isRepeatable = /^(?:GET|HEAD)$/.test(request.method) || request.headers.has("Idempotency-Key");
  const backoff = (0.25 + Math.random() / 4) * 2 ** attempt;
  // A sign-in that was rejected is rejected again.
  if (!(answer instanceof Response) && answer.reason instanceof PorticoError) return undefined;
  if (!(answer instanceof Response)) return isRepeatable && !request.signal.aborted ? backoff : undefined;
  if (answer.status !== 429 && !(answer.status === 503 && isRepeatable)) return undefined;
  return retryAfter(answer) ?? backoff;
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get("Retry-After");
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}
