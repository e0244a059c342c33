import { titleOf, userTypeOf } from "../../auth/actor.js";
import type { Kernel } from "../../call/kernel.js";
import { warnOfFailure } from "../../../platform/process/outage-log.js";
import { readFinished } from "./finished-bulks.sql.js";

/** Logs a line for each bulk that has finished, with the counts of its operations. Never rejects. */
export async function logFinished({ db, log }: Pick<Kernel, "db" | "log">, bulks: readonly string[]): Promise<void> {
  if (!log.isLevelEnabled("info")) return;
  try {
    for (const { requestId, user_type, user_id, ...facts } of await readFinished(db, bulks)) {
      const caller = titleOf({ type: userTypeOf(user_type), id: user_id });
      log.info({ requestId, ...facts, caller }, "bulk finished");
    }
  } catch (error) {
    warnOfFailure(log, error, "failed to read the counts of finished bulks");
  }
}
