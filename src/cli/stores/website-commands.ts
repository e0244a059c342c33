import type { Command } from "commander";
import { readWebsites } from "../../commerce/store/published.js";
import { changeWebsite, createWebsite, deleteWebsite } from "../../commerce/store/structure/websites.js";
import { changeStructure, idOf } from "./change-structure.js";
import { jsonOption, examples, type JsonOption, wholeNumber } from "../options.js";

interface WebsiteOptions extends JsonOption {
  readonly code?: string;
  readonly name?: string;
  readonly sortOrder?: number;
  readonly default?: boolean;
}

export function addWebsiteCommands(program: Command): void {
  addCreate(program);
  addUpdate(program);
  addDelete(program);
}

function addCreate(program: Command): void {
  program
    .command("store:website:create")
    .summary("create a website")
    .description("Creates a website. It has no stores yet: store:group:create makes the first one.")
    .requiredOption("--code <code>", "code: letters, digits and _, starting with a letter")
    .requiredOption("--name <name>", "name")
    .option("--sort-order <number>", "sort order in lists", wholeNumber(0))
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico store:website:create --code eu --name Europe"))
    .action((options: WebsiteOptions) =>
      changeStructure(options, async (db) => {
        const website = await createWebsite(db, websiteFrom(options));
        return { result: website, said: `Created website ${website.code} (id ${website.id}).` };
      }),
    );
}

function addUpdate(program: Command): void {
  program
    .command("store:website:update")
    .summary("change a website")
    .description("Changes the given fields of a website.")
    .argument("<code>", "code of the website")
    .option("--code <code>", "new code")
    .option("--name <name>", "new name")
    .option("--sort-order <number>", "sort order in lists", wholeNumber(0))
    .option("--default", "make it the default website")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico store:website:update eu --name 'European Union'"))
    .action((code: string, options: WebsiteOptions) =>
      changeStructure(options, async (db) => {
        const id = idOf(code, { what: "website", among: await readWebsites(db) });
        const website = await changeWebsite(db, { id, data: websiteFrom(options) });
        return { result: website, said: `Changed website ${website.code} (id ${id}).` };
      }),
    );
}

function addDelete(program: Command): void {
  program
    .command("store:website:delete")
    .summary("delete a website")
    .description(
      "Deletes a website with its settings. Fails, with the reason, while stores, products or anything else refer to it.",
    )
    .argument("<code>", "code of the website")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico store:website:delete eu"))
    .action((code: string, options: JsonOption) =>
      changeStructure(options, async (db) => {
        const id = idOf(code, { what: "website", among: await readWebsites(db) });
        await deleteWebsite(db, id);
        return { result: { id, code }, said: `Deleted website ${code} (id ${id}).` };
      }),
    );
}

const websiteFrom = ({ code, name, sortOrder, default: isDefault }: WebsiteOptions) => ({
  code: code ?? null,
  name: name ?? null,
  sort_order: sortOrder ?? null,
  is_default: isDefault ?? null,
});
