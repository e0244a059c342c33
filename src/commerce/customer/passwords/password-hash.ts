import { verifyPassword } from "../../../api/auth/sign-in/password.js";
import { invalid } from "../../../api/call/errors.js";

const phc = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,172}$/;
const maxMemory = 262_144;
const maxPasses = 16;

/** Throws 400 for a hash that is not argon2id, or would be too expensive to verify at each sign-in. */
export async function checkPasswordHash(hash: string): Promise<void> {
  const [, memory, passes] = phc.exec(hash) ?? [];
  const isAffordable = memory !== undefined && Number(memory) <= maxMemory && Number(passes) <= maxPasses;
  if (isAffordable && (await isVerifiable(hash))) return;
  throw invalid("passwordHash", "***");
}

async function isVerifiable(hash: string): Promise<boolean> {
  try {
    await verifyPassword(hash, "");
    return true;
  } catch {
    return false;
  }
}
