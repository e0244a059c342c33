import { balanceSpent, cardSpent, type Charge } from "../../balance/published.charges.js";
import { type StoredCartTotals, toChargeFields, type Totals, wrappingAmounts } from "../../cart/published.js";
import { type Amount, asAmount, zero } from "../../../platform/money/amount.js";
import { isGreater, isPositive, sum } from "../../../platform/money/arithmetic.js";
import type { NewOrder, NewOrderItem } from "../../sales/published.orders.js";

/** Returns the balances and gift cards that pay part of an order. */
export function chargesOf({ commerce }: Totals): Charge[] {
  if (!commerce) return [];
  const { giftCards, storeCredit, reward } = commerce;
  const cards = giftCards.map(({ id, amount }) => ({ accountId: id, kind: "gift_card" as const, amount: amount.base }));
  const credit = { accountId: storeCredit?.accountId ?? 0, kind: "store_credit" as const };
  const points = { accountId: reward?.accountId ?? 0, kind: "reward" as const };
  const all: Charge[] = [
    ...cards,
    ...(storeCredit ? [{ ...credit, amount: storeCredit.amount.base }] : []),
    ...(reward ? [{ ...points, amount: asAmount(reward.points) }] : []),
  ];
  return all.filter(({ amount }) => isPositive(amount));
}

/**
 * Throws 400 if the total rose because a gift card, store credit or points cover less than the shopper saw, so that nobody
 * pays more than was shown.
 */
export function checkBalances(shown: StoredCartTotals | undefined, { quote, commerce }: Totals): void {
  const before = shown?.commerce;
  if (!shown || !before || !isGreater(quote.grandTotal, shown.quote.grandTotal)) return;
  if (isGreater(before.giftCardsAmount.base, commerce?.giftCardsAmount.base ?? zero)) throw cardSpent();
  const hasLess = (one: Paid | undefined, other: Paid | undefined) =>
    isGreater(one?.amount.base ?? zero, other?.amount.base ?? zero);
  const isLost = hasLess(before.storeCredit, commerce?.storeCredit) || hasLess(before.reward, commerce?.reward);
  if (isLost) throw balanceSpent();
}

interface Paid {
  readonly amount: { readonly base: Amount };
}

/** Returns the column of an order with what the commerce edition and extensions add to its totals. */
export function commerceColumns(totals: Totals): Pick<NewOrder["columns"], "commerce"> {
  const commerce = { ...ofEdition(totals), ...addedColumns(totals.added ?? []) };
  return Object.keys(commerce).length === 0 ? {} : { commerce };
}

/** Returns the charges of extensions under their codes, and their sums, which documents take their shares of. */
function addedColumns(added: NonNullable<Totals["added"]>): Record<string, string> {
  if (added.length === 0) return {};
  const amounts = added.flatMap(({ code, amount: { quote, base } }) => [
    [code, quote],
    [`base_${code}`, base],
  ]);
  const sums = {
    added_price: sum(added.map(({ amount }) => amount.quote)),
    added_base_price: sum(added.map(({ amount }) => amount.base)),
  };
  return { ...(Object.fromEntries(amounts) as Record<string, string>), ...sums };
}

function ofEdition(totals: Totals): object {
  const { commerce } = totals;
  if (!commerce || (chargesOf(totals).length === 0 && !isWrapped(totals))) return {};
  const { giftCards, giftCardsAmount, storeCredit, reward } = commerce;
  const cards = giftCards.map(({ id, code, amount }) => ({
    ...{ id, code },
    ...{ amount: amount.quote, base_amount: amount.base },
  }));
  const points = reward && reward.points > 0 ? reward : undefined;
  const credit = storeCredit && isPositive(storeCredit.amount.base) ? storeCredit : undefined;
  return {
    ...(cards.length > 0
      ? {
          gift_cards: cards,
          gift_cards_amount: giftCardsAmount.quote,
          base_gift_cards_amount: giftCardsAmount.base,
        }
      : {}),
    ...(credit
      ? { customer_balance_amount: credit.amount.quote, base_customer_balance_amount: credit.amount.base }
      : {}),
    ...(points
      ? {
          reward_points_balance: points.points,
          reward_currency_amount: points.amount.quote,
          base_reward_currency_amount: points.amount.base,
        }
      : {}),
    ...(isWrapped(totals) ? wrappingColumns(commerce.wrapping) : {}),
  };
}

/** Whether an order has a gift wrapping, a gift receipt or a printed card. */
const isWrapped = ({ commerce }: Totals): boolean => {
  if (!commerce) return false;
  const { orderId, items, allowsGiftReceipt, hasCard } = commerce.wrapping;
  return orderId !== undefined || items.length > 0 || allowsGiftReceipt || hasCard;
};

type Wrapping = NonNullable<Totals["commerce"]>["wrapping"];

const wrappingColumns = (wrapping: Wrapping): Record<string, string> => ({
  ...(wrapping.orderId === undefined ? {} : { gw_id: String(wrapping.orderId) }),
  gw_allow_gift_receipt: wrapping.allowsGiftReceipt ? "1" : "0",
  gw_add_card: wrapping.hasCard ? "1" : "0",
  ...wrappingAmounts(wrapping),
});

/** Returns the columns of a line that only the commerce edition has. Every line of an order has the same columns. */
export function commerceLine({ commerce }: Totals, itemId: number): Pick<NewOrderItem["columns"], "commerce"> {
  if (!commerce || commerce.wrapping.items.length === 0) return {};
  const found = commerce.wrapping.items.find((item) => item.itemId === itemId);
  return { commerce: found ? { gw_id: found.id, ...toChargeFields("gw", found) } : null };
}
