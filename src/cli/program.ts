import { readFileSync } from "node:fs";
import { Command } from "commander";
import { addCreateAdminCommand, addUnlockAdminCommand } from "./admin-commands.js";
import { addDatabaseCommands } from "./database-commands.js";
import { addIntegrationCommands } from "./integration-commands.js";
import { addMediaCommands } from "./media-commands.js";
import { addQueueCommands } from "./queue-commands.js";
import { addSampleDataCommand } from "./sample-data-command.js";
import { addSchemaExportCommand } from "./schema-export-command.js";
import { addServeCommand } from "./serve-command.js";
import { addShowConfigCommand } from "./show-config-command.js";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};

const help = `
Every command works with or without a running server, on the embedded database and on PostgreSQL.
Settings are environment variables: see \`config:show\`, README.md or .env.example.
Exit codes: 0 success, 1 failure, 2 wrong usage. LOG_LEVEL=debug shows the stack of a failure.

First steps:
  bin/portico serve                              start at http://127.0.0.1:8080
  bin/portico sampledata:deploy --products 1000  fill the catalogue
  bin/portico serve --help                       read about a command`;

/** Creates the command line. With `isForProgram`, Commander writes no errors of its own, because they are printed as JSON. */
export function createProgram(isForProgram: boolean): Command {
  const program = new Command("portico")
    .description("Portico: a Magento 2.4 compatible commerce web API.")
    .version(version)
    .usage("<command> [options]")
    .helpCommand(false)
    .showSuggestionAfterError()
    .showHelpAfterError("(see --help)")
    .configureHelp({ showGlobalOptions: false })
    .exitOverride()
    .addHelpText("after", help);
  if (isForProgram) program.configureOutput({ outputError: () => undefined, writeErr: () => undefined });
  addServeCommand(program);
  addDatabaseCommands(program);
  addCreateAdminCommand(program);
  addUnlockAdminCommand(program);
  addIntegrationCommands(program);
  addSampleDataCommand(program);
  addQueueCommands(program);
  addMediaCommands(program);
  addSchemaExportCommand(program);
  addShowConfigCommand(program);
  return program;
}
