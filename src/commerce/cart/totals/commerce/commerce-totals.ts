import { zero } from "../../../../platform/money/amount.js";
import { add, sum } from "../../../../platform/money/arithmetic.js";
import type { WrappingCharge, Payments } from "./charges.js";
import { paidByCards } from "./payments.js";
import type { Run, States } from "../state.js";
import type { CommerceTotals, AmountPair, WrappingAmount, WrappingTotals } from "../totals.js";

/** Returns the balances and gift cards that pay for a cart, and its wrapping; undefined in the open-source edition. */
export function commerceTotals({ facts }: Run, { base, quote }: States): CommerceTotals | undefined {
  const { commerce } = facts;
  if (!commerce) return undefined;
  const [paid, converted] = [base.payments, quote.payments];
  const toPair = (of: (payments: Payments) => { readonly amount: AmountPair["base"] } | undefined) => ({
    base: of(paid)?.amount ?? zero,
    quote: of(converted)?.amount ?? zero,
  });
  const { reward, storeCredit } = commerce;
  const account = (accountId: number | undefined) => (accountId === undefined ? {} : { accountId });
  return {
    giftCards: paid.giftCards.map(({ id, code }) => {
      const amount = toPair(({ giftCards }) => giftCards.find((card) => card.id === id));
      return { id, code, amount };
    }),
    giftCardsAmount: { base: paidByCards(paid), quote: paidByCards(converted) },
    ...(reward && {
      reward: { ...account(reward.accountId), points: paid.reward?.points ?? 0, amount: toPair((of) => of.reward) },
    }),
    ...(storeCredit && {
      storeCredit: { ...account(storeCredit.accountId), amount: toPair((of) => of.storeCredit) },
    }),
    wrapping: wrappingTotals(facts, { base, quote }),
  };
}

function wrappingTotals({ commerce }: Run["facts"], { base, quote }: States): WrappingTotals {
  const facts = commerce?.wrapping;
  const charge = (one: WrappingCharge | undefined, other: WrappingCharge | undefined): WrappingAmount => ({
    price: { base: one?.price ?? zero, quote: other?.price ?? zero },
    tax: { base: one?.tax ?? zero, quote: other?.tax ?? zero },
  });
  const [own, converted] = [base.wrapping, quote.wrapping];
  const wrapped = facts?.items.filter(({ itemId }) => own.items.has(itemId)) ?? [];
  const items = wrapped.map(({ itemId, id }) => ({
    ...{ itemId, id },
    ...charge(own.items.get(itemId), converted.items.get(itemId)),
  }));
  return {
    ...(facts?.order ? { orderId: facts.order.id } : {}),
    order: charge(own.order, converted.order),
    items,
    itemsAmount: items.reduce(
      (total, item) => ({ price: plus(total.price, item.price), tax: plus(total.tax, item.tax) }),
      {
        price: { base: zero, quote: zero },
        tax: { base: zero, quote: zero },
      },
    ),
    card: charge(own.card, converted.card),
    allowsGiftReceipt: facts?.allowsGiftReceipt ?? false,
    hasCard: facts?.cardPrice !== undefined,
  };
}

const plus = (one: AmountPair, other: AmountPair): AmountPair => ({
  base: add(one.base, other.base),
  quote: sum([one.quote, other.quote]),
});
