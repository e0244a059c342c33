/** A promise that is settled from outside. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

/** Node.js has `Promise.withResolvers` from release 22 on only. */
export function deferred<Value>(): Deferred<Value> {
  let settle: Pick<Deferred<Value>, "resolve" | "reject"> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Those who await it get the failure. It must not end the process before anyone awaits it.
  promise.catch(() => undefined);
  return { promise, resolve: (value) => settle?.resolve(value), reject: (reason) => settle?.reject(reason) };
}
