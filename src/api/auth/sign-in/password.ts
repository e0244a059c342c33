import { hash, verify } from "@node-rs/argon2";
import { serviceUnavailable } from "../../call/errors.js";
import { FairQueue } from "../../../platform/process/fair-queue.js";
import { isLegacyHash, verifyLegacyHash } from "./legacy-hash.js";

/** Argon2id with 19 MiB and two passes, the minimum of OWASP's password storage cheat sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/**
 * A hash takes 19 MiB and a thread of the pool that file access and host name look-ups also need. Two at a time leave half
 * of the pool free, and waiting calls are answered within a few seconds.
 */
const turns = new FairQueue({ places: 2, limit: { count: 100, error: () => serviceUnavailable(2) } });

/** Hashes a password with a salt; the result contains its parameters (PHC string). Throws 503 if too many calls wait. */
export const hashPassword = (password: string): Promise<string> => turns.run("password", () => hash(password, cost));

/** Whether a verified password needs a new hash, because Magento made the stored one. */
export const isOutdatedHash = (passwordHash: string): boolean => isLegacyHash(passwordHash);

let decoy: Promise<string> | undefined;

/**
 * Verifies a password against a hash of this service or of Magento. Without a hash, as for an unknown account, it returns
 * false after the same work, so that the response time does not reveal which accounts exist. Throws 503 if too many calls
 * wait.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isLegacy = passwordHash != null && isLegacyHash(passwordHash);
  const matches = isLegacy && (await turns.run("password", () => verifyLegacyHash(passwordHash, password)));
  // After a match the password is hashed anew, which is the same work.
  if (matches) return true;
  const known = !isLegacy && passwordHash != null;
  const stored = known ? passwordHash : await (decoy ??= hash("no account", cost));
  const found = await turns.run("password", () => verify(stored, password));
  return known && found;
}
