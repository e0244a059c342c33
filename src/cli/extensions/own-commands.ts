import type { Command } from "commander";
import { readConfig } from "../../config.js";
import type { ExtensionCommand } from "../../extras/extensions/extension.types.js";
import { loadExtensions } from "../../extras/extensions/loading/load-extensions.js";
import { systemContext } from "../../extras/extensions/services/contexts.js";
import { extensionServices } from "../../extras/extensions/services/services.js";
import { withReadyDatabase } from "../database/database-commands.js";
import { Output } from "../output.js";

/** Adds the commands of the extensions. */
export function addOwnCommands(program: Command): void {
  for (const extension of loadExtensions(readConfig())) {
    for (const command of extension.commands ?? []) {
      program
        .command(command.name)
        .summary(command.description)
        .description(command.description)
        .argument("[args...]", "arguments of the command")
        .allowUnknownOption()
        .action((args: string[]) => run(command, args));
    }
  }
}

/** Runs a command in one transaction: if it throws, nothing is changed. */
const run = (command: ExtensionCommand, args: readonly string[]): Promise<void> =>
  withReadyDatabase(async (db, config) => {
    const [{ createServices }, { createLog }] = await Promise.all([
      import("../../services.js"),
      import("../../platform/process/log.js"),
    ]);
    const { kernel, routes, stop, bulk, media } = createServices(
      config,
      db,
      createLog({ ...config, LOG_LEVEL: "error" }),
    );
    try {
      const lines = await db.unlimited.transaction(async (tx) =>
        command.run(args, await systemContext(kernel, tx), extensionServices(kernel, routes)),
      );
      new Output(false).result({}, lines);
    } finally {
      stop();
      await bulk.stop();
      await media.stop();
    }
  });
