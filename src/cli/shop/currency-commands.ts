import type { Command } from "commander";
import { readRates, deleteRate, setRates } from "../../commerce/directory/rate-rules.js";
import { withPreparedDatabase, withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { Output, table } from "../output.js";

export function addCurrencyCommands(program: Command): void {
  addList(program);
  addSet(program);
  addDelete(program);
}

function addList(program: Command): void {
  program
    .command("currency:rates:list")
    .summary("list the exchange rates")
    .description("Lists the exchange rates of currencies.")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico currency:rates:list"))
    .action(({ json }: JsonOption) =>
      withReadyDatabase(async (db) => {
        const rates = await readRates(db);
        const rows = rates.map(({ currency_from, currency_to, rate }) => [currency_from, currency_to, rate]);
        new Output(json).result({ rates }, table([["from", "to", "rate"], ...rows]));
      }),
    );
}

function addSet(program: Command): void {
  program
    .command("currency:rates:set")
    .summary("set an exchange rate")
    .description("Sets how many units of the second currency one unit of the first one is worth.")
    .argument("<from>", "ISO 4217 code, such as USD")
    .argument("<to>", "ISO 4217 code, such as EUR")
    .argument("<rate>", "rate greater than 0")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico currency:rates:set USD EUR 0.92"))
    .action((...given: [from: string, to: string, rate: string, options: JsonOption]) => {
      const [currency_from, currency_to, rate, { json }] = given;
      const output = new Output(json);
      return withPreparedDatabase(output, async (db) => {
        await db.transaction((tx) => setRates(tx, [{ currency_from, currency_to, rate }]));
        output.result({ currency_from, currency_to, rate }, ["Rate was saved."]);
      });
    });
}

function addDelete(program: Command): void {
  program
    .command("currency:rates:delete")
    .summary("delete an exchange rate")
    .description("Deletes an exchange rate. Fails while store views convert prices with it.")
    .argument("<from>", "ISO 4217 code, such as USD")
    .argument("<to>", "ISO 4217 code, such as EUR")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico currency:rates:delete USD EUR"))
    .action((from: string, to: string, { json }: JsonOption) => {
      const output = new Output(json);
      return withPreparedDatabase(output, async (db) => {
        await db.transaction((tx) => deleteRate(tx, { from, to }));
        output.result({ currency_from: from, currency_to: to }, ["Rate was deleted."]);
      });
    });
}
