import { plainDecimal } from "../../../../api/contract/scalars.js";
import type { Amount } from "../../../../platform/money/amount.js";
import { toAmount } from "../../../../platform/money/columns.js";
import type { ScalarKind } from "../../../../commerce/pricing/closed-sets.types.js";
import type { EarlierPrices, PriceWrite } from "../../../../commerce/pricing/writes/price-writes.sql.js";
import { supersededBy } from "./choose-winners.js";
import type { FileRow } from "./file-row.js";
import type { RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import type { Plan } from "./plan.js";

/** A write with the prices before it. */
interface WarnedChange {
  readonly write: PriceWrite;
  readonly earlier: EarlierPrices;
}

const writtenColumns = { base: "price", special: "specialPrice", cost: "cost" } as const;
const earlierColumns = { base: "old_price", special: "old_special_price", cost: "old_cost" } as const;

/** Collects why rows that apply deserve a look, and which rows others supersede. */
export class RowWarnings {
  private readonly found = new Map<number, RowFailure[]>();

  constructor(
    private readonly plan: Plan,
    highest: number,
  ) {
    for (const kind of ["base", "special", "cost", "tier"] as const) {
      for (const place of plan[kind].places) this.checkAmount(place, highest);
    }
    for (const [place, winner] of plan.superseded) {
      const other = plan.rows[winner];
      if (other) this.add(place, "superseded", (row) => supersededBy(other, row).message);
    }
  }

  /** Returns the warnings by record, each with the code of the first one. */
  all(): ReadonlyMap<number, RowFailure> {
    const merged = new Map<number, RowFailure>();
    for (const [record, all] of this.found) {
      const message = [...new Set(all.map((warning) => warning.message))].join(" ");
      merged.set(record, { code: all[0]?.code ?? "", message });
    }
    return merged;
  }

  /** Adds warnings about a base price, special price or cost that changes tenfold, is above the base price or has ended. */
  addChange(kind: ScalarKind, place: number, { write, earlier }: WarnedChange): void {
    const price = write[writtenColumns[kind]];
    if (price == null) return;
    this.checkTenfold(place, price, earlier[earlierColumns[kind]] ?? null);
    if (kind !== "special") return;
    if (earlier.ends !== null && hasEnded(earlier.ends)) {
      this.add(place, "ended_special_price", ({ sku }) => `The special price of ${sku} has ended: ${earlier.ends}.`);
    }
    const base = this.basePrices().get(`${write.productId} ${write.storeId}`) ?? earlier.base_price;
    const isShare = this.plan.products.find(write.sku)?.type_id === "bundle";
    if (base === null || isShare || Number(price) <= Number(base)) return;
    this.add(
      place,
      "above_base_price",
      ({ sku }) => `The special price ${plainDecimal(price)} of ${sku} is above its base price ${plainDecimal(base)}.`,
    );
  }

  /** Adds a warning about a tier price that changes tenfold. */
  addTierChange(place: number, old: Amount | null): void {
    const { price } = this.plan.rows[place] ?? {};
    if (price != null) this.checkTenfold(place, price, old);
  }

  private writtenBases: ReadonlyMap<string, Amount | null> | undefined;

  /** Returns the base prices that the file sets, by product and store view. */
  private basePrices(): ReadonlyMap<string, Amount | null> {
    this.writtenBases ??= new Map(
      this.plan.base.writes.map(({ productId, storeId, price = null }) => [`${productId} ${storeId}`, price]),
    );
    return this.writtenBases;
  }

  private checkTenfold(place: number, price: string, old: string | null): void {
    if (old === null) return;
    const [next, before] = [Number(price), Number(old)];
    if (before <= 0 || next <= 0 || (next < 10 * before && 10 * next > before)) return;
    this.add(
      place,
      "tenfold_change",
      ({ kind, sku }) => `The ${kind} price of ${sku} changes from ${plainDecimal(old)} to ${plainDecimal(price)}.`,
    );
  }

  private checkAmount(place: number, highest: number): void {
    const { price, price_type } = this.plan.rows[place] ?? {};
    if (price == null || price_type === "discount") return;
    const amount = Number(price);
    if (amount === 0) this.add(place, "zero_price", ({ kind, sku }) => `The ${kind} price of ${sku} is 0.`);
    if (amount > highest)
      this.add(place, "high_price", ({ kind, sku }) => `The ${kind} price ${price} of ${sku} is above ${highest}.`);
    if (price.length > 8 && fractionOf(price) > 6)
      this.add(place, "rounded_price", ({ sku }) => `The price ${price} of ${sku} is rounded to ${toAmount(price)}.`);
  }

  private add(place: number, code: string, message: (row: FileRow) => string): void {
    const row = this.plan.rows[place];
    if (!row) return;
    const known = this.found.get(row.record) ?? [];
    known.push({ code, message: message(row) });
    this.found.set(row.record, known);
  }
}

/** Returns the number of decimal places, without zeros at the end. */
function fractionOf(price: string): number {
  const point = price.indexOf(".");
  return point < 0 ? 0 : price.slice(point + 1).replace(/0+$/, "").length;
}

/** Whether the day after a date has begun everywhere. */
const hasEnded = (ends: string) => Date.parse(`${ends.replace(" ", "T")}Z`) + 86_400_000 <= Date.now();
