import type { Command } from "commander";
import type { Db } from "../../platform/db/database.js";
import { readStoreGroups, readStoreViews } from "../../commerce/store/published.js";
import { changeView, createView, deleteView } from "../../commerce/store/structure/store-views.js";
import { changeStructure, idOf } from "./change-structure.js";
import { jsonOption, examples, type JsonOption, wholeNumber } from "../options.js";

interface ViewOptions extends JsonOption {
  readonly code?: string;
  readonly name?: string;
  readonly group?: string;
  readonly sortOrder?: number;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

export function addStoreViewCommands(program: Command): void {
  addCreate(program);
  addUpdate(program);
  addDelete(program);
}

function addCreate(program: Command): void {
  program
    .command("store:view:create")
    .summary("create a store view")
    .description("Creates a store view. Running servers answer at /rest/<code>/V1 immediately.")
    .requiredOption("--code <code>", "code, as in paths: letters, digits and _, starting with a letter")
    .requiredOption("--name <name>", "name")
    .option("--group <code>", "code of the store; default: the default store")
    .option("--sort-order <number>", "sort order in lists", wholeNumber(0))
    .option("--disable", "create it disabled")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico store:view:create --code es --name Spanish"))
    .action((options: ViewOptions) =>
      changeStructure(options, async (db) => {
        const view = await createView(db, await viewFrom(db, options));
        return { result: view, said: `Created store view ${view.code} (id ${view.id}).` };
      }),
    );
}

function addUpdate(program: Command): void {
  program
    .command("store:view:update")
    .summary("change a store view")
    .description("Changes the given fields of a store view. Running servers see the change within two seconds.")
    .argument("<code>", "code of the store view")
    .option("--code <code>", "new code")
    .option("--name <name>", "new name")
    .option("--group <code>", "code of another store")
    .option("--sort-order <number>", "sort order in lists", wholeNumber(0))
    .option("--enable", "enable it")
    .option("--disable", "disable it")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico store:view:update fr --name Français"))
    .action((code: string, options: ViewOptions) =>
      changeStructure(options, async (db) => {
        const id = idOf(code, { what: "store view", among: await readStoreViews(db) });
        const view = await changeView(db, { id, data: await viewFrom(db, options) });
        return { result: view, said: `Changed store view ${view.code} (id ${id}).` };
      }),
    );
}

function addDelete(program: Command): void {
  program
    .command("store:view:delete")
    .summary("delete a store view")
    .description(
      "Deletes a store view with its settings. Fails, with the reason, while orders, customers, texts or anything else refer to it.",
    )
    .argument("<code>", "code of the store view")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico store:view:delete fr"))
    .action((code: string, options: JsonOption) =>
      changeStructure(options, async (db) => {
        const id = idOf(code, { what: "store view", among: await readStoreViews(db) });
        await deleteView(db, id);
        return { result: { id, code }, said: `Deleted store view ${code} (id ${id}).` };
      }),
    );
}

async function viewFrom(db: Db, { enable, disable, ...options }: ViewOptions) {
  if (enable && disable) throw new Error("Give either --enable or --disable.");
  const group = options.group && idOf(options.group, { what: "store", among: await readStoreGroups(db) });
  return {
    code: options.code ?? null,
    name: options.name ?? null,
    store_group_id: group || null,
    sort_order: options.sortOrder ?? null,
    is_active: enable ? 1 : disable ? 0 : null,
  };
}
