import type { Command } from "commander";
import { readConfig, settings, shownConfig } from "../config.js";
import { asJson, type JsonOption } from "./options.js";
import { Output, table } from "./output.js";

export function addShowConfigCommand(program: Command): void {
  program
    .command("config:show")
    .summary("show the settings in effect")
    .description("Shows every setting with its value from the environment or its default. Secrets are replaced by ***.")
    .addOption(asJson())
    .action(({ json }: JsonOption) => {
      const shown = shownConfig(readConfig());
      const rows = Object.entries(settings).map(([name, { about }]) => [name, String(shown[name] ?? "-"), about]);
      new Output(json).result(shown, table(rows));
    });
}
