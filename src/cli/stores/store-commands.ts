import type { Command } from "commander";
import { readStoreGroups, readStoreViews, readWebsites } from "../../commerce/store/published.js";
import { withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { Output, table } from "../output.js";
import { addStoreGroupCommands } from "./store-group-commands.js";
import { addStoreViewCommands } from "./store-view-commands.js";
import { addWebsiteCommands } from "./website-commands.js";

export function addStoreCommands(program: Command): void {
  addList(program);
  addWebsiteCommands(program);
  addStoreGroupCommands(program);
  addStoreViewCommands(program);
}

function addList(program: Command): void {
  program
    .command("store:list")
    .summary("list websites, stores and store views")
    .description("Lists the websites, the stores of each and their store views, with ids and codes.")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico store:list"))
    .action(({ json }: JsonOption) =>
      withReadyDatabase(async (db) => {
        const [websites, groups, views] = [await readWebsites(db), await readStoreGroups(db), await readStoreViews(db)];
        const rows = [
          ...websites.map(({ id, code, name }) => ["website", String(id), code, name, ""]),
          ...groups.map(({ id, code, name, website_id }) => ["store", String(id), code, name, `website ${website_id}`]),
          ...views.map(({ id, code, name, store_group_id: group, is_active }) => [
            ...["store view", String(id), code, name],
            `store ${group}${is_active === 1 ? "" : ", disabled"}`,
          ]),
        ];
        new Output(json).result({ websites, groups, views }, table([["", "id", "code", "name", "of"], ...rows]));
      }),
    );
}
