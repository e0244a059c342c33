import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";
import { afterAll, beforeAll } from "vitest";

// Replaces `@node-rs/argon2` in tests. Nearly every test creates an account, and hashing a password takes longer than
// most calls. A hash contains its cost, so verifying it is equally fast.

const real = createRequire(import.meta.url)("@node-rs/argon2") as typeof Argon2;
const quick = { memoryCost: 8, timeCost: 1 };

let isFull = false;

export const { hashRaw, verify } = real;

// The hash for unknown accounts is computed once and cached, so it always has the full cost.
export const hash: typeof Argon2.hash = (password, options, signal) =>
  real.hash(password, isFull || password === "no account" ? options : { ...options, ...quick }, signal);

/** Makes hashes with the cost of the application in the tests of the calling file or group. */
export function useFullCost(): void {
  beforeAll(() => void (isFull = true));
  afterAll(() => void (isFull = false));
}
