import type { Command } from "commander";
import { readConfig, settings, shownConfig } from "../config.js";
import { asJson, examples, type JsonOption } from "./options.js";
import { Output, table } from "./output.js";

export function addShowConfigCommand(program: Command): void {
  program
    .command("config:show")
    .summary("show the current settings")
    .description("Shows every setting with its value or default. Secrets are replaced by ***.")
    .addOption(asJson())
    .addHelpText(
      "after",
      examples("bin/portico config:show", "PORTICO_EDITION=commerce bin/portico config:show --json"),
    )
    .action(({ json }: JsonOption) => {
      const shown = shownConfig(readConfig());
      const rows = Object.entries(settings).map(([name, { about }]) => [name, asSet(shown[name]), about]);
      new Output(json).result(shown, table(rows));
    });
}

/** Formats a value as in the environment, or as a dash if there is none. */
function asSet(value: string | number | boolean | null | undefined): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === null || value === undefined || value === "" ? "-" : String(value);
}
