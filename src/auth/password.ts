import { hash, verify } from "@node-rs/argon2";

/** Argon2id with 19 MiB and two passes: the least that OWASP's password storage cheat sheet recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** The hash of a password, salted, with its parameters in it (PHC string). */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one that was hashed. With no hash, as for an unknown account, it answers false after the
 * same work, so that the time an answer takes does not tell which accounts exist.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const known = passwordHash !== null && passwordHash !== undefined;
  const matches = await verify(known ? passwordHash : await (decoy ??= hashPassword("no account")), password);
  return known && matches;
}
