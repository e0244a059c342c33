import type { Command } from "commander";
import { encryptSecrets } from "../../api/auth/secrets/encrypt-secrets.js";
import { withExtensions } from "../../extensions.js";
import { allExtras } from "../../extras.js";
import { withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { pluralize, Output } from "../output.js";

export function addSecretsCommands(program: Command): void {
  program
    .command("secrets:encrypt")
    .summary("encrypt stored secrets with the first key")
    .description(
      "Encrypts the stored secrets of integrations, second factors, webhooks and extensions with the first key of " +
        "PORTICO_ENCRYPTION_KEY: unencrypted secrets, and secrets encrypted with another key of the setting. Can be " +
        "interrupted and run again at any time, even while servers run.",
    )
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples("bin/portico secrets:encrypt", "PORTICO_ENCRYPTION_KEY=$NEW_KEY,$OLD_KEY bin/portico secrets:encrypt"),
    )
    .action(({ json }: JsonOption) => encrypt(new Output(json)));
}

function encrypt(output: Output): Promise<void> {
  return withReadyDatabase(async (db, config) => {
    const { encrypted, unreadable } = await encryptSecrets(db, config, withExtensions(allExtras, config).secretPlaces);
    output.result({ encrypted, unreadable }, [`Encrypted ${pluralize(encrypted, "secret")} with the first key.`]);
    if (unreadable === 0) return;
    throw new Error(
      `${pluralize(unreadable, "secret")} cannot be decrypted with any key in PORTICO_ENCRYPTION_KEY. Add the key that encrypted them.`,
    );
  });
}
