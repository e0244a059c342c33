import { readFileSync } from "node:fs";

/** By rows of `docs/differences.md`: the numbers of the steps that differ for its reason, by domain and story. */
export type KnownDifferences = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

const knownDifferencesFile = new URL("known-differences.json", import.meta.url);

export const readKnownDifferences = (): KnownDifferences =>
  JSON.parse(readFileSync(knownDifferencesFile, "utf8")) as KnownDifferences;

/** Returns the numbers of the steps of a story that are known to differ, in order. */
export const knownIn = (known: KnownDifferences, story: string): readonly number[] =>
  Object.values(known)
    .flatMap((stories) => stories[story] ?? [])
    .sort((a, b) => a - b);
