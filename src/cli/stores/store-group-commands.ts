import type { Command } from "commander";
import type { Db } from "../../platform/db/database.js";
import { readStoreGroups, readStoreViews, readWebsites } from "../../commerce/store/published.js";
import { changeGroup, createGroup, deleteGroup } from "../../commerce/store/structure/store-groups.js";
import { changeStructure, idOf } from "./change-structure.js";
import { jsonOption, examples, type JsonOption, wholeNumber } from "../options.js";

interface GroupOptions extends JsonOption {
  readonly code?: string;
  readonly name?: string;
  readonly website?: string;
  readonly rootCategory?: number;
  readonly defaultView?: string;
}

export function addStoreGroupCommands(program: Command): void {
  addCreate(program);
  addUpdate(program);
  addDelete(program);
}

function addCreate(program: Command): void {
  program
    .command("store:group:create")
    .summary("create a store")
    .description("Creates a store of a website. It has no store views yet: store:view:create makes the first one.")
    .requiredOption("--code <code>", "code: letters, digits, _ and -, starting with a letter")
    .requiredOption("--name <name>", "name")
    .option("--website <code>", "code of the website; default: the default website")
    .option("--root-category <id>", "id of the root category; default: that of the default store", wholeNumber(1))
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico store:group:create --code eu_store --name 'Europe' --website eu"))
    .action((options: GroupOptions) =>
      changeStructure(options, async (db) => {
        const group = await createGroup(db, await groupFrom(db, options));
        return { result: group, said: `Created store ${group.code} (id ${group.id}).` };
      }),
    );
}

function addUpdate(program: Command): void {
  program
    .command("store:group:update")
    .summary("change a store")
    .description("Changes the given fields of a store. Its store views follow it to another website.")
    .argument("<code>", "code of the store")
    .option("--code <code>", "new code")
    .option("--name <name>", "new name")
    .option("--website <code>", "code of another website")
    .option("--root-category <id>", "id of another root category", wholeNumber(1))
    .option("--default-view <code>", "code of its default store view")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico store:group:update eu_store --default-view fr"))
    .action((code: string, options: GroupOptions) =>
      changeStructure(options, async (db) => {
        const id = idOf(code, { what: "store", among: await readStoreGroups(db) });
        const group = await changeGroup(db, { id, data: await groupFrom(db, options) });
        return { result: group, said: `Changed store ${group.code} (id ${id}).` };
      }),
    );
}

function addDelete(program: Command): void {
  program
    .command("store:group:delete")
    .summary("delete a store")
    .description("Deletes a store. Fails while it has store views.")
    .argument("<code>", "code of the store")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico store:group:delete eu_store"))
    .action((code: string, options: JsonOption) =>
      changeStructure(options, async (db) => {
        const id = idOf(code, { what: "store", among: await readStoreGroups(db) });
        await deleteGroup(db, id);
        return { result: { id, code }, said: `Deleted store ${code} (id ${id}).` };
      }),
    );
}

const groupFrom = async (db: Db, options: GroupOptions) => ({
  code: options.code ?? null,
  name: options.name ?? null,
  website_id:
    options.website === undefined ? null : idOf(options.website, { what: "website", among: await readWebsites(db) }),
  root_category_id: options.rootCategory ?? null,
  default_store_id:
    options.defaultView === undefined
      ? null
      : idOf(options.defaultView, { what: "store view", among: await readStoreViews(db) }),
});
