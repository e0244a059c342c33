import type { Db } from "../../../platform/db/database.js";
import { currentPrefix, type KeySetting, tryUnseal, seal } from "./secrets.js";
import type { SecretPlace } from "./read-secrets.js";
import { secretPlaces, countSecretsAtRisk } from "./stored-secrets.rows.js";
import type { Kernel } from "../../call/kernel.js";

/** Number of secrets to replace in one transaction. */
const batchSize = 100;

/** Numbers of secrets that were encrypted, and of secrets that no key in the settings decrypts. */
export interface Encryption {
  readonly encrypted: number;
  readonly unreadable: number;
}

/**
 * Encrypts all stored secrets, those of callers and those in other places, with the first key, in batches that commit
 * separately. Secrets that it already encrypts are skipped, so an interrupted run can be repeated. Throws if the settings
 * have no key.
 */
export async function encryptSecrets(db: Db, setting: KeySetting, others: readonly SecretPlace[]): Promise<Encryption> {
  const except = currentPrefix(setting);
  if (except === undefined) throw new Error("PORTICO_ENCRYPTION_KEY is not set.");
  let [encrypted, unreadable] = [0, 0];
  for (const read of [...secretPlaces, ...others.map((place) => place.read)]) {
    for (let skip = 0, isLast = false; !isLast;) {
      const batch = await db.transaction(async (tx) => {
        const secrets = await read(tx, { except, skip, take: batchSize });
        const plain = secrets.map(({ stored }) => tryUnseal(stored, setting));
        for (const [at, secret] of secrets.entries()) {
          const text = plain[at];
          if (text !== undefined) await secret.replace(tx, seal(text, setting));
        }
        return { read: secrets.length, unreadable: plain.filter((text) => text === undefined).length };
      });
      encrypted += batch.read - batch.unreadable;
      unreadable += batch.unreadable;
      // Encrypted secrets are not found again, so only unreadable ones precede the next batch.
      skip += batch.unreadable;
      isLast = batch.read < batchSize;
    }
  }
  return { encrypted, unreadable };
}

/** Logs the number of secrets that are stored unencrypted, or encrypted with a key that the settings do not list. */
export async function warnOfSecretsAtRisk(
  { db, config, log }: Pick<Kernel, "db" | "config" | "log">,
  others: readonly SecretPlace[],
): Promise<void> {
  const { clear, unreadable } = await countSecretsAtRisk(db, config, others);
  const command = "bin/portico secrets:encrypt";
  if (clear > 0) log.warn({ secrets: clear, command }, "secrets are stored unencrypted");
  if (unreadable > 0) {
    log.error({ secrets: unreadable }, "secrets are encrypted with a key that is not in the settings");
  }
}
