import type { Command } from "commander";
import { importGeonames } from "../../commerce/inventory/published.js";
import { withPreparedDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { Output } from "../output.js";

interface ImportOptions extends JsonOption {
  readonly from: string;
}

export function addInventoryCommands(program: Command): void {
  program
    .command("inventory-geonames:import")
    .summary("import postal codes with their locations")
    .description(
      "Replaces the postal codes of countries, which the offline provider uses to locate addresses, with those in a GeoNames " +
        "file: unpack the countries' files from https://download.geonames.org/export/zip/. Each country is replaced " +
        "as a whole or not at all.",
    )
    .argument("<countries...>", "two-letter codes of the countries")
    .requiredOption("--from <path>", "a file of postal codes, or a folder of files such as DE.txt")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico inventory-geonames:import DE FR --from geonames/",
        "bin/portico inventory-geonames:import US --from allCountries.txt",
      ),
    )
    .action((countries: string[], { json, from }: ImportOptions) => runImport(new Output(json), countries, from));
}

function runImport(output: Output, countries: readonly string[], from: string): Promise<void> {
  return withPreparedDatabase(output, async (db) => {
    const imported: Record<string, number> = {};
    for (const country of new Set(countries.map((code) => code.toUpperCase()))) {
      imported[country] = await importGeonames(db, country, from);
      output.say(`Importing ${country}: OK`);
    }
    output.result({ imported }, ["Done."]);
  });
}
