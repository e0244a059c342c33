import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { Config } from "../../../config.js";

/** The setting with the keys: the first one encrypts, and all decrypt. */
export type KeySetting = Pick<Config, "PORTICO_ENCRYPTION_KEY">;

const cipher = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;

/** The prefixes of stored secrets: `clear:<secret>` and `aes:<id of the key>:<Base64>`. */
export const clearPrefix = "clear:";
const sealedPrefix = "aes:";

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Returns the id of a key, which distinguishes keys without revealing them. */
const idOf = (key: string): string => createHash("sha256").update(`portico ${key}`).digest("hex").slice(0, 8);

const keysOf = ({ PORTICO_ENCRYPTION_KEY: keys }: KeySetting): Key[] =>
  (keys?.split(",") ?? [])
    .map((key) => key.trim())
    .map((key) => ({ id: idOf(key), bytes: Buffer.from(key, "base64") }));

/** Returns the ids of the keys in the settings. */
export const keyIdsOf = (setting: KeySetting): string[] => keysOf(setting).map(({ id }) => id);

/** Returns the prefix of secrets that are encrypted with the first key, or undefined without a key. */
export function currentPrefix(setting: KeySetting): string | undefined {
  const [first] = keysOf(setting);
  return first && `${sealedPrefix}${first.id}:`;
}

/** Returns a secret in stored form: encrypted with the first key, or marked as unencrypted if there is none. */
export function seal(secret: string, setting: KeySetting): string {
  const [key] = keysOf(setting);
  if (!key) return clearPrefix + secret;
  const iv = randomBytes(ivLength);
  const encrypting = createCipheriv(cipher, key.bytes, iv, { authTagLength: tagLength });
  const text = Buffer.concat([encrypting.update(secret), encrypting.final()]);
  return `${sealedPrefix}${key.id}:${Buffer.concat([iv, encrypting.getAuthTag(), text]).toString("base64")}`;
}

/** Returns the plain secret. Throws if it was encrypted with a key that the settings do not list. */
export function unseal(stored: string, setting: KeySetting): string {
  const secret = tryUnseal(stored, setting);
  if (secret === undefined)
    throw new Error("A secret is encrypted with a key that PORTICO_ENCRYPTION_KEY does not list.");
  return secret;
}

/** Returns the plain secret, or undefined if it was encrypted with a key that the settings do not list. */
export function tryUnseal(stored: string, setting: KeySetting): string | undefined {
  if (stored.startsWith(clearPrefix)) return stored.slice(clearPrefix.length);
  const [, id = "", text] = stored.split(":");
  const keys = keysOf(setting);
  // Secrets from before keys had ids name no key, so all keys are tried.
  if (text !== undefined) return keys.filter((key) => key.id === id).flatMap((key) => decrypt(text, key))[0];
  return keys.flatMap((key) => decrypt(id, key))[0];
}

/** Returns the decrypted text, or nothing if another key encrypted it. */
function decrypt(text: string, { bytes: key }: Key): string[] {
  const bytes = Buffer.from(text, "base64");
  const decrypting = createDecipheriv(cipher, key, bytes.subarray(0, ivLength), { authTagLength: tagLength });
  decrypting.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  try {
    return [Buffer.concat([decrypting.update(bytes.subarray(ivLength + tagLength)), decrypting.final()]).toString()];
  } catch {
    return [];
  }
}
