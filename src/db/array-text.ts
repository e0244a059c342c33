import { mapInSlices } from "../process/slices.js";

/**
 * Writes a value for a parameter of type `text[]` in slices. A list of ten thousand texts, given as it is, would be written at
 * once.
 */
export async function arrayText(items: readonly string[]): Promise<string> {
  const quoted = await mapInSlices(items, (item) => `"${item.replace(/["\\]/g, "\\$&")}"`);
  return `{${quoted.join(",")}}`;
}
