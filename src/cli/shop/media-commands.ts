import { imageOwner } from "../../commerce/catalog/published.sql.js";
import type { Command } from "commander";
import { MediaLibrary } from "../../platform/media/media-library.js";
import { openMediaStore } from "../../platform/media/open-media-store.js";
import { withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption, wholeNumber } from "../options.js";
import { pluralize, Output } from "../output.js";

interface SweepOptions extends JsonOption {
  readonly olderThan: number;
  readonly dryRun: boolean;
}

export function addMediaCommands(program: Command): void {
  program
    .command("media:sweep")
    .summary("remove unused files")
    .description(
      "Removes images and downloadable files that were deleted from the database, as the server does every minute, and " +
        "unknown files, which remain if a process is killed while saving. None of them are served. Never removes a file " +
        "that a product uses.",
    )
    .option("--older-than <hours>", "keep unknown files younger than this", wholeNumber(1), 24)
    .option("--dry-run", "list unknown files without removing anything", false)
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico media:sweep --dry-run", "bin/portico media:sweep --older-than 48"))
    .action(({ json, ...options }: SweepOptions) => sweep(new Output(json), options));
}

function sweep(output: Output, { olderThan, dryRun }: Omit<SweepOptions, "json">): Promise<void> {
  return withReadyDatabase(async (db, config) => {
    const { createLog } = await import("../../platform/process/log.js");
    const media = new MediaLibrary(db, openMediaStore(config), { log: createLog(config), owner: imageOwner });
    try {
      const removed = dryRun ? 0 : await media.removeDue();
      const { paths } = await media.sweep({ olderThan, dryRun });
      const verb = dryRun ? "Found" : "Removed";
      output.result({ removed, unknown: paths }, [
        ...(dryRun ? paths : []),
        ...(dryRun ? [] : [`Removed ${pluralize(removed, "deleted file")}.`]),
        `${verb} ${pluralize(paths.length, "unknown file")}.`,
      ]);
    } finally {
      await media.stop();
    }
  });
}
