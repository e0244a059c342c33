import type { Kernel } from "../call/kernel.js";
import { countSecretsAtRisk } from "./stored-secrets.sql.js";

/** Logs the number of secrets that are stored unencrypted, or encrypted with a key that the settings do not list. */
export async function warnOfSecretsAtRisk({ db, config, log }: Pick<Kernel, "db" | "config" | "log">): Promise<void> {
  const { clear, unreadable } = await countSecretsAtRisk(db, config);
  const command = "bin/portico secrets:encrypt";
  if (clear > 0) log.warn({ secrets: clear, command }, "secrets are stored unencrypted");
  if (unreadable > 0) {
    log.error({ secrets: unreadable }, "secrets are encrypted with a key that is not in the settings");
  }
}
