import { hash, verify } from "@node-rs/argon2";
import { isLegacyHash, verifyLegacyHash } from "./legacy-hash.js";

/** Argon2id with 19 MiB and two passes: the least that OWASP's password storage cheat sheet recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** The hash of a password, salted, with its parameters in it (PHC string). */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Whether a password that was found right is to be hashed anew: its hash is one that Magento made. */
export const isOutdatedHash = (passwordHash: string): boolean => isLegacyHash(passwordHash);

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one that was hashed, here or by Magento. With no hash, as for an unknown account, it answers
 * false after the same work, so that the time an answer takes does not tell which accounts exist.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isLegacy = passwordHash != null && isLegacyHash(passwordHash);
  const matches = isLegacy && (await verifyLegacyHash(passwordHash, password));
  // One that matches is hashed anew, which is as much work.
  if (matches) return true;
  const known = !isLegacy && passwordHash != null;
  const found = await verify(known ? passwordHash : await (decoy ??= hashPassword("no account")), password);
  return known && found;
}
