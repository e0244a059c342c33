import { createHmac, timingSafeEqual } from "node:crypto";
import { baseString, percentEncode, type SignedRequest } from "./base-string.js";

/** The secrets of a signing key; without a token, its secret is empty. */
export interface Secrets {
  readonly consumerSecret: string;
  readonly tokenSecret: string;
}

const hashes: Readonly<Record<string, string>> = { "HMAC-SHA256": "sha256", "HMAC-SHA1": "sha1" };

/** Signs a request with `HMAC-SHA256` or `HMAC-SHA1` (RFC 5849, 3.4.2). */
export function signatureOf(request: SignedRequest, method: string, secrets: Secrets): Buffer {
  const hash = hashes[method];
  if (hash === undefined) throw new Error(`unknown signature method ${method}`);
  const key = `${percentEncode(secrets.consumerSecret)}&${percentEncode(secrets.tokenSecret)}`;
  return createHmac(hash, key).update(baseString(request)).digest();
}

/** Verifies a base64 signature of the request in constant time. */
export function isSignature(given: string, right: Buffer): boolean {
  const bytes = Buffer.from(given, "base64");
  // Node.js decodes base64 leniently; a signature must have its canonical form.
  return bytes.length === right.length && timingSafeEqual(bytes, right) && given === right.toString("base64");
}
