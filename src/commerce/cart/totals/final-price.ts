import {
  type Amount,
  asAmount,
  asRatio,
  hundredPercent,
  zeroQuantity,
  type Quantity,
  zero,
} from "../../../platform/money/amount.js";
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
} from "../../../platform/money/arithmetic.js";
import type { Choices, OptionPrice, PriceFacts, SpecialPrice, TierPrice } from "./cart-facts.js";

/** An item to price: a line of a cart with its children. */
export interface PricedItem {
  readonly product: PriceFacts;
  /** Quantity; for a child, the quantity per unit of its parent. */
  readonly qty: Quantity;
  readonly choices?: Choices;
  readonly customPrice?: Amount;
  readonly children?: readonly PricedItem[];
}

/** The customer group and the time to compute a price for. `now` is in the time zone of special price dates. */
export interface PriceMoment {
  readonly groupId: number;
  readonly now: string;
}

const allGroups = 32000;
const hundred = asAmount(100);
const hundredth = asRatio("0.01");

/** Returns the unrounded unit price in base currency. A custom price replaces it. */
export const finalPrice = (item: PricedItem, moment: PriceMoment): Amount =>
  item.customPrice ?? catalogPrice(item, moment);

/** Returns the unit price in base currency regardless of a custom price. */
export function catalogPrice(item: PricedItem, moment: PriceMoment): Amount {
  const { product, children = [] } = item;
  if (product.type === "bundle") return bundlePrice(item, moment);
  const [child] = product.type === "configurable" ? children : [];
  const priced = child ? { ...child, qty: item.qty } : item;
  const own = ownPrice(priced, moment);
  const options = child ? [...(child.choices?.options ?? []), ...(item.choices?.options ?? [])] : item.choices?.options;
  return max(sum([own, ...optionPrices(options ?? [], own), ...linkPrices(item)]), zero);
}

/** Returns the unit price of a child of a dynamic bundle, reduced by the bundle's special price or tier price. */
export const childPrice = (child: PricedItem, bundle: PricedItem, moment: PriceMoment): Amount =>
  applyPercent(finalPrice(child, moment), percentToPay(bundle, moment));

function ownPrice({ product, qty }: PricedItem, moment: PriceMoment): Amount {
  const { price, special, tiers = [], catalogRulePrice } = product;
  const tier = bestTier(price, tiers, { qty, groupId: moment.groupId }).price;
  const prices = [tier, ...activeSpecial(special, moment), ...(catalogRulePrice ? [catalogRulePrice] : [])];
  return min(price, ...prices);
}

/** Returns the special price as a list, which is empty if it is not active. */
export function activeSpecial(special: SpecialPrice | undefined, { now }: PriceMoment): Amount[] {
  if (!special || !isPositive(special.amount)) return [];
  const { from, to } = special;
  const hasBegun = from === undefined || from <= now;
  return hasBegun && (to === undefined || now <= endOf(to)) ? [special.amount] : [];
}

/** Returns the end of a period. A date without a time, or at midnight, includes its whole day. */
export const endOf = (to: string): string => (/^.{10}(?:[ T]00:00:00)?$/.test(to) ? `${to.slice(0, 10)} 23:59:59` : to);

/** The quantity and the customer group of a purchase. */
export interface TierBuyer {
  readonly qty: Quantity;
  readonly groupId: number;
}

/** The best tier and its price; without a tier, the price that was compared. */
interface BestTier {
  readonly price: Amount;
  readonly tier?: TierPrice;
}

/** Returns the lowest of the reached tiers, or the given price. Tiers of the buyer's group override those of all groups. */
export function bestTier(price: Amount, tiers: readonly TierPrice[], { qty, groupId }: TierBuyer): BestTier {
  let best: BestTier & { readonly qty: Quantity; readonly isOwn: boolean } = { price, qty: zeroQuantity, isOwn: false };
  for (const tier of reachedTiers(tiers, qty, groupId)) {
    const isOwn = tier.groupId !== allGroups;
    const isShadowed = best.isOwn && !isOwn && equals(tier.qty, best.qty);
    const amount = tierAmount(tier, price);
    if (!isShadowed && isLess(amount, best.price)) best = { price: amount, tier, qty: tier.qty, isOwn };
  }
  return best;
}

/** Returns the unit price of a tier. */
export const tierAmount = (tier: TierPrice, price: Amount): Amount =>
  tier.amount ?? percent(price, subtract(hundredPercent, tier.percentOff ?? hundredPercent));

/** Returns the tiers reached by the buyer's group and quantity; tiers of the website replace those of all websites. */
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
  const part = percentToPay(item, moment);
  if (product.hasFixedPrice !== true) {
    return sum(children.map((child) => multiply(applyPercent(finalPrice(child, moment), part), child.qty)));
  }
  const own = applyPercent(product.price, part);
  const selections = children.map((child) => multiply(selectionPrice(child, item, moment), child.qty));
  return max(sum([own, ...optionPrices(item.choices?.options ?? [], own), ...selections]), zero);
}

/** Returns the unit price that a selection of a bundle adds to it. */
export function selectionPrice(child: PricedItem, bundle: PricedItem, moment: PriceMoment): Amount {
  if (bundle.product.hasFixedPrice !== true) return childPrice(child, bundle, moment);
  const { selection } = child.choices ?? {};
  const [price = zero] = selection ? optionPrices([selection], bundle.product.price) : [];
  return applyPercent(price, percentToPay(bundle, moment));
}

/** Returns the percentage to pay for a bundle: its special price or its tier price, whichever is lower. */
const percentToPay = ({ product, qty }: PricedItem, moment: PriceMoment): Amount =>
  min(
    hundred,
    bestTier(hundred, product.tiers ?? [], { qty, groupId: moment.groupId }).price,
    ...activeSpecial(product.special, moment),
  );

const applyPercent = (price: Amount, part: Amount): Amount =>
  part === hundred ? price : multiply(multiply(price, asRatio(part)), hundredth);

/** Returns the prices of options. A percentage refers to the price without options. */
const optionPrices = (options: readonly OptionPrice[], price: Amount): Amount[] =>
  options.map((option) => (option.type === "fixed" ? option.amount : percent(price, option.percent)));

const linkPrices = ({ product, choices }: PricedItem): readonly Amount[] =>
  product.sellsLinksSeparately === true ? (choices?.links ?? []) : [];
