import type { Command } from "commander";
import { changeAdmin, deleteAdmin } from "../../api/auth/rights/manage-admins.js";
import { readAdminId, searchAdmins } from "../../api/auth/rights/rights.rows.js";
import { openWork } from "../../extras/prices/guard-rails/price-checks.js";
import type { Db } from "../../platform/db/database.js";
import { withPreparedDatabase, withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { Output, table } from "../output.js";
import { idOf as roleIdOf } from "./role-commands.js";

interface Options extends JsonOption {
  readonly adminUser?: string;
  readonly adminPassword?: string;
  readonly adminEmail?: string;
  readonly adminFirstname?: string;
  readonly adminLastname?: string;
  readonly adminRole?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

export function addManageAdminCommands(program: Command): void {
  addList(program);
  addUpdate(program);
  addDelete(program);
}

function addList(program: Command): void {
  program
    .command("admin:user:list")
    .summary("list the administrators")
    .description("Lists the administrators with their roles, without passwords.")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico admin:user:list"))
    .action(({ json }: JsonOption) =>
      withReadyDatabase(async (db) => {
        const { items } = await searchAdmins(db, {});
        const rows = items.map(({ id, username, email, role_name, is_active }) => [
          ...[String(id), username, email, role_name],
          is_active ? "" : "disabled",
        ]);
        new Output(json).result({ users: items }, table([["id", "user name", "email", "role", ""], ...rows]));
      }),
    );
}

function addUpdate(program: Command): void {
  program
    .command("admin:user:update")
    .summary("change an administrator")
    .description(
      "Changes the password, role, names or address of an administrator, or disables the account. A new password and disabling " +
        "end all tokens and sessions.",
    )
    .argument("<username>", "user name, case-insensitive")
    .option("--admin-user <name>", "new user name")
    .option("--admin-password <password>", "new password: at least 7 characters, letters and digits")
    .option("--admin-email <address>", "new email address")
    .option("--admin-firstname <name>", "new first name")
    .option("--admin-lastname <name>", "new last name")
    .option("--admin-role <role>", "name of another role")
    .option("--enable", "enable the account")
    .option("--disable", "disable the account")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico admin:user:update jane --admin-password 'horse8battery'",
        "bin/portico admin:user:update jane --disable",
      ),
    )
    .action((username: string, options: Options) => {
      const output = new Output(options.json);
      return withPreparedDatabase(output, async (db) => {
        const admin = await db.transaction(async (tx) =>
          changeAdmin(tx, { id: await idOf(tx, username), given: await adminFrom(tx, options) }),
        );
        output.result(admin, [`Changed administrator ${admin.username} (id ${admin.id}).`]);
      });
    });
}

function addDelete(program: Command): void {
  program
    .command("admin:user:delete")
    .summary("delete an administrator")
    .description(
      "Deletes an administrator and all of the account's tokens and sessions. Fails while the account has open bulks or " +
        "price proposals.",
    )
    .argument("<username>", "user name, case-insensitive")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico admin:user:delete jane"))
    .action((username: string, { json }: JsonOption) => {
      const output = new Output(json);
      return withPreparedDatabase(output, async (db) => {
        await db.transaction(async (tx) => deleteAdmin(tx, await idOf(tx, username), { openWork }));
        output.result({ username }, [`Deleted administrator ${username}.`]);
      });
    });
}

async function adminFrom(db: Db, { enable, disable, ...options }: Options) {
  if (enable && disable) throw new Error("Give either --enable or --disable.");
  return {
    username: options.adminUser ?? null,
    password: options.adminPassword ?? null,
    email: options.adminEmail ?? null,
    firstname: options.adminFirstname ?? null,
    lastname: options.adminLastname ?? null,
    role_id: options.adminRole === undefined ? null : await roleIdOf(db, options.adminRole),
    is_active: enable ? true : disable ? false : null,
  };
}

async function idOf(db: Db, username: string): Promise<number> {
  const id = await readAdminId(db, username);
  if (id === undefined)
    throw new Error(`The administrator ${username} does not exist. To list them: bin/portico admin:user:list`);
  return id;
}
