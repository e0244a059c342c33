import type { Command } from "commander";
import { createAdmin } from "../auth/admins.js";
import { prepareDatabase } from "../db/prepare.js";
import { withDatabase } from "./database-commands.js";
import { asJson, type JsonOption } from "./options.js";
import { Output } from "./output.js";

interface Options extends JsonOption {
  readonly adminUser: string;
  readonly adminPassword: string;
  readonly adminEmail: string;
  readonly adminFirstname: string;
  readonly adminLastname: string;
  readonly adminRole?: string;
}

export function addCreateAdminCommand(program: Command): void {
  program
    .command("admin:user:create")
    .summary("create an administrator")
    .description("Creates an active administrator, who can then fetch tokens at POST /rest/V1/integration/admin/token.")
    .requiredOption("--admin-user <name>", "user name, unique in any case")
    .requiredOption("--admin-password <password>", "at least 7 characters, letters and digits")
    .requiredOption("--admin-email <address>", "e-mail address, unique in any case")
    .requiredOption("--admin-firstname <name>", "first name")
    .requiredOption("--admin-lastname <name>", "last name")
    .option("--admin-role <role>", "name of the role; without it one that may do everything")
    .addOption(asJson())
    .addHelpText(
      "after",
      `
Example:
  bin/portico admin:user:create --admin-user jane --admin-password 'horse7battery' \\
    --admin-email jane@example.com --admin-firstname Jane --admin-lastname Doe`,
    )
    .action(create);
}

async function create(options: Options): Promise<void> {
  const output = new Output(options.json);
  await withDatabase(async (db) => {
    await prepareDatabase(db, { onProgress: output.say });
    const id = await db.transaction((transaction) =>
      createAdmin(transaction, {
        username: options.adminUser,
        password: options.adminPassword,
        email: options.adminEmail,
        firstname: options.adminFirstname,
        lastname: options.adminLastname,
        role: options.adminRole,
      }),
    );
    output.result({ id, username: options.adminUser }, [`Created administrator ${options.adminUser} (id ${id}).`]);
  });
}
