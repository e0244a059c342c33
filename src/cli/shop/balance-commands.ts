import type { Command } from "commander";
import { findWrongBalances } from "../../commerce/balance/published.js";
import { withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { Output } from "../output.js";

export function addBalanceCommands(program: Command): void {
  program
    .command("balance:verify")
    .summary("compare balances with their entries")
    .description(
      "Compares every gift card, store credit and balance of reward points with the sum of its entries. Lists the " +
        "differences, and fails if there are any.",
    )
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico balance:verify --json"))
    .action(({ json }: JsonOption) => verify(new Output(json)));
}

function verify(output: Output): Promise<void> {
  return withReadyDatabase(async (db) => {
    const wrong = await findWrongBalances(db);
    const lines = wrong.map(
      ({ account_id, kind, balance, entries }) =>
        `Account ${account_id} (${kind}) has a balance of ${balance}, but its entries add up to ${entries}.`,
    );
    output.result({ wrong }, lines.length === 0 ? ["Every balance is the sum of its entries."] : lines);
    if (wrong.length > 0) process.exitCode = 1;
  });
}
