import { createHmac, timingSafeEqual } from "node:crypto";
import { baseString, percentEncode, type SignedRequest } from "./base-string.js";

/** The secrets that make a signing key; none of a token while there is none. */
export interface Secrets {
  readonly consumerSecret: string;
  readonly tokenSecret: string;
}

const hashes: Readonly<Record<string, string>> = { "HMAC-SHA256": "sha256", "HMAC-SHA1": "sha1" };

/** The signature of a request by a method of `HMAC-SHA256` and `HMAC-SHA1` (RFC 5849, 3.4.2). */
export function signatureOf(request: SignedRequest, method: string, secrets: Secrets): Buffer {
  const hash = hashes[method];
  if (hash === undefined) throw new Error(`no signature method ${method}`);
  const key = `${percentEncode(secrets.consumerSecret)}&${percentEncode(secrets.tokenSecret)}`;
  return createHmac(hash, key).update(baseString(request)).digest();
}

/** Whether a signature in base64 is the one of the request. How long that takes does not tell how much of it is right. */
export function isSignature(given: string, right: Buffer): boolean {
  const bytes = Buffer.from(given, "base64");
  // Node.js reads base64 with leniency; a signature has one way to be written.
  return bytes.length === right.length && timingSafeEqual(bytes, right) && given === right.toString("base64");
}
