/** A promise that is settled from outside. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

/** Makes a promise with its functions. `Promise.withResolvers` exists only from Node.js 22 on. */
export function deferred<Value>(): Deferred<Value> {
  let settle: Pick<Deferred<Value>, "resolve" | "reject"> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Code that awaits the promise gets the failure, which must not end the process before that.
  promise.catch(() => undefined);
  return { promise, resolve: (value) => settle?.resolve(value), reject: (reason) => settle?.reject(reason) };
}

/**
 * Waits for work that runs at the same time, and returns its results. If some of it fails, throws the error of the first in the
 * list, whichever failed first, after all has ended: a caller sees the same error as if one had waited for the other.
 */
export async function allInOrder<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
