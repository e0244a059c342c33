import { inputError } from "../../../api/call/errors.js";
import type { Amount } from "../../../platform/money/amount.js";
import { isGreater, min, subtract } from "../../../platform/money/arithmetic.js";
import {
  balanceLeft,
  type CurrencyPrefix,
  type Share,
  type Shares,
  wrappingShare,
} from "../documents/commerce-shares.js";
import type { StoredOrder } from "../orders/stored-order.js";
import type { Creditmemo } from "./credit-memos.types.js";
import { balanceAmount, type MoneyToCredit } from "./refund/money-to-credit.js";

type BalanceName = "gift_cards" | "customer_balance" | "reward_currency";

/** Amounts that a credit memo in a request returns to balances. */
interface GivenShares {
  readonly shares: Shares;
  /** Amount paid to store credit beyond the amount that it paid. */
  readonly toCredit: MoneyToCredit;
}

/**
 * Returns the amounts that a credit memo in a request returns to gift cards, store credit and reward points, and the
 * charges for gift wrapping that it includes. Throws 400 for more than gift cards or reward points paid for the order and
 * were not refunded.
 */
export function givenShares(order: StoredOrder, given: Creditmemo): GivenShares {
  const [own, base] = [givenShare(order, given, ""), givenShare(order, given, "base_")];
  return {
    shares: { own: own.share, base: base.share },
    toCredit: { own: own.toCredit, base: base.toCredit },
  };
}

interface GivenShare {
  readonly share: Share;
  readonly toCredit: Amount;
}

function givenShare(
  order: StoredOrder,
  { extension_attributes: given }: Creditmemo,
  prefix: CurrencyPrefix,
): GivenShare {
  const other = prefix ? "" : "base_";
  const sentAmount = (name: BalanceName): Amount =>
    balanceAmount(`${name}_amount`, given?.[`${prefix}${name}_amount`] ?? given?.[`${other}${name}_amount`]);
  const remainingAmount = (name: BalanceName): Amount =>
    balanceLeft(order.commerce, name, { stage: "refunded", prefix });
  const amountToReturn = (name: "gift_cards" | "reward_currency"): Amount => {
    const amount = sentAmount(name);
    if (isGreater(amount, remainingAmount(name))) throw excessErrors[name]();
    return amount;
  };
  const credit = sentAmount("customer_balance");
  const customer_balance = min(credit, remainingAmount("customer_balance"));
  const isWrapped = given?.gw_price != null || given?.gw_items_price != null || given?.gw_card_price != null;
  return {
    share: {
      balances: {
        gift_cards: amountToReturn("gift_cards"),
        customer_balance,
        reward_currency: amountToReturn("reward_currency"),
      },
      wrapping: isWrapped ? wrappingShare(order.commerce, "refunded", prefix).amounts : {},
    },
    toCredit: subtract(credit, customer_balance),
  };
}

const excessErrors = {
  gift_cards: () => inputError("You can't return more to gift cards than they paid."),
  reward_currency: () => inputError("You can't return more to reward points than they paid."),
};
