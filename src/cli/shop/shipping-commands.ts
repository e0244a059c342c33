import { readFile, writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { exportTableRates, importTableRates } from "../../commerce/checkout/published.js";
import { withPreparedDatabase, withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { pluralize, Output } from "../output.js";

interface TableOptions extends JsonOption {
  readonly website: string;
  readonly condition?: string;
}

const website = () => new Option("--website <code>", "code of the website").default("base");
const condition = () =>
  new Option(
    "--condition <name>",
    "condition of the rates; default: the setting carriers/tablerate/condition_name",
  ).choices(["package_weight", "package_value_with_discount", "package_qty"]);

export function addShippingCommands(program: Command): void {
  program
    .command("shipping:tablerates:import")
    .summary("import the table rates of a website")
    .description(
      "Replaces the table rates of a website with those in a CSV file in Magento's format: country, region, postal code, " +
        "minimum weight, subtotal or number of items, and price. If lines are invalid, nothing is imported, and all invalid " +
        "lines are listed.",
    )
    .argument("<file>", "the CSV file")
    .addOption(website())
    .addOption(condition())
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico shipping:tablerates:import tablerates.csv --website base"))
    .action(async (file: string, { json, ...table }: TableOptions) => {
      const output = new Output(json);
      const text = await readText(file);
      await withPreparedDatabase(output, async (db) => {
        const imported = await importTableRates(db, table, text);
        output.result({ imported }, [`Imported ${pluralize(imported, "rate")}.`]);
      });
    });
  program
    .command("shipping:tablerates:export")
    .summary("export the table rates of a website")
    .description("Writes the table rates of a website to a CSV file that can be imported again.")
    .argument("<file>", "the CSV file to write")
    .addOption(website())
    .addOption(condition())
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico shipping:tablerates:export tablerates.csv --website base"))
    .action(async (file: string, { json, ...table }: TableOptions) => {
      const text = await withReadyDatabase((db) => exportTableRates(db, table));
      await writeFile(file, text);
      const exported = text.split("\n").length - 2;
      new Output(json).result({ exported }, [`Exported ${pluralize(exported, "rate")} to ${file}.`]);
    });
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
