import { Decimal } from "decimal.js";
import { type Ending, roundTo } from "./amounts.js";
import { changeTo } from "./paste.js";
import { amountOf, canHave, type CellKind, isPercentage, type PricedProduct, type TrayChange } from "./products.js";

/** A change of many prices. */
export interface MassChange {
  /** The kind to change. */
  readonly kind: CellKind;
  /** The kind to start from: the same, or another one to copy. */
  readonly from: CellKind;
  readonly way: "set" | "amount" | "percent";
  /** The amount to set or to add, or the percentage to add; may be negative, except to set. */
  readonly by: string;
  readonly ending: Ending;
}

export interface MassResult {
  readonly changes: readonly TrayChange[];
  /** Products that cannot have such a price, whose price is a percentage, or that lack the price to start from. */
  readonly left: number;
  /** Products whose price would not be above 0. */
  readonly belowZero: number;
  /** Products whose price stays as it is. */
  readonly equal: number;
}

/** Computes the new prices of products, with exact decimals. */
export function computeChanges(products: readonly PricedProduct[], mass: MassChange, store: number): MassResult {
  const changes: TrayChange[] = [];
  const counts = { left: 0, belowZero: 0, equal: 0 };
  for (const product of products) {
    const isAmount = canHave(product, mass.kind) && !isPercentage(product, mass.kind);
    const value = isAmount ? newAmount(amountOf(product, mass.from), mass) : undefined;
    const old = amountOf(product, mass.kind);
    if (value === undefined) counts.left += 1;
    else if (value.lte(0)) counts.belowZero += 1;
    else if (old !== null && value.eq(old)) counts.equal += 1;
    else changes.push(changeTo(product, value.toFixed(), { kind: mass.kind, store }));
  }
  return { changes, ...counts };
}

function newAmount(start: string | null, { way, by, ending }: MassChange): Decimal | undefined {
  if (way === "set") return new Decimal(roundTo(by, ending));
  if (start === null) return undefined;
  const amount = new Decimal(start);
  const changed = way === "amount" ? amount.plus(by) : amount.times(new Decimal(by).div(100).plus(1));
  return changed.lte(0) ? changed : new Decimal(roundTo(changed.toFixed(), ending));
}
