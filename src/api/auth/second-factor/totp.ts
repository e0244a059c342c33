import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { decodeBase32, encodeBase32 } from "./base32.js";

/** The defaults of authenticator apps: SHA-1, six digits, steps of 30 seconds (RFC 6238). */
const stepSeconds = 30;
const digits = 6;

/** Steps before and after the current one whose codes are accepted, because clocks differ and people type slowly. */
const leeway = 1;

/** RFC 4226, section 4: 160 bits are recommended. */
const secretBytes = 20;

/** Returns a new secret in Base32. */
export const newSecret = (): string => encodeBase32(randomBytes(secretBytes));

/** Returns the step of a time in milliseconds since 1970. */
export const stepAt = (time: number): number => Math.floor(time / 1000 / stepSeconds);

/** Returns the code of a step (RFC 4226, section 5.3). The secret is in Base32. */
export function codeAt(secret: string, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const key = decodeBase32(secret) ?? Buffer.alloc(0);
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, "0");
}

/** Returns the step of a code if codes of that step are accepted at the given time, or undefined for a wrong code. */
export function stepOf(secret: string, code: string, time: number): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ""));
  const now = stepAt(time);
  const steps = Array.from({ length: 2 * leeway + 1 }, (_, at) => now - leeway + at);
  return steps.find((step) => {
    const expected = Buffer.from(codeAt(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Returns the URI for an authenticator app, with the account and the service that issues it. */
export function uriOf(
  secret: string,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
