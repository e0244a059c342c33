import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A known flaky test. In CI it is skipped, and the report names it with its reason. */
export interface Quarantined {
  /** The path of its file, such as `test/api/bulk/retries.test.ts`. */
  readonly file: string;
  /** Its title as the file has it, without those of the blocks around it. */
  readonly title: string;
  /** The day on which it was entered, such as `2026-03-31`. */
  readonly since: string;
  readonly reason: string;
}

const root = join(import.meta.dirname, "../..");

export const quarantine = JSON.parse(readFileSync(join(root, "test/quarantine.json"), "utf8")) as Quarantined[];

/** The limits of the list: it is a place to wait in, not to stay in. */
const most = { entries: 5, days: 30 };

/** Returns the note of a test that is skipped for now. Elsewhere than in CI all tests run. */
export function quarantineNote(file: string, title: string, entries: readonly Quarantined[] = quarantine) {
  if (!process.env["CI"]) return undefined;
  const entry = entries.find((candidate) => candidate.title === title && join(root, candidate.file) === file);
  return entry && `in quarantine since ${entry.since}: ${entry.reason}`;
}

/** Returns what is wrong with a list of quarantined tests at a time. */
export function faultsOf(entries: readonly Quarantined[], now: Date): string[] {
  const tooMany = entries.length > most.entries ? [`more than ${most.entries} entries`] : [];
  return [...tooMany, ...entries.flatMap((entry) => faultOf(entry, now) ?? [])];
}

function faultOf({ file, title, since, reason }: Quarantined, now: Date): string | undefined {
  const path = join(root, file);
  if (!existsSync(path) || !readFileSync(path, "utf8").includes(`"${title}"`)) return `${file} has no test "${title}"`;
  if (reason.trim() === "") return `"${title}" has no reason`;
  const days = (now.getTime() - Date.parse(since)) / 86_400_000;
  // Whatever is not a date gives NaN, which is not within the limits either.
  return days >= 0 && days <= most.days ? undefined : `"${title}" is not from the last ${most.days} days: ${since}`;
}
