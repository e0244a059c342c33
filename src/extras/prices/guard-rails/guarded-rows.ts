import type { PriceKind } from "../../../commerce/pricing/closed-sets.types.js";
import { type Amount, asAmount, hundredPercent, type Percent } from "../../../platform/money/amount.js";
import { equals, percent, subtract } from "../../../platform/money/arithmetic.js";
import { plainDecimal } from "../../../api/contract/scalars.js";
import type { PriceWrite } from "../../../commerce/pricing/writes/price-writes.sql.js";
import type { TierPriceWrite } from "../../../commerce/pricing/tier-prices/tier-price-writes.sql.js";
import type { PriceStep } from "./limits/breaches.js";
import type { CurrentPrice, CurrentTierPrice } from "./current-prices.sql.js";
import type { ProposedPrice, ProposedPriceValue } from "./proposals/proposals.types.js";
import type { RowName } from "./limits/reasons.js";

/** The change of one price by a row. */
interface GuardedChange {
  readonly kind: PriceKind;
  /** Undefined if the row removes the price, or keeps the stored one. */
  readonly step?: PriceStep | undefined;
  /** Whether the written price differs from the stored one. */
  readonly isChanged: boolean;
  /** Returns the change as a proposal lists it. */
  readonly proposed: () => ProposedPrice;
}

/** A row of a call with its changes. */
export interface GuardedRow {
  readonly websiteId: number;
  /** The same for all copies of one price for the store views of a website. */
  readonly key: string;
  readonly name: RowName;
  readonly changes: readonly GuardedChange[];
  /** The kinds of prices that the row writes, changed or not. */
  readonly kinds: readonly PriceKind[];
}

const isSame = (one: Amount | Percent | null, other: Amount | Percent | null): boolean =>
  one === null || other === null ? one === other : equals<Amount | Percent>(one, other);

/** Returns the costs that a call writes, by product and store view. */
export function writtenCosts(rows: readonly PriceWrite[]): ReadonlyMap<string, Amount> {
  const costs = new Map<string, Amount>();
  for (const { productId, storeId, cost } of rows) if (cost != null) costs.set(`${productId} ${storeId}`, cost);
  return costs;
}

/** The call that rows belong to. */
export interface GuardedCall {
  /** The costs that the call writes. */
  readonly costs: ReadonlyMap<string, Amount>;
  /** Whether removing a price counts as a fall to 0. */
  readonly limitsDeletions: boolean;
}

/** Returns a row of base prices, special prices and costs with its changes. */
export function guardPriceRow(row: PriceWrite, current: CurrentPrice, call: GuardedCall): GuardedRow {
  const { productId, storeId, price } = row;
  const { costs } = call;
  const websiteId = current.website_id;
  const cost = costs.get(`${productId} ${storeId}`) ?? costs.get(`${productId} 0`) ?? current.own_cost ?? current.cost;
  const changes: GuardedChange[] = [];
  const facts = { current, cost, limitsDeletions: call.limitsDeletions };
  if (price !== undefined) changes.push(baseChange(row, facts));
  if (isSpecial(row)) changes.push(specialChange(row, facts));
  if (row.cost !== undefined) changes.push(costChange(row, facts));
  const isBaseOnly = price !== undefined && changes.length === 1;
  return {
    websiteId,
    key: isBaseOnly && storeId !== 0 ? `${productId} ${websiteId} ${price}` : JSON.stringify(row),
    name: { SKU: current.sku, storeId: String(storeId) },
    changes,
    kinds: changes.map(({ kind }) => kind),
  };
}

const isSpecial = ({ specialPrice, specialFrom, specialTo }: PriceWrite): boolean =>
  specialPrice !== undefined || specialFrom !== undefined || specialTo !== undefined;

/** Returns the value, or that of store 0 if a store view has none. */
const orGlobal = (row: PriceWrite, value: Amount | null, standard: Amount | null) =>
  value ?? (row.storeId === 0 ? null : standard);

/** The facts of the scope that a row writes. */
interface ScopeFacts extends Pick<GuardedCall, "limitsDeletions"> {
  readonly current: CurrentPrice;
  readonly cost: Amount | null;
}

interface Values {
  readonly kind: PriceKind;
  readonly stored: Amount | null;
  readonly written: Amount | null;
  readonly old: Amount | null;
  readonly next: Amount | null;
  readonly cost: Amount | null;
  readonly isShare?: boolean;
  /** The price that a deletion takes away; null if it takes away nothing, or is not limited. */
  readonly lost: Amount | null;
}

function toChange(values: Values, proposed: GuardedChange["proposed"]): GuardedChange {
  const { kind, stored, written, old, next, cost, isShare = false, lost } = values;
  const isChanged = !isSame(stored, written);
  const step = next === null ? fallToNothing(lost) : { old, next, cost, isShare };
  return { kind, isChanged, step: isChanged ? step : undefined, proposed };
}

/** Returns the step of a deletion that limits apply to. Floor and ceiling do not. */
const fallToNothing = (lost: Amount | null): PriceStep | undefined =>
  lost === null ? undefined : { old: lost, next: asAmount(0), cost: null, isShare: true };

const valueOf = (price: Amount | null): ProposedPriceValue | null =>
  price === null ? null : { price: plainDecimal(price) };

function proposal(
  row: PriceWrite,
  current: CurrentPrice,
  values: Pick<ProposedPrice, "kind" | "old" | "new">,
): ProposedPrice {
  const scope = { sku: current.sku, store_id: row.storeId, website_id: current.website_id };
  return { ...scope, ...values, customer_group: null, quantity: null };
}

function baseChange(row: PriceWrite, { current, cost, limitsDeletions }: ScopeFacts): GuardedChange {
  const [stored, written] = [current.own_price, row.price ?? null];
  const old = stored ?? current.price;
  const next = orGlobal(row, written, current.price);
  const lost = limitsDeletions ? old : null;
  return toChange({ kind: "base", stored, written, old, next, cost, lost }, () =>
    proposal(row, current, { kind: "base", old: valueOf(stored), new: valueOf(written) }),
  );
}

/** A new special price is compared with the base price. That of a bundle is a percentage of the base price. */
function specialChange(row: PriceWrite, { current, cost, limitsDeletions }: ScopeFacts): GuardedChange {
  const isShare = current.type_id === "bundle";
  const stored = current.own_special;
  const written = row.specialPrice === undefined ? stored : row.specialPrice;
  const applied = current.is_expired ? null : (stored ?? current.special);
  const base = isShare ? asAmount(100) : (row.price ?? current.own_price ?? current.price);
  const next = orGlobal(row, written, current.special);
  const lost = limitsDeletions ? applied : null;
  return toChange({ kind: "special", stored, written, old: applied ?? base, next, cost, isShare, lost }, () => {
    const [from, to] = [current.own_from, current.own_to];
    const [newFrom = from, newTo = to] = [row.specialFrom, row.specialTo];
    const withDates = (price: Amount | null, price_from: string | null, price_to: string | null) =>
      price === null ? null : { price: plainDecimal(price), price_from, price_to };
    return proposal(row, current, {
      kind: "special",
      old: withDates(stored, from, to),
      new: withDates(written, newFrom, newTo),
    });
  });
}

function costChange(row: PriceWrite, { current, limitsDeletions }: ScopeFacts): GuardedChange {
  const [stored, written] = [current.own_cost, row.cost ?? null];
  const old = stored ?? current.cost;
  const next = orGlobal(row, written, current.cost);
  const lost = limitsDeletions ? old : null;
  return toChange({ kind: "cost", stored, written, old, next, cost: null, lost }, () =>
    proposal(row, current, { kind: "cost", old: valueOf(stored), new: valueOf(written) }),
  );
}

interface TierValue {
  readonly value: Amount | null;
  readonly percentage: Percent | null;
}

/**
 * Returns the row of a tier price with its change. A new tier price is compared with the base price. A row without a value
 * deletes the tier price, so that the one of all websites applies, or none.
 */
export function guardTierRow(row: TierPriceWrite, current: CurrentTierPrice): GuardedRow {
  const own: TierValue = { value: current.own_value, percentage: current.own_percentage };
  const applied = [own, current].find(({ value, percentage }) => value !== null || percentage !== null);
  // Without a base price, discounts can only be compared with each other.
  const isShare = current.base === null && row.percentage !== null;
  const base = isShare ? asAmount(100) : current.base;
  const amountOf = ({ value, percentage }: TierValue): Amount | null => {
    if (percentage === null) return isShare ? null : value;
    return base && percent(base, subtract(hundredPercent, percentage));
  };
  const isDeletion = row.value === null && row.percentage === null;
  const next = isDeletion ? (row.websiteId === 0 ? null : amountOf(current)) : amountOf(row);
  const old = applied ? amountOf(applied) : base;
  const isChanged = !isSame(own.value, row.value) || !isSame(own.percentage, row.percentage);
  const name = {
    SKU: current.sku,
    websiteId: String(row.websiteId),
    customerGroup: current.customer_group,
    qty: plainDecimal(row.quantity),
  };
  const changed = next === null ? fallToNothing(isDeletion ? old : null) : { old, next, cost: current.cost, isShare };
  const step = isChanged ? changed : undefined;
  const toProposedPrice = (): ProposedPrice => ({
    sku: current.sku,
    kind: "tier",
    store_id: null,
    website_id: row.websiteId,
    customer_group: current.customer_group,
    quantity: plainDecimal(row.quantity),
    old: tierValueOf(own),
    new: tierValueOf(row),
  });
  return {
    websiteId: row.websiteId,
    key: Object.values(name).join("\n"),
    name,
    changes: [{ kind: "tier", isChanged, step, proposed: toProposedPrice }],
    kinds: ["tier"],
  };
}

function tierValueOf({ value, percentage }: TierValue): ProposedPriceValue | null {
  if (percentage !== null) return { price: plainDecimal(percentage), price_type: "discount" };
  return value === null ? null : { price: plainDecimal(value), price_type: "fixed" };
}
