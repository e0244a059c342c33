import type { Context } from "../../../api/call/context.js";
import type { Config } from "../../../config.js";
import { shortenLockTimeout } from "../../../platform/db/lock.js";
import type { Db } from "../../../platform/db/database.js";
import { type Exact, hundredPercent } from "../../../platform/money/amount.js";
import { isPositive, proportion, subtract } from "../../../platform/money/arithmetic.js";
import { round } from "../../../platform/money/rounding.js";
import { RowTally } from "../guard-rails/limits/row-tally.js";
import type { PriceWrite } from "../writes/price-writes.sql.js";
import { countsOf } from "./rows/apply-plan.js";
import { onlyChanged } from "./rows/changed-rows.js";
import { readPricesByScope, readTiersByKey, type StoredPrice } from "./rows/current-prices.sql.js";
import type { FileFormat } from "./file-format.js";
import { parseRows, type FileRow } from "./rows/parse-rows.js";
import { countRows, type Plan, planRows } from "./rows/plan-rows.js";
import type { PriceFileChange, PriceFileValue, PriceImportPreview } from "./price-files.types.js";
import { type FileSource, readParts } from "./read-parts.js";
import { priceKind, type ScalarKind } from "../closed-sets.types.js";

/** Maximum number of changes, and of failures, in a preview. */
const maxListed = 1000;

/**
 * Returns the changes and the failures that an import would have, and writes nothing. Works part by part. Rows are compared
 * with the stored prices even if an earlier part of the file sets the same price.
 */
export async function previewImport(
  { db, actor }: Pick<Context, "db" | "actor">,
  source: FileSource,
  config: Pick<Config, "PORTICO_PRICE_SCOPE">,
): Promise<PriceImportPreview> {
  const preview = emptyPreview();
  const tally = new RowTally();
  let format: FileFormat | undefined;
  const parts = readParts(source, async (found) => {
    format = found;
  });
  for await (const part of parts) {
    if (format) await addRows(db, preview, { rows: parseRows(part, format), config, actor, tally });
  }
  return preview;
}

const emptyPreview = (): PriceImportPreview => ({
  ...{ rows: 0, written: 0, unchanged: 0, failed: 0, skipped: 0, total_changes: 0 },
  changes: [],
  failures: [],
});

interface Given {
  readonly rows: readonly FileRow[];
  readonly config: Pick<Config, "PORTICO_PRICE_SCOPE">;
  readonly actor: Context["actor"];
  readonly tally: RowTally;
}

/**
 * Checks rows and adds their changes to the preview. Locks the products only for this time, and does not hold up writers:
 * throws if a lock is not free soon.
 */
const addRows = (db: Db, preview: PriceImportPreview, { rows, config, actor, tally }: Given): Promise<void> =>
  db.transaction(async (tx) => {
    await shortenLockTimeout(tx);
    const planned = await planRows(tx, rows, { config, actor, tally, failuresLeft: Infinity });
    const plan = { ...planned, ...(await onlyChanged(tx, planned)) };
    const counts = countsOf(planned, countRows(kinds.map((kind) => plan[kind])));
    preview.rows += rows.length;
    preview.written += counts.written;
    preview.unchanged += counts.unchanged;
    preview.failed += counts.failed;
    preview.skipped += counts.skipped;
    preview.total_changes += kinds.reduce((total, kind) => total + plan[kind].writes.length, 0);
    for (const [place, { code, message }] of plan.failures) {
      const row = rows[place];
      if (row && preview.failures.length < maxListed) {
        preview.failures.push({ line: row.line, sku: row.sku, code, message });
      }
    }
    for (const kind of kinds) {
      const room = maxListed - preview.changes.length;
      if (room > 0) preview.changes.push(...(await changesOf(tx, plan, { kind, room })));
    }
  });

const kinds = [...priceKind.list, "tierDeletions"] as const;

interface ChangesQuery {
  readonly kind: (typeof kinds)[number];
  readonly room: number;
}

/** Returns the first changes of a kind, with the stored prices. */
async function changesOf(db: Db, plan: Plan, { kind, room }: ChangesQuery): Promise<PriceFileChange[]> {
  const rowAt = (place: number) => plan.rows[plan[kind].places[place] ?? -1];
  if (kind === "tier" || kind === "tierDeletions") {
    const writes = plan[kind].writes.slice(0, room);
    const old = byPlace(await readTiersByKey(db, writes));
    return writes.map((write, index) => {
      const price = kind === "tier" ? (write.percentage ?? write.value) : null;
      const scope = { website_id: write.websiteId, customer_group: rowAt(index)?.customer_group ?? "" };
      const change = { sku: write.sku, kind: "tier", store_id: null, ...scope };
      const type = (isDiscount: boolean) => ({ price_type: isDiscount ? "discount" : "fixed" });
      const before = valueOf(old.get(index), ({ is_discount }) => type(is_discount));
      const after = price === null ? null : { price, ...type(write.percentage !== null) };
      return { ...change, quantity: write.quantity, ...beforeAndAfter(before, after) };
    });
  }
  const writes = plan[kind].writes.slice(0, room);
  const old = byPlace(await readPricesByScope(db, kind === "base" ? "price" : columns[kind], writes));
  return writes.map((write, index) => {
    const stored = old.get(index);
    const scope = { store_id: write.storeId, website_id: null, customer_group: null, quantity: null };
    const dates = ({ price_from, price_to }: StoredPrice) => (kind === "special" ? { price_from, price_to } : {});
    const after = newValue(write, kind, stored);
    return { sku: write.sku, kind, ...scope, ...beforeAndAfter(valueOf(stored, dates), after) };
  });
}

const columns = { special: "special_price", cost: "cost" } as const;

const byPlace = (stored: readonly StoredPrice[]) => new Map(stored.map((price) => [price.place, price]));

function valueOf(
  stored: StoredPrice | undefined,
  more: (stored: StoredPrice) => Omit<PriceFileValue, "price">,
): PriceFileValue | null {
  return stored?.price == null ? null : { price: stored.price, ...more(stored) };
}

function newValue(write: PriceWrite, kind: ScalarKind, stored: StoredPrice | undefined): PriceFileValue | null {
  const price = { base: write.price, special: write.specialPrice, cost: write.cost }[kind];
  if (price == null) return null;
  if (kind !== "special") return { price };
  // A start that the write does not set stays unchanged.
  const start = write.specialFrom === undefined ? stored?.price_from : write.specialFrom;
  return { price, price_from: start ?? null, price_to: write.specialTo ?? null };
}

const beforeAndAfter = (before: PriceFileValue | null, after: PriceFileValue | null) => ({
  old: before,
  new: after,
  change_percent: changePercent(before, after),
});

/** Returns the change in percent; null if there is no old price above 0 or no new price, or if the price type differs. */
function changePercent(before: PriceFileValue | null, after: PriceFileValue | null): string | null {
  if (!before || !after || before.price_type !== after.price_type) return null;
  const old = before.price as Exact;
  if (!isPositive(old)) return null;
  return round(proportion(hundredPercent, subtract(after.price as Exact, old), old), 2);
}
