import { createHash } from "node:crypto";
import { placesOf } from "../rows/choose-winners.js";
import type { Plan } from "../rows/plan.js";

/** Returns a number that stands for a key. Different keys have the same one in a file of a million rows once in 500 files. */
export const hashOfKey = (key: string): number => createHash("sha1").update(key).digest().readUIntBE(0, 6);

/** The prices that a part of a file sets, or would set if they were not stored already. */
export interface PartPrices {
  readonly keys: readonly number[];
  /** For each key, the index of its row in the part. */
  readonly rows: readonly number[];
}

/** Returns the prices that a plan sets. */
export function pricesOf(plan: Plan): PartPrices {
  const rows = placesOf(plan);
  return { keys: rows.map((place) => hashOfKey(plan.keys[place] ?? "")), rows };
}
