import type { Command } from "commander";
import { addRole, changeRole, deleteRole } from "../../api/auth/rights/manage-roles.js";
import { readRoleNamed, searchRoles } from "../../api/auth/rights/rights.rows.js";
import type { Db } from "../../platform/db/database.js";
import { withPreparedDatabase, withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { Output, table } from "../output.js";

interface RoleOptions extends JsonOption {
  readonly name?: string;
  readonly resources?: string;
}

export function addRoleCommands(program: Command): void {
  addList(program);
  addCreate(program);
  addUpdate(program);
  addDelete(program);
}

function addList(program: Command): void {
  program
    .command("admin:role:list")
    .summary("list the roles of administrators")
    .description("Lists the roles and their resources.")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico admin:role:list"))
    .action(({ json }: JsonOption) =>
      withReadyDatabase(async (db) => {
        const { items } = await searchRoles(db, {});
        const rows = items.map(({ id, name, resources }) => [String(id), name, resources.join(", ")]);
        new Output(json).result({ roles: items }, table([["id", "name", "resources"], ...rows]));
      }),
    );
}

function addCreate(program: Command): void {
  program
    .command("admin:role:create")
    .summary("create a role of administrators")
    .description("Creates a role with resources of the permission tree, which GET /V1/permissions lists.")
    .requiredOption("--name <name>", "unique name")
    .requiredOption("--resources <ids>", "resource ids, separated by commas")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico admin:role:create --name Buyers --resources Magento_Catalog::products,Magento_Tax::manage_tax",
      ),
    )
    .action((options: RoleOptions) => {
      const output = new Output(options.json);
      return withPreparedDatabase(output, async (db) => {
        const role = await db.transaction((tx) => addRole(tx, roleFrom(options)));
        output.result(role, [`Created role ${role.name} (id ${role.id}).`]);
      });
    });
}

function addUpdate(program: Command): void {
  program
    .command("admin:role:update")
    .summary("change a role of administrators")
    .description(
      "Changes the name or the resources of a role. Its members have the new permissions from their next call.",
    )
    .argument("<name>", "name of the role")
    .option("--name <name>", "new name")
    .option("--resources <ids>", "all resource ids of the role, separated by commas")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico admin:role:update Buyers --resources Magento_Catalog::products"))
    .action((name: string, options: RoleOptions) => {
      const output = new Output(options.json);
      return withPreparedDatabase(output, async (db) => {
        const role = await db.transaction(async (tx) =>
          changeRole(tx, { id: await idOf(tx, name), given: roleFrom(options) }),
        );
        output.result(role, [`Changed role ${role.name} (id ${role.id}).`]);
      });
    });
}

function addDelete(program: Command): void {
  program
    .command("admin:role:delete")
    .summary("delete a role of administrators")
    .description("Deletes a role. Fails while administrators have it, and names them.")
    .argument("<name>", "name of the role")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico admin:role:delete Buyers"))
    .action((name: string, { json }: JsonOption) => {
      const output = new Output(json);
      return withPreparedDatabase(output, async (db) => {
        await db.transaction(async (tx) => deleteRole(tx, await idOf(tx, name)));
        output.result({ name }, [`Deleted role ${name}.`]);
      });
    });
}

const roleFrom = ({ name, resources }: RoleOptions) => ({
  name: name ?? null,
  resources: resources?.split(",").map((id) => id.trim()) ?? null,
});

/** Returns the id of a role by its name. Throws for an unknown name. */
export async function idOf(db: Db, name: string): Promise<number> {
  const role = await readRoleNamed(db, name);
  if (!role) throw new Error(`The role ${name} does not exist. To list them: bin/portico admin:role:list`);
  return role.id;
}
