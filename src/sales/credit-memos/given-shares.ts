import { inputError, invalid } from "../../call/errors.js";
import { type Amount, asAmount, zero } from "../../money/amount.js";
import { isGreater, isNegative } from "../../money/arithmetic.js";
import { fitOrThrow, orderColumn } from "../../money/columns.js";
import { balanceLeft, type Share, type Shares, wrappingShare } from "../documents/commerce-shares.js";
import type { CurrencyPrefix } from "../invoices/invoice-amounts.js";
import type { StoredOrder } from "../orders/orders.rows.js";
import type { Creditmemo } from "./credit-memos.types.js";

type BalanceName = "gift_cards" | "customer_balance";

/**
 * Returns what a credit memo that is sent gives back to gift cards and store credit, and the charges for wrapping that it names.
 * Throws 400 for more than paid the order and is not refunded.
 */
export function givenShares(order: StoredOrder, given: Creditmemo): Shares {
  return { own: givenShare(order, given, ""), base: givenShare(order, given, "base_") };
}

function givenShare(order: StoredOrder, { extension_attributes: given }: Creditmemo, prefix: CurrencyPrefix): Share {
  const other = prefix ? "" : "base_";
  const read = (name: BalanceName): Amount => {
    const sent = given?.[`${prefix}${name}_amount`] ?? given?.[`${other}${name}_amount`];
    if (sent == null) return zero;
    const amount = asAmount(fitOrThrow(`${name}_amount`, sent, orderColumn));
    if (isNegative(amount)) throw invalid(`${name}_amount`, amount);
    if (isGreater(amount, balanceLeft(order.commerce, name, { stage: "refunded", prefix }))) throw tooMuch(name);
    return amount;
  };
  const isWrapped = given?.gw_price != null || given?.gw_items_price != null || given?.gw_card_price != null;
  return {
    balances: { gift_cards: read("gift_cards"), customer_balance: read("customer_balance"), reward_currency: zero },
    wrapping: isWrapped ? wrappingShare(order.commerce, "refunded", prefix).amounts : {},
  };
}

const tooMuch = (name: BalanceName) =>
  inputError(
    name === "customer_balance"
      ? "You can't use more store credit than the order amount."
      : "You can't return more to gift cards than they paid.",
  );
