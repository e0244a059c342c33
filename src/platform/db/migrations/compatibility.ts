import { version } from "../../process/version.js";
import type { Migration } from "./migration-files.js";

/** The last migration that was written before the rule that migrations only expand the schema or say that they do not. */
export const lastUnruled = "0083_fields_of_customers_and_carts";

/** The comment of a contract step: the release since which no code uses what it removes or forbids. */
export const contractStep = /^-- Contract: unused since (\d+\.\d+\.\d+)\b/m;

const expands = "expand";
const contracts = "contract ";

/**
 * Returns the mark that is stored with an applied migration, so that processes of releases without its file know whether they
 * can go on; null for one that was written before the rule.
 */
export function compatibilityMarkOf({ name, sql }: Pick<Migration, "name" | "sql">): string | null {
  if (name <= lastUnruled) return null;
  const since = contractStep.exec(sql)?.[1];
  return since === undefined ? expands : contracts + since;
}

/** Whether this release works with an applied migration that it does not know, according to its mark. */
export function isCompatible(mark: string | null, own = version): boolean {
  if (mark === expands) return true;
  if (mark?.startsWith(contracts) !== true) return false;
  return compareReleases(own, mark.slice(contracts.length)) >= 0;
}

/** Compares the numbers of releases, without what follows a hyphen. */
function compareReleases(one: string, other: string): number {
  const [ours, theirs] = [one, other].map((release) => (release.split("-")[0] ?? "").split(".").map(Number));
  const differences = (ours ?? []).map((number, position) => number - (theirs?.[position] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
