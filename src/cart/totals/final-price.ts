import { type Amount, asAmount, asRatio, hundredPercent, noPieces, type Quantity, zero } from "../../money/amount.js";
import {
  compare,
  equals,
  isGreater,
  isLess,
  isPositive,
  max,
  min,
  multiply,
  percent,
  subtract,
  sum,
} from "../../money/arithmetic.js";
import type { Choices, OptionPrice, PriceFacts, SpecialPrice, TierPrice } from "./cart-facts.js";

/** What has a price: a line of a cart, with its children. */
export interface PricedItem {
  readonly product: PriceFacts;
  /** Units; of a child: units in each unit of its parent. */
  readonly qty: Quantity;
  readonly choices?: Choices;
  readonly customPrice?: Amount;
  readonly children?: readonly PricedItem[];
}

/** For whom and when a price is computed. `now` is in the time zone of the special prices' times. */
export interface PriceMoment {
  readonly groupId: number;
  readonly now: string;
}

const allGroups = 32000;
const hundred = asAmount(100);
const hundredth = asRatio("0.01");

/** Returns the price of a unit in base currency, exactly and without rounding. A custom price replaces it. */
export const finalPrice = (item: PricedItem, moment: PriceMoment): Amount =>
  item.customPrice ?? catalogPrice(item, moment);

/** Returns the price of a unit in base currency regardless of a custom price. */
export function catalogPrice(item: PricedItem, moment: PriceMoment): Amount {
  const { product, children = [] } = item;
  if (product.type === "bundle") return bundlePrice(item, moment);
  const [child] = product.type === "configurable" ? children : [];
  const priced = child ? { ...child, qty: item.qty } : item;
  const own = ownPrice(priced, moment);
  const options = child ? [...(child.choices?.options ?? []), ...(item.choices?.options ?? [])] : item.choices?.options;
  return max(sum([own, ...optionPrices(options ?? [], own), ...linkPrices(item)]), zero);
}

/** Returns the price of a unit in a dynamic bundle, which the bundle's special price or tier price reduces. */
export const childPrice = (child: PricedItem, bundle: PricedItem, moment: PriceMoment): Amount =>
  reduced(finalPrice(child, moment), partToPay(bundle, moment));

function ownPrice({ product, qty }: PricedItem, moment: PriceMoment): Amount {
  const { price, special, tiers = [], catalogRulePrice } = product;
  const tier = bestTier(price, tiers, { qty, groupId: moment.groupId }).price;
  const prices = [tier, ...activeSpecial(special, moment), ...(catalogRulePrice ? [catalogRulePrice] : [])];
  return min(price, ...prices);
}

/** Returns the special price as a list, which is empty while it is not active. */
export function activeSpecial(special: SpecialPrice | undefined, { now }: PriceMoment): Amount[] {
  if (!special || !isPositive(special.amount)) return [];
  const { from, to } = special;
  const hasBegun = from === undefined || from <= now;
  return hasBegun && (to === undefined || now <= endOf(to)) ? [special.amount] : [];
}

/** A date without a time, or at midnight, includes its whole day. */
const endOf = (to: string): string => (/^.{10}(?:[ T]00:00:00)?$/.test(to) ? `${to.slice(0, 10)} 23:59:59` : to);

/** Who buys how many units. */
export interface TierBuyer {
  readonly qty: Quantity;
  readonly groupId: number;
}

/** The price of the best tier; without a tier the price that it was compared with. */
interface BestTier {
  readonly price: Amount;
  readonly tier?: TierPrice;
}

/** Returns the lowest price of the tiers that count, or the price. Rows of the buyer's group win over all groups. */
export function bestTier(price: Amount, tiers: readonly TierPrice[], { qty, groupId }: TierBuyer): BestTier {
  let best: BestTier & { readonly qty: Quantity; readonly isOwn: boolean } = { price, qty: noPieces, isOwn: false };
  for (const tier of reachedTiers(tiers, qty, groupId)) {
    const isOwn = tier.groupId !== allGroups;
    const isShadowed = best.isOwn && !isOwn && equals(tier.qty, best.qty);
    const amount = tierAmount(tier, price);
    if (!isShadowed && isLess(amount, best.price)) best = { price: amount, tier, qty: tier.qty, isOwn };
  }
  return best;
}

/** Returns the price of a unit that a tier gives. */
export const tierAmount = (tier: TierPrice, price: Amount): Amount =>
  tier.amount ?? percent(price, subtract(hundredPercent, tier.percentOff ?? hundredPercent));

/** Returns the tiers of the buyer's group and quantity; those of the website replace those of all websites. */
export function reachedTiers(tiers: readonly TierPrice[], qty: Quantity, groupId: number): TierPrice[] {
  const reached = tiers.filter(
    (tier) => (tier.groupId === groupId || tier.groupId === allGroups) && !isGreater(tier.qty, qty),
  );
  const ofWebsite = reached.filter(({ websiteId }) => websiteId !== 0);
  return reached
    .filter(
      (tier) => tier.websiteId !== 0 || !ofWebsite.some((o) => o.groupId === tier.groupId && equals(o.qty, tier.qty)),
    )
    .sort((one, other) => compare(one.qty, other.qty) || one.groupId - other.groupId);
}

function bundlePrice(item: PricedItem, moment: PriceMoment): Amount {
  const { product, children = [] } = item;
  const part = partToPay(item, moment);
  if (product.hasFixedPrice !== true) {
    return sum(children.map((child) => multiply(reduced(finalPrice(child, moment), part), child.qty)));
  }
  const own = reduced(product.price, part);
  const selections = children.map((child) => {
    const [price = zero] = child.choices?.selection ? optionPrices([child.choices.selection], product.price) : [];
    return multiply(reduced(price, part), child.qty);
  });
  return max(sum([own, ...optionPrices(item.choices?.options ?? [], own), ...selections]), zero);
}

/** Returns how much of 100 is paid for a bundle: its special price or its tier price, whichever is lower. */
const partToPay = ({ product, qty }: PricedItem, moment: PriceMoment): Amount =>
  min(
    hundred,
    bestTier(hundred, product.tiers ?? [], { qty, groupId: moment.groupId }).price,
    ...activeSpecial(product.special, moment),
  );

const reduced = (price: Amount, part: Amount): Amount =>
  part === hundred ? price : multiply(multiply(price, asRatio(part)), hundredth);

/** A percentage of an option is a part of the price without options. */
const optionPrices = (options: readonly OptionPrice[], price: Amount): Amount[] =>
  options.map((option) => (option.type === "fixed" ? option.amount : percent(price, option.percent)));

const linkPrices = ({ product, choices }: PricedItem): readonly Amount[] =>
  product.sellsLinksSeparately === true ? (choices?.links ?? []) : [];
