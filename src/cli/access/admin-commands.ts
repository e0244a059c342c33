import type { Command } from "commander";
import { createAdmin, isAdmin } from "../../api/auth/admins/admins.js";
import { UserType } from "../../api/auth/actor.js";
import { audit } from "../../api/auth/audit.rows.js";
import { unlock } from "../../api/auth/sign-in/sign-in-failures.sql.js";
import { withPreparedDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { addManageAdminCommands } from "./manage-admin-commands.js";
import { Output } from "../output.js";
import { addRoleCommands } from "./role-commands.js";

interface Options extends JsonOption {
  readonly adminUser: string;
  readonly adminPassword: string;
  readonly adminEmail: string;
  readonly adminFirstname: string;
  readonly adminLastname: string;
  readonly adminRole?: string;
}

export function addAdminCommands(program: Command): void {
  addCreateAdminCommand(program);
  addUnlockAdminCommand(program);
  addManageAdminCommands(program);
  addRoleCommands(program);
}

function addCreateAdminCommand(program: Command): void {
  program
    .command("admin:user:create")
    .summary("create an administrator")
    .description("Creates an active administrator, who can then fetch tokens at POST /rest/V1/integration/admin/token.")
    .requiredOption("--admin-user <name>", "user name, unique regardless of case")
    .requiredOption("--admin-password <password>", "at least 7 characters, letters and digits")
    .requiredOption("--admin-email <address>", "email address, unique regardless of case")
    .requiredOption("--admin-firstname <name>", "first name")
    .requiredOption("--admin-lastname <name>", "last name")
    .option("--admin-role <role>", "name of the role; default: the role that allows everything")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico admin:user:create --admin-user jane --admin-password 'horse7battery' \\\n" +
          "    --admin-email jane@example.com --admin-firstname Jane --admin-lastname Doe",
      ),
    )
    .action(create);
}

function addUnlockAdminCommand(program: Command): void {
  program
    .command("admin:user:unlock")
    .summary("unlock an administrator")
    .description("Ends the lock that an account gets after too many failed sign-ins, before it expires.")
    .argument("<username>", "user name, case-insensitive")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico admin:user:unlock jane"))
    .action(unlockAdmin);
}

async function unlockAdmin(username: string, { json }: JsonOption): Promise<void> {
  const output = new Output(json);
  await withPreparedDatabase(output, async (db) => {
    const name = { type: UserType.administrator, key: username.toLowerCase() };
    if (!(await isAdmin(db, username))) throw new Error(`The administrator ${username} does not exist.`);
    const unlocked = await db.transaction(async (tx) => {
      const wasLocked = await unlock(tx, name);
      if (wasLocked) await audit(tx, undefined, { event: "sign-in unlocked", ...name, id: null, name: name.key });
      return wasLocked;
    });
    output.result({ username, unlocked }, [`${username} ${unlocked ? "is unlocked" : "was not locked"}.`]);
  });
}

async function create(options: Options): Promise<void> {
  const output = new Output(options.json);
  await withPreparedDatabase(output, async (db) => {
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
