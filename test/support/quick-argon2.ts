import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";
import { afterAll, beforeAll } from "vitest";

// Stands in for `@node-rs/argon2` in tests. Nearly each of them creates an account, and hashing a password takes longer than most
// calls. A hash contains its cost, so verifying it is as quick.

const real = createRequire(import.meta.url)("@node-rs/argon2") as typeof Argon2;
const quick = { memoryCost: 8, timeCost: 1 };

let isFull = false;

export const { hashRaw, verify } = real;

// The hash that stands in for unknown accounts is made once and kept, so it always has the full cost.
export const hash: typeof Argon2.hash = (password, options, signal) =>
  real.hash(password, isFull || password === "no account" ? options : { ...options, ...quick }, signal);

/** Makes hashes of the cost that the application asks for, in the tests of the file or group that calls this. */
export function useFullCost(): void {
  beforeAll(() => void (isFull = true));
  afterAll(() => void (isFull = false));
}
