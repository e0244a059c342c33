import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Config } from "../config.js";

type KeySetting = Pick<Config, "PORTICO_ENCRYPTION_KEY">;

const cipher = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;
const clear = "clear:";
const sealed = "aes:";

/** Returns a secret in stored form: encrypted and marked if there is a key, so that a key can be added later. */
export function seal(secret: string, { PORTICO_ENCRYPTION_KEY: key }: KeySetting): string {
  if (key === undefined) return clear + secret;
  const iv = randomBytes(ivLength);
  const encrypting = createCipheriv(cipher, Buffer.from(key, "base64"), iv, { authTagLength: tagLength });
  const text = Buffer.concat([encrypting.update(secret), encrypting.final()]);
  return sealed + Buffer.concat([iv, encrypting.getAuthTag(), text]).toString("base64");
}

/** Returns the plain secret. Throws if it was encrypted with another key. */
export function unseal(stored: string, { PORTICO_ENCRYPTION_KEY: key }: KeySetting): string {
  if (stored.startsWith(clear)) return stored.slice(clear.length);
  if (key === undefined) throw new Error("A secret is encrypted, and PORTICO_ENCRYPTION_KEY is not set.");
  const bytes = Buffer.from(stored.slice(sealed.length), "base64");
  const decrypting = createDecipheriv(cipher, Buffer.from(key, "base64"), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decrypting.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  const secret = Buffer.concat([decrypting.update(bytes.subarray(ivLength + tagLength)), decrypting.final()]);
  return secret.toString();
}
