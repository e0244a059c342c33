import type { Logger } from "pino";
import type { Config } from "../../config.js";
import { removeInBatches } from "../db/bounded-removal.js";
import type { Db } from "../db/database.js";
import { warnOfFailure } from "../process/outage-log.js";
import { Recurring } from "../process/recurring.js";
import { forgetGone } from "./media-files.rows.js";
import type { MediaLibrary } from "./media-library.js";

/** Milliseconds between two looks: an hour. */
const pause = 3_600_000;

export interface SweepDependencies {
  readonly db: Db;
  readonly log: Logger;
  readonly config: Pick<Config, "PORTICO_MEDIA_SWEEP_DAYS">;
  readonly media: Pick<MediaLibrary, "sweep" | "isSweepDue">;
}

/**
 * Removes what product images leave behind: the rows of images that are gone for long, and, at intervals of days, files that
 * have no row because a process died. One process does it at a time.
 */
export const mediaSweeps = ({ db, log, config, media }: SweepDependencies): Recurring =>
  new Recurring(
    async (isStopping) => {
      await removeInBatches((limit) => forgetGone(db, limit), isStopping);
      const days = config.PORTICO_MEDIA_SWEEP_DAYS;
      if (days === 0 || !(await media.isSweepDue(days))) return;
      const { paths } = await media.sweep({ olderThan: days * 24 });
      if (paths.length > 0) log.info({ files: paths.length }, "removed files without a row");
    },
    { pause, onError: (error) => warnOfFailure(log, error, "failed to remove files without a row, will retry") },
  );
