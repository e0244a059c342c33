import type { Db } from "../../../platform/db/database.js";
import { type Exact, hundredPercent } from "../../../platform/money/amount.js";
import { isPositive, proportion, subtract } from "../../../platform/money/arithmetic.js";
import { round } from "../../../platform/money/rounding.js";
import { type ScalarKind, scalarKinds } from "../../../commerce/pricing/closed-sets.types.js";
import type { TierPriceWrite } from "../../../commerce/pricing/tier-prices/tier-price-writes.sql.js";
import type { PriceWrite } from "../../../commerce/pricing/writes/price-writes.sql.js";
import type { PriceFileChange, PriceFileValue } from "./price-files.types.js";
import { readPricesByScope, readTiersByKey, type StoredPrice } from "./rows/current-prices.sql.js";
import type { Changes, Plan, PlannedWrites } from "./rows/plan.js";

/** A change with the index of its row. */
interface PlacedChange {
  readonly place: number;
  readonly change: PriceFileChange;
}

/**
 * Reads the stored prices of a plan. Returns a function that lists the changes of the writes that changed a price, in the
 * order of their rows.
 */
export async function listChanges(db: Db, plan: Plan): Promise<(changed: PlannedWrites) => PriceFileChange[]> {
  const scalars = new Map<PriceWrite, StoredPrice>();
  for (const kind of scalarKinds) {
    const { writes } = plan[kind];
    for (const stored of await readPricesByScope(db, columns[kind], writes)) {
      const write = writes[stored.place];
      if (write) scalars.set(write, stored);
    }
  }
  const tiers = new Map<string, StoredPrice>();
  for (const { writes } of [plan.tier, plan.tierDeletions]) {
    for (const stored of await readTiersByKey(db, writes)) {
      const write = writes[stored.place];
      if (write) tiers.set(tierKey(write), stored);
    }
  }
  return (changed) =>
    [
      ...scalarKinds.flatMap((kind) => scalarChanges(kind, changed[kind], scalars)),
      ...tierChanges(plan, changed.tier, { tiers, isDeletion: false }),
      ...tierChanges(plan, changed.tierDeletions, { tiers, isDeletion: true }),
    ]
      .sort((one, other) => one.place - other.place)
      .map(({ change }) => change);
}

const columns = { base: "price", special: "special_price", cost: "cost" } as const;

const tierKey = ({ productId, websiteId, allGroups, customerGroupId, quantity }: TierPriceWrite) =>
  JSON.stringify([productId, websiteId, allGroups, customerGroupId, quantity]);

function scalarChanges(
  kind: ScalarKind,
  { writes, places }: Changes<PriceWrite>,
  stored: ReadonlyMap<PriceWrite, StoredPrice>,
): PlacedChange[] {
  return writes.map((write, index) => {
    const before = stored.get(write);
    const scope = { store_id: write.storeId, website_id: null, customer_group: null, quantity: null };
    const dates = ({ price_from, price_to }: StoredPrice) => (kind === "special" ? { price_from, price_to } : {});
    const values = beforeAndAfter(valueOf(before, dates), newValue(write, kind, before));
    return { place: places[index] ?? -1, change: { sku: write.sku, kind, ...scope, ...values } };
  });
}

interface TierContext {
  readonly tiers: ReadonlyMap<string, StoredPrice>;
  readonly isDeletion: boolean;
}

function tierChanges(
  { rows }: Plan,
  { writes, places }: Changes<TierPriceWrite>,
  { tiers, isDeletion }: TierContext,
): PlacedChange[] {
  const type = (isDiscount: boolean) => ({ price_type: isDiscount ? "discount" : "fixed" });
  return writes.map((write, index) => {
    const place = places[index] ?? -1;
    const price = isDeletion ? null : (write.percentage ?? write.value);
    const scope = { store_id: null, website_id: write.websiteId, customer_group: rows[place]?.customer_group ?? "" };
    const before = valueOf(tiers.get(tierKey(write)), ({ is_discount }) => type(is_discount));
    const after = price === null ? null : { price, ...type(write.percentage !== null) };
    const values = beforeAndAfter(before, after);
    return { place, change: { sku: write.sku, kind: "tier", ...scope, quantity: write.quantity, ...values } };
  });
}

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
  // A date that the write does not set stays unchanged.
  const start = write.specialFrom === undefined ? stored?.price_from : write.specialFrom;
  const end = write.specialTo === undefined ? stored?.price_to : write.specialTo;
  return { price, price_from: start ?? null, price_to: end ?? null };
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

/** Maximum number of the largest rises, and of the largest falls. */
const maxLargest = 100;

/** Returns the largest rises (1) or falls (-1) in percent, the largest first; of equal ones, the first. */
export function largestSteps(changes: readonly PriceFileChange[], sign: 1 | -1): PriceFileChange[] {
  // Percentages only decide about the order here, so digits that a number cannot have do not matter.
  const sized = changes.flatMap((change) => {
    const size = Number(change.change_percent ?? 0) * sign;
    return size > 0 ? [{ change, size }] : [];
  });
  return sized
    .sort((one, other) => other.size - one.size)
    .slice(0, maxLargest)
    .map(({ change }) => change);
}
