import { notFound } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { describeReading } from "./describe-reading.js";
import { countImport, findImport, type ImportCounts, type Policy, type StoredImport } from "./imports.rows.js";
import type { PriceImport } from "./price-files.types.js";

/** Returns the import of a bulk. Throws 404 if the bulk has none. */
export async function importOf(db: Db, bulkUuid: string): Promise<StoredImport> {
  const found = uuid.test(bulkUuid) ? await findImport(db, bulkUuid) : undefined;
  if (!found) throw notFound("There is no import with the bulk uuid %bulkUuid.", { bulkUuid });
  return found;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Returns the state and the row counts of the import of a bulk. Throws 404 if the bulk has none. */
export async function describeImport(db: Db, bulkUuid: string): Promise<PriceImport> {
  const { id, policy, format, rows } = await importOf(db, bulkUuid);
  const { queued, rejected, broken, warned: warnings, ...counted } = await countImport(db, id, bulkUuid);
  const state = stateOf({ ...counted, queued, rejected, broken }, policy);
  const counts = state === "canceled" ? withoutOpen(counted) : counted;
  const head = { bulk_uuid: bulkUuid.toLowerCase(), state, policy: textOf(policy), format: format.reading.source };
  return { ...head, rows, ...counts, warnings, ...describeReading(format) };
}

/** Counts the open rows of a canceled import as skipped, because they will never be applied. */
const withoutOpen = <Counts extends Pick<ImportCounts, "skipped" | "open">>(counts: Counts): Counts => ({
  ...counts,
  skipped: counts.skipped + counts.open,
  open: 0,
});

function stateOf(
  { queued, rejected, broken, failed }: Omit<ImportCounts, "warned">,
  { name, stopAfter }: Policy,
): string {
  if (queued > 0) return "running";
  if (rejected > 0) return "canceled";
  if (broken > 0) return "failed";
  if (name === "all-or-nothing" && failed > 0) return "rejected";
  return stopAfter !== null && failed >= stopAfter ? "stopped" : "complete";
}

const textOf = ({ name, stopAfter }: Policy) => (stopAfter === null ? name : `${name}:${stopAfter}`);
