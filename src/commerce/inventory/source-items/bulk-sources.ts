import { couldNotSave, type Reason, validationFailed } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { isOutOfRange } from "../../../platform/db/sql-errors.js";
import { defaultSource, sourceKey } from "../sources/source-rules.js";
import { readKnownSources } from "../sources/sources.rows.js";
import { copyRowsToStockItems, lockStockItems } from "../stock-item/default-source.sql.js";
import { addEmptyRows, emptyRows, fillFromOrigin, lockRows, readStockedSkus, removePairs } from "./bulk-sources.sql.js";
import { keyOf } from "../../../platform/db/models.js";

/** Assigns products to sources and returns the number of new pairs. Throws 400 with a reason for each unknown source. */
export async function assignSources(db: Db, skus: readonly string[], codes: readonly string[]): Promise<number> {
  const sources = await requireKnownSources(db, codes);
  return addEmptyRows(db, await readStockedSkus(db, skuKeys(skus)), sources);
}

/** Unassigns SKUs from sources and returns the number of removed pairs. Throws as `assignSources` does. */
export async function unassignSources(db: Db, skus: readonly string[], codes: readonly string[]): Promise<number> {
  const sources = await requireKnownSources(db, codes);
  const keys = skuKeys(skus);
  return withStockItems(db, { keys, sources }, async () => {
    await lockRows(db, keys, sources);
    return removePairs(db, keys, sources);
  });
}

export interface Transfer {
  readonly skus: readonly string[];
  readonly originSource: string;
  readonly destinationSource: string;
  readonly unassignFromOrigin: boolean;
}

/** Moves the whole stock of products from one source to another. Throws 400 with every rule that the sources break. */
export async function transferSource(db: Db, transfer: Transfer): Promise<true> {
  const { origin, destination } = await transferSources(db, transfer);
  const keys = await readStockedSkus(db, skuKeys(transfer.skus));
  await withStockItems(db, { keys, sources: [origin, destination] }, async () => {
    await lockRows(db, keys, [origin, destination]);
    await fillFromOrigin(db, keys, { origin, destination }).catch((error: unknown) => {
      throw isOutOfRange(error) ? couldNotSave("Could not save Source Item", error) : error;
    });
    await addEmptyRows(db, keys, [destination]);
    if (transfer.unassignFromOrigin) await removePairs(db, keys, [origin]);
    else await emptyRows(db, keys, origin);
  });
  return true;
}

const skuKeys = (skus: readonly string[]): string[] => [...new Set(skus.map((sku) => keyOf(sku)))];

/** Runs a write of source items and, if it concerns the default source, updates the stock items. */
export async function withStockItems<Result>(
  db: Db,
  { keys, sources }: { readonly keys: readonly string[]; readonly sources: readonly string[] },
  write: () => Promise<Result>,
): Promise<Result> {
  if (!sources.includes(defaultSource)) return write();
  const settings = await lockStockItems(db, keys);
  const result = await write();
  await copyRowsToStockItems(db, keys, settings);
  return result;
}

async function requireKnownSources(db: Db, codes: readonly string[]): Promise<string[]> {
  const known = await readKnownSources(db, codes);
  const unknown = [...new Set(codes)].filter((code) => !known.has(sourceKey(code)));
  if (unknown.length > 0) throw validationFailed(unknown.map((code) => doesNotExist("Source", code)));
  return [...known.values()];
}

async function transferSources(db: Db, { originSource: from, destinationSource: to }: Transfer) {
  const known = await readKnownSources(db, [from, to]);
  const [origin, destination] = [known.get(sourceKey(from)), known.get(sourceKey(to))];
  const broken = brokenTransferRules(known, { from, to });
  if (origin !== undefined && destination !== undefined && broken.length === 0) return { origin, destination };
  throw validationFailed(broken, "Validation Error: Select different sources for origin and destination.");
}

/** Returns the rules that the sources of a transfer break, given the codes of the known ones by their keys. */
export function brokenTransferRules(
  known: ReadonlyMap<string, string>,
  { from, to }: { readonly from: string; readonly to: string },
): Reason[] {
  return [
    ...(known.has(sourceKey(from)) ? [] : [doesNotExist("Origin source", from)]),
    ...(known.has(sourceKey(to)) ? [] : [doesNotExist("Destination source", to)]),
    ...(sourceKey(from) === sourceKey(to) ? [{ message: "Cannot transfer a source on itself" }] : []),
  ];
}

const doesNotExist = (what: string, sourceCode: string): Reason => ({
  message: `${what} %sourceCode does not exist`,
  parameters: { sourceCode },
});
