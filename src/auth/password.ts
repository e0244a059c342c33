import { hash, verify } from "@node-rs/argon2";
import { isLegacyHash, verifyLegacyHash } from "./legacy-hash.js";

/** Argon2id with 19 MiB and two passes, the minimum of OWASP's password storage cheat sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** Hashes a password with a salt; the result contains its parameters (PHC string). */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Whether a verified password needs a new hash, because Magento made the stored one. */
export const isOutdatedHash = (passwordHash: string): boolean => isLegacyHash(passwordHash);

let decoy: Promise<string> | undefined;

/**
 * Verifies a password against a hash of this service or of Magento. Without a hash, as for an unknown account, it
 * returns false after the same work, so that the response time does not reveal which accounts exist.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isLegacy = passwordHash != null && isLegacyHash(passwordHash);
  const matches = isLegacy && (await verifyLegacyHash(passwordHash, password));
  // A match is hashed anew, which is the same work.
  if (matches) return true;
  const known = !isLegacy && passwordHash != null;
  const found = await verify(known ? passwordHash : await (decoy ??= hashPassword("no account")), password);
  return known && found;
}
