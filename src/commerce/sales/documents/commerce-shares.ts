import { type Amount, asAmount, zero } from "../../../platform/money/amount.js";
import {
  add,
  equals,
  isPositive,
  isZero,
  max,
  min,
  proportion,
  subtract,
  sum,
  truncate,
} from "../../../platform/money/arithmetic.js";

// Shares of invoices and credit memos in an order's gift wrapping, gift cards, store credit and reward points. The amounts
// are in the column `commerce` of an order, a line or a document, under the names of the REST API.

/** A value of the column `commerce`: amounts by the names of the REST API, if there are any. */
type Stored = object | string | number | boolean | null | undefined;
type Names = Readonly<Record<string, unknown>>;
/** Prefixes of the names in one currency: that of the order, and the base currency. */
export const currencyPrefixes = ["", "base_"] as const;
export type CurrencyPrefix = (typeof currencyPrefixes)[number];
/** The effect of a document on the amounts of its order. */
export type Stage = "invoiced" | "refunded";

/** Balances in the order in which they pay for invoices. */
const balanceNames = ["reward_currency", "gift_cards", "customer_balance"] as const;
/** Balances in the order in which credit memos return amounts to them. */
const returnSequence = ["gift_cards", "customer_balance", "reward_currency"] as const;
type BalanceName = (typeof balanceNames)[number];

/** The share of a document in an order's balances and gift wrapping, in one currency. */
export interface Share {
  /** Charges for gift wrapping by name, with or without `base_`; empty except on the first document. */
  readonly wrapping: Readonly<Record<string, string>>;
  /** Amounts that balances pay of an invoice, or that a credit memo returns to them. */
  readonly balances: Readonly<Record<BalanceName, Amount>>;
}

/** The shares of a document in both currencies. */
export interface Shares {
  readonly own: Share;
  readonly base: Share;
}

const namesIn = (stored: Stored): Names => (typeof stored === "object" && stored !== null ? (stored as Names) : {});

/** Returns a stored amount; 0 if there is none. */
export const storedAmount = (stored: Stored, name: string): Amount =>
  asAmount((namesIn(stored)[name] as string | number | null | undefined) ?? 0);

/** Prefixes of the charges for gift wrapping: of the order, its lines, and the printed card. */
const charges = ["gw", "gw_items", "gw_card"] as const;

/**
 * Names of each charge: `whole` of the ordered amount, and `part` as the beginning of the names of invoiced and refunded
 * amounts. The contract has irregular names.
 */
const wrappingNames = [
  ...charges.flatMap((charge) =>
    currencyPrefixes.flatMap((prefix) => {
      const tax = charge === "gw" ? "tax_amount" : "tax";
      return [
        { prefix, isTax: false, whole: `${charge}_${prefix}price`, part: `${charge}_${prefix}price` },
        { prefix, isTax: true, whole: `${charge}_${prefix}tax_amount`, part: `${charge}_${prefix}${tax}` },
      ];
    }),
  ),
  // The sum of the charges that extensions added, which have no tax.
  ...currencyPrefixes.map((prefix) => ({
    ...{ prefix, isTax: false },
    ...{ whole: `added_${prefix}price`, part: `added_${prefix}price` },
  })),
];

/**
 * Returns the charges for gift wrapping, and those that extensions added, of a document in one currency: all of them on the
 * first document, none on later ones. A credit memo has the invoiced ones.
 */
export function wrappingShare(stored: Stored, stage: Stage, currency: CurrencyPrefix) {
  const names = namesIn(stored);
  const isLater = wrappingNames.some(({ part }) => names[`${part}_${stage}`] !== undefined);
  const own = isLater ? [] : wrappingNames.filter(({ prefix }) => prefix === currency);
  const found = own.flatMap((name) => {
    const value = names[stage === "invoiced" ? name.whole : `${name.part}_invoiced`];
    return typeof value === "string" ? [{ ...name, value }] : [];
  });
  const total = (tax: boolean) =>
    sum([zero, ...found.filter(({ isTax }) => isTax === tax).map(({ value }) => asAmount(value))]);
  const amounts = Object.fromEntries(found.map(({ whole, value }) => [whole, value]));
  return { amounts, price: total(false), tax: total(true) };
}

/** A total that is divided between balances and money. */
interface ShareOf {
  readonly stage: Stage;
  readonly prefix: CurrencyPrefix;
  readonly total: Amount;
}

/** Returns the amount of a balance that is left to invoice or to refund. */
export const balanceLeft = (
  stored: Stored,
  name: BalanceName,
  { stage, prefix }: Pick<ShareOf, "stage" | "prefix">,
): Amount => {
  const done = storedAmount(stored, `${prefix}${name}_${stage}`);
  const whole = storedAmount(stored, `${prefix}${name}_${stage === "invoiced" ? "amount" : "invoiced"}`);
  return max(subtract(whole, done), zero);
};

/**
 * Divides the total of a document between balances, each up to the amount that is left of it, and the rest, which is
 * money. The last document gets all that is left of each balance, because totals add up.
 */
export function balanceShares(stored: Stored, { stage, prefix, total }: ShareOf) {
  const balances: Record<BalanceName, Amount> = { reward_currency: zero, gift_cards: zero, customer_balance: zero };
  let rest = total;
  for (const name of stage === "invoiced" ? balanceNames : returnSequence) {
    const part = min(max(rest, zero), balanceLeft(stored, name, { stage, prefix }));
    if (!isPositive(part)) continue;
    balances[name] = part;
    rest = subtract(rest, part);
  }
  return { balances, rest };
}

/** Returns the sum of all balances of an order: the amount that they pay, or its invoiced or refunded part. */
export const balancesOf = (stored: Stored, prefix: CurrencyPrefix, what: "amount" | Stage): Amount =>
  sum([zero, ...balanceNames.map((name) => storedAmount(stored, `${prefix}${name}_${what}`))]);

/** Whether a share has an amount of any balance. */
export const hasBalances = ({ balances }: Share): boolean => Object.values(balances).some(isPositive);

/** Returns the sum of the balances in a share. */
export const balanceTotal = ({ balances }: Share): Amount => sum([zero, ...Object.values(balances)]);

/** Returns the column of an order after a document; nothing if the order has none. */
export function orderColumn(
  stored: Stored,
  stage: Stage,
  { own, base }: Shares,
): { commerce?: Record<string, string> } {
  if (!stored) return {};
  const names = namesIn(stored);
  const addShares = (share: Share, prefix: CurrencyPrefix) =>
    balanceNames
      .filter((name) => names[`${prefix}${name}_amount`] !== undefined)
      .map((name): [string, Amount] => {
        const column = `${prefix}${name}_${stage}`;
        return [column, add(storedAmount(stored, column), share.balances[name])];
      });
  return {
    commerce: {
      ...(names as Record<string, string>),
      ...renameForStage({ ...own.wrapping, ...base.wrapping }, stage),
      ...Object.fromEntries([...addShares(own, ""), ...addShares(base, "base_")]),
    },
  };
}

/** Returns charges for gift wrapping under their names for invoiced or refunded amounts. */
const renameForStage = (wrapping: Readonly<Record<string, string>>, stage: Stage) =>
  Object.fromEntries(
    wrappingNames.flatMap(({ whole, part }) => {
      const value = wrapping[whole];
      return value === undefined ? [] : [[`${part}_${stage}`, value]];
    }),
  );

/** Returns the column of a document; nothing if it has no such amounts. */
export function documentColumn({ own, base }: Shares): { commerce?: Record<string, string> } {
  const listAmounts = (share: Share, prefix: CurrencyPrefix) =>
    balanceNames
      .filter((name) => isPositive(own.balances[name]) || isPositive(base.balances[name]))
      .map((name): [string, Amount] => [`${prefix}${name}_amount`, share.balances[name]]);
  const commerce = {
    ...own.wrapping,
    ...base.wrapping,
    ...Object.fromEntries([...listAmounts(own, ""), ...listAmounts(base, "base_")]),
  };
  return Object.keys(commerce).length === 0 ? {} : { commerce };
}

/** The columns of a line that its gift wrapping depends on. */
interface WrappedLine {
  readonly item_id: number;
  readonly commerce?: Stored;
}

/** Returns the columns of the gift-wrapped lines of an order after its first document, all with the same columns. */
export const wrappedLines = (lines: readonly WrappedLine[], stage: Stage) =>
  lines.flatMap(({ item_id, commerce }) => {
    const wrapping = {
      ...wrappingShare(commerce, stage, "").amounts,
      ...wrappingShare(commerce, stage, "base_").amounts,
    };
    if (Object.keys(wrapping).length === 0) return [];
    return [
      { item_id, commerce: { ...(namesIn(commerce) as Record<string, string>), ...renameForStage(wrapping, stage) } },
    ];
  });

/**
 * Returns the number of reward points that belong to the invoiced or refunded amount that points paid, in proportion and
 * rounded down; all points for the whole amount.
 */
export function pointsOf(stored: Stored, what: Stage): Amount {
  const points = storedAmount(stored, "reward_points_balance");
  const whole = storedAmount(stored, "base_reward_currency_amount");
  const part = storedAmount(stored, `base_reward_currency_${what}`);
  if (isZero(whole)) return zero;
  return equals(part, whole) ? points : truncate(proportion(points, part, whole));
}
