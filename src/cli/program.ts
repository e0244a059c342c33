import { Command } from "commander";
import { version } from "../platform/process/version.js";
import { report } from "./failure.js";
import { asTyped } from "./output.js";

const help = `
Most commands work with or without a running server, on the embedded database and on PostgreSQL. The help of a
command says if it needs more.
Settings are environment variables: see \`config:show\`, docs/settings.md or .env.example.
Exit codes: 0 success, 1 failure, 2 wrong usage. LOG_LEVEL=debug shows the stack trace of a failure.

First steps:
  bin/portico serve                              start at http://127.0.0.1:8080
  bin/portico sampledata:deploy --products 1000  fill the catalog
  bin/portico serve --help                       read about a command`;

type AddCommands = (program: Command) => void;

/** The commands by the prefix of their names, in the order of the help. */
const commands: readonly (readonly [names: string, load: () => Promise<AddCommands>])[] = [
  ["serve", async () => (await import("./processes/serve-command.js")).addServeCommand],
  ["db:", async () => (await import("./database/database-commands.js")).addDatabaseCommands],
  ["db:", async () => (await import("./database/backup-commands.js")).addBackupCommands],
  ["admin:", async () => (await import("./access/admin-commands.js")).addAdminCommands],
  ["store:", async () => (await import("./stores/store-commands.js")).addStoreCommands],
  ["currency:", async () => (await import("./shop/currency-commands.js")).addCurrencyCommands],
  ["integration:", async () => (await import("./access/integration-commands.js")).addIntegrationCommands],
  ["security:", async () => (await import("./access/second-factor-commands.js")).addSecondFactorCommands],
  ["secrets:", async () => (await import("./access/secrets-commands.js")).addSecretsCommands],
  ["sampledata:", async () => (await import("./database/sample-data-command.js")).addSampleDataCommand],
  ["queue:", async () => (await import("./processes/queue-commands.js")).addQueueCommands],
  ["mail:", async () => (await import("./shop/mail-commands.js")).addMailCommands],
  ["media:", async () => (await import("./shop/media-commands.js")).addMediaCommands],
  ["inventory-geonames:", async () => (await import("./shop/inventory-commands.js")).addInventoryCommands],
  ["inventory:", async () => (await import("./shop/reservation-commands.js")).addReservationCommands],
  ["balance:", async () => (await import("./shop/balance-commands.js")).addBalanceCommands],
  ["schema:", async () => (await import("./magento/schema-export-command.js")).addSchemaExportCommand],
  ["shipping:", async () => (await import("./shop/shipping-commands.js")).addShippingCommands],
  ["events:", async () => (await import("./processes/event-commands.js")).addEventCommands],
  ["prices:", async () => (await import("./prices/price-commands.js")).addPriceCommands],
  ["magento:", async () => (await import("./magento/import-commands.js")).addImportCommands],
  ["compat:", async () => (await import("./magento/replay-command.js")).addReplayCommand],
  ["config:", async () => (await import("./shop/config-commands.js")).addConfigCommands],
  ["extension:", async () => (await import("./extensions/extension-commands.js")).addExtensionCommands],
];

/** The commands of extensions. */
const ownCommands = async () => (await import("./extensions/own-commands.js")).addOwnCommands;

/**
 * Creates the command line. With the name of a command, it has only the commands with the same prefix, because loading
 * all of them takes longer than starting a server. With `isForProgram`, Commander prints no errors itself, because they
 * are printed as JSON.
 */
export async function createProgram(isForProgram: boolean, name = ""): Promise<Command> {
  const program = new Command("portico")
    .description("Portico: a Magento 2.4 compatible commerce web API.")
    .version(version)
    .usage("<command> [options]")
    .helpCommand(false)
    .showSuggestionAfterError()
    .showHelpAfterError("(see --help)")
    .configureHelp({ showGlobalOptions: false })
    .exitOverride()
    .configureOutput({ writeOut: (text) => void process.stdout.write(asTyped(text)) })
    .addHelpText("after", help);
  if (isForProgram) program.configureOutput({ outputError: () => undefined, writeErr: () => undefined });
  const named = commands.filter(([names]) => name.startsWith(names));
  const loading = (named.length > 0 ? named : commands).map(([, load]) => load());
  if (named.length === 0 && process.env["PORTICO_EXTENSIONS"]) loading.push(ownCommands());
  for (const add of await Promise.all(loading)) add(program);
  return program;
}

/** Runs a command. Sets the exit code of the process, and writes a failure to standard error. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const isForProgram = args.includes("--json");
  try {
    await (await createProgram(isForProgram, args[0])).parseAsync([...args], { from: "user" });
  } catch (error) {
    process.exitCode = report(error, isForProgram);
  }
}
