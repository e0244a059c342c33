import type { Command } from "commander";
import { MediaLibrary } from "../media/media-library.js";
import { openMediaStore } from "../media/media-store.js";
import { withReadyDatabase } from "./database-commands.js";
import { asJson, examples, type JsonOption, wholeNumber } from "./options.js";
import { counted, Output } from "./output.js";

interface SweepOptions extends JsonOption {
  readonly olderThan: number;
  readonly dryRun: boolean;
}

export function addMediaCommands(program: Command): void {
  program
    .command("media:sweep")
    .summary("remove files that no product has")
    .description(
      "Removes images and downloads that the database gave up and the storage still has, as the server does every minute; and " +
        "files that the database does not know: a process that was killed while it saved one leaves " +
        "one. They are never served, and take up room only. Never removes what a product has.",
    )
    .option("--older-than <hours>", "leave younger unknown files alone", wholeNumber(1), 24)
    .option("--dry-run", "list unknown files and remove nothing", false)
    .addOption(asJson())
    .addHelpText("after", examples("bin/portico media:sweep --dry-run", "bin/portico media:sweep --older-than 48"))
    .action(({ json, ...options }: SweepOptions) => sweep(new Output(json), options));
}

function sweep(output: Output, { olderThan, dryRun }: Omit<SweepOptions, "json">): Promise<void> {
  return withReadyDatabase(async (db, config) => {
    const { createLog } = await import("../process/log.js");
    const media = new MediaLibrary(db, openMediaStore(config), createLog(config));
    try {
      const removed = dryRun ? 0 : await media.removeDue();
      const { paths } = await media.sweep({ olderThan, dryRun });
      const verb = dryRun ? "Found" : "Removed";
      output.result({ removed, unknown: paths }, [
        ...(dryRun ? paths : []),
        ...(dryRun ? [] : [`Removed ${counted(removed, "file")} that the database gave up.`]),
        `${verb} ${counted(paths.length, "unknown file")}.`,
      ]);
    } finally {
      await media.stop();
    }
  });
}
