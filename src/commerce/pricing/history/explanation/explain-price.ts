import {
  activeSpecial,
  bestTier,
  finalPrice,
  type PriceFacts,
  priceFacts,
  reachedTiers,
  tierAmount,
  type TierFacts,
} from "../../../cart/published.js";
import { type Amount, asAmount, type Quantity } from "../../../../platform/money/amount.js";
import { equals, isGreater, isLess, isPositive } from "../../../../platform/money/arithmetic.js";
import { everyGroup } from "../../tier-prices/tier-price-changes.sql.js";
import type { NamedPriceRow } from "../as-of/prices-as-of.sql.js";
import { type SalePlace, storedInView } from "../prices-in-view.js";

/** The circumstances in which a price is explained. */
export interface ExplanationQuery {
  readonly type_id: string;
  readonly place: SalePlace;
  readonly groupId: number;
  readonly qty: Quantity;
  /** Local time of the shop, which carts compare with the dates of special prices. */
  readonly now: string;
}

/** The outcome of a stored price, with the reason. */
interface Outcome {
  readonly outcome: "wins" | "not_lowest" | "replaced" | "inactive" | "other_group" | "other_website" | "quantity";
  readonly reason: string;
  /** Undefined if the price does not apply. */
  readonly amount?: Amount;
}

/** A stored price with its outcome and the dates that apply to it. */
export interface ExplainedRow extends Outcome {
  readonly row: NamedPriceRow;
  readonly price: string;
}

/** The values that the rows are compared with. */
interface Compared extends ExplanationQuery {
  readonly facts: PriceFacts;
  /** The lowest price, which is that of the winner. */
  readonly final: Amount;
  readonly winner: "base" | "special" | "tier";
  readonly tier: TierFacts | undefined;
}

/** Returns the price that a cart charges for a unit, and the outcome of each stored price. Costs are left out. */
export function explainPrice(
  rows: readonly NamedPriceRow[],
  wanted: ExplanationQuery,
): { readonly price: Amount; readonly rows: ExplainedRow[] } {
  const compared = compare(rows, wanted);
  const explained = (["base", "special", "tier"] as const).flatMap((kind) =>
    rows.flatMap((row): ExplainedRow[] =>
      row.kind === kind && row.price !== null && isOfView(row, wanted.place)
        ? [{ row: withDates(row, compared, rows), price: row.price, ...outcomeOf(row, compared, rows) }]
        : [],
    ),
  );
  return { price: compared.final, rows: explained };
}

function compare(rows: readonly NamedPriceRow[], wanted: ExplanationQuery): Compared {
  const facts = priceFacts(storedInView(wanted.type_id, rows, wanted.place), wanted.place);
  const final = finalPrice({ product: facts, qty: wanted.qty }, wanted);
  const tier = bestTier(facts.price, facts.tiers ?? [], wanted);
  const winner = equals(final, facts.price) ? "base" : equals(final, tier.price) ? "tier" : "special";
  return { ...wanted, facts, final, winner, tier: tier.tier };
}

const isOfView = ({ store_id }: NamedPriceRow, { storeId }: SalePlace): boolean =>
  store_id === null || store_id === 0 || store_id === storeId;

/** Whether a price of a store view counts there: the store view's own, or else that of all store views. */
function counts(row: NamedPriceRow, { place }: Compared, rows: readonly NamedPriceRow[]): boolean {
  const isOwn = (other: NamedPriceRow) =>
    other.kind === row.kind && other.store_id === place.storeId && other.store_id !== 0 && other.price !== null;
  return isOwn(row) ? !place.isGlobal : place.isGlobal || !rows.some(isOwn);
}

function withDates(row: NamedPriceRow, compared: Compared, rows: readonly NamedPriceRow[]): NamedPriceRow {
  if (row.kind !== "special" || !counts(row, compared, rows)) return row;
  const { from = null, to = null } = compared.facts.special ?? {};
  return { ...row, price_from: from, price_to: to };
}

function outcomeOf(row: NamedPriceRow, compared: Compared, rows: readonly NamedPriceRow[]): Outcome {
  if (row.kind === "tier") return tierOutcome(row, compared);
  if (!counts(row, compared, rows)) {
    const reason = compared.place.isGlobal
      ? "Prices are the same in all store views."
      : "The store view has its own price.";
    return { outcome: "replaced", reason };
  }
  const amount = asAmount(row.price ?? 0);
  if (row.kind === "special" && activeSpecial(compared.facts.special, compared).length === 0) {
    return { outcome: "inactive", reason: inactiveReason(compared) };
  }
  return row.kind === compared.winner ? wins(amount) : notLowest(amount, compared);
}

const wins = (amount: Amount): Outcome => ({ outcome: "wins", reason: "It is the lowest that applies.", amount });

function notLowest(amount: Amount, { final, winner }: Compared): Outcome {
  const isSame = equals(amount, final);
  const reason = isSame ? `The ${winner} price is the same.` : `The ${winner} price is lower.`;
  return { outcome: "not_lowest", reason, amount };
}

function inactiveReason({ facts: { special }, now }: Compared): string {
  if (special && !isPositive(special.amount)) return "A special price of 0 is ignored.";
  if (special?.from !== undefined && special.from > now) return `It starts at ${special.from}; the time is ${now}.`;
  return `It ended at ${special?.to ?? ""}; the time is ${now}.`;
}

function tierOutcome(row: NamedPriceRow, compared: Compared): Outcome {
  const { place, groupId, qty, facts } = compared;
  const tier = facts.tiers?.find((one) => isTierOf(one, row));
  if (!tier) {
    const reason = place.isGlobal ? "Prices are the same on all websites." : "It is for another website.";
    return { outcome: "other_website", reason };
  }
  if (tier.groupId !== groupId && tier.groupId !== everyGroup) {
    return { outcome: "other_group", reason: "It is for another customer group." };
  }
  if (isGreater(tier.qty, qty)) return { outcome: "quantity", reason: `It applies from ${tier.qty} units.` };
  const isReached = reachedTiers(facts.tiers ?? [], qty, groupId).includes(tier);
  if (!isReached) return { outcome: "replaced", reason: "The website has its own price for this group and quantity." };
  return reachedOutcome(tier, compared);
}

function reachedOutcome(tier: TierFacts, compared: Compared): Outcome {
  const amount = tierAmount(tier, compared.facts.price);
  if (tier === compared.tier) return compared.winner === "tier" ? wins(amount) : notLowest(amount, compared);
  const best = compared.tier && tierAmount(compared.tier, compared.facts.price);
  const isShadowed = best !== undefined && isLess(amount, best);
  return isShadowed
    ? { outcome: "replaced", reason: "The customer group has its own price for this quantity." }
    : notLowest(amount, compared);
}

const isTierOf = (tier: TierFacts, { website_id, customer_group_id, quantity }: NamedPriceRow): boolean =>
  tier.websiteId === website_id && tier.groupId === customer_group_id && Number(tier.qty) === Number(quantity);
