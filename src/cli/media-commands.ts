import type { Command } from "commander";
import { MediaLibrary } from "../media/media-library.js";
import { openMediaStore } from "../media/media-store.js";
import { withDatabase } from "./database-commands.js";
import { asJson, type JsonOption, wholeNumber } from "./options.js";
import { Output } from "./output.js";

interface SweepOptions extends JsonOption {
  readonly olderThan: number;
  readonly dryRun: boolean;
}

export function addMediaCommands(program: Command): void {
  program
    .command("media:sweep")
    .summary("remove files that no product has")
    .description(
      "Removes images and downloads that the database gave up and the storage still has, as the server does every minute; and\n" +
        "files that the database does not know: a process that was killed while it saved one leaves\n" +
        "one. They are never served, and take up room only. Never removes what a product has.",
    )
    .option("--older-than <hours>", "leave younger unknown files alone", wholeNumber(1), 24)
    .option("--dry-run", "list unknown files and remove nothing", false)
    .addOption(asJson())
    .action(({ json, ...options }: SweepOptions) => sweep(new Output(json), options));
}

function sweep(output: Output, { olderThan, dryRun }: Omit<SweepOptions, "json">): Promise<void> {
  return withDatabase(async (db, config) => {
    const { createLog } = await import("../log.js");
    const media = new MediaLibrary(db, openMediaStore(config), createLog(config));
    try {
      const removed = dryRun ? 0 : await media.removeDue();
      const { paths } = await media.sweep({ olderThan, dryRun });
      const verb = dryRun ? "Found" : "Removed";
      output.result({ removed, unknown: paths }, [
        ...(dryRun ? paths : []),
        ...(dryRun ? [] : [`Removed ${removed} files that the database gave up.`]),
        `${verb} ${paths.length} unknown files.`,
      ]);
    } finally {
      await media.stop();
    }
  });
}
