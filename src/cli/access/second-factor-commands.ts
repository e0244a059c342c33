import { serviceUrl } from "../../api/http/address.js";
import type { Command } from "commander";
import { UserType } from "../../api/auth/actor.js";
import { findAdmin } from "../../api/auth/admins/admins.rows.js";
import { audit } from "../../api/auth/audit.rows.js";
import { seal } from "../../api/auth/secrets/secrets.js";
import { removeSecondFactor, writeSecret } from "../../api/auth/second-factor/second-factors.rows.js";
import { minSecretBytes, newSecret, secretLength, uriOf } from "../../api/auth/second-factor/totp.js";
import type { Db } from "../../platform/db/database.js";
import { withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { Output } from "../output.js";

export function addSecondFactorCommands(program: Command): void {
  program
    .command("security:tfa:google:set-secret")
    .summary("set the second factor of an administrator")
    .description(
      "Sets the secret of an administrator's authenticator app. It takes effect if PORTICO_TWO_FACTOR is on. Use it for the " +
        "first administrator, or if email does not work. Without a secret, generates and prints one.",
    )
    .argument("<username>", "user name, case-insensitive")
    .argument("[secret]", "secret in Base32, at least 16 characters")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico security:tfa:google:set-secret jane"))
    .action(setSecret);
  program
    .command("security:tfa:reset")
    .summary("remove the second factor of an administrator")
    .description(
      "Removes the second factor of an administrator who lost it. The next sign-in emails a token for a new one.",
    )
    .argument("<username>", "user name, case-insensitive")
    .argument("[provider]", "provider; google is the only one", "google")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico security:tfa:reset jane google"))
    .action(reset);
}

function setSecret(username: string, given: string | undefined, { json }: JsonOption): Promise<void> {
  const secret = given?.toUpperCase().replace(/\s|=+$/g, "") ?? newSecret();
  if ((secretLength(secret) ?? 0) < minSecretBytes)
    throw new Error("The secret must be Base32 (letters and the digits 2 to 7) and have at least 16 characters.");
  return withReadyDatabase(async (db, config) => {
    const id = await idOf(db, username);
    await db.transaction(async (tx) => {
      await writeSecret(tx, id, seal(secret, config));
      await auditSecondFactor(tx, "second factor activated", { id, name: username });
    });
    const uri = uriOf(secret, { issuer: new URL(serviceUrl(config)).hostname, account: username });
    new Output(json).result({ username, secret, uri }, [
      `The second factor of ${username} is set. Type this secret into the authenticator app; it is shown only once:`,
      `  ${secret}`,
      `  ${uri}`,
    ]);
  });
}

function reset(username: string, provider: string, { json }: JsonOption): Promise<void> {
  if (provider !== "google") throw new Error(`Unknown provider: ${provider}. Only google is supported.`);
  return withReadyDatabase(async (db) => {
    const id = await idOf(db, username);
    const removed = await db.transaction(async (tx) => {
      const hadOne = await removeSecondFactor(tx, id);
      if (hadOne) await auditSecondFactor(tx, "second factor removed", { id, name: username });
      return hadOne;
    });
    const message = removed ? `The second factor of ${username} is removed.` : `${username} had no second factor.`;
    new Output(json).result({ username, removed }, [message]);
  });
}

async function idOf(db: Db, username: string): Promise<number> {
  const found = await findAdmin(db, username);
  if (!found) throw new Error(`The administrator ${username} does not exist.`);
  return found.id;
}

const auditSecondFactor = (
  db: Db,
  event: "second factor activated" | "second factor removed",
  { id, name }: { readonly id: number; readonly name: string },
) => audit(db, undefined, { event, type: UserType.administrator, id, name });
