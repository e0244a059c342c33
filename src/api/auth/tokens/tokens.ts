import { createHash, randomInt } from "node:crypto";
import type { UserType } from "../actor.js";

/** The owner of a token. */
export interface TokenOwner {
  readonly type: UserType;
  readonly id: number;
}

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
const length = 32;

/** Returns a new random token of 32 characters `[a-z0-9]`, the form that Magento's clients expect. */
export const newToken = (): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");

/**
 * Returns the stored form of a token: its SHA-256 in hexadecimal. Tokens are random, so the hash needs neither a salt nor
 * a work factor.
 */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");
