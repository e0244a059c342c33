import { openBalance } from "../../../balance/published.js";
import { inputError, invalid } from "../../../../api/call/errors.js";
import { readCustomers } from "../../../customer/published.js";
import type { Db } from "../../../../platform/db/database.js";
import { type Amount, asAmount } from "../../../../platform/money/amount.js";
import { equals, isGreater, isNegative, isPositive } from "../../../../platform/money/arithmetic.js";
import { fitOrThrow } from "../../../../api/call/arguments/decimal-fields.js";
import { orderColumn } from "../../../../platform/money/columns.js";
import { round } from "../../../../platform/money/rounding.js";
import type { StoredOrder } from "../../orders/stored-order.js";
import type { RefundSettings } from "./refund-settings.js";

/** Amount of the grand total of a credit memo that goes to the customer's store credit, in both currencies. */
export interface MoneyToCredit {
  readonly own: Amount;
  readonly base: Amount;
}

/**
 * Returns the amount for a balance in a request, by default 0. Throws 400 for a negative one and for fractions of a cent.
 */
export function balanceAmount(fieldName: string, sent: string | null | undefined): Amount {
  const amount = asAmount(fitOrThrow(fieldName, sent ?? "0", orderColumn));
  if (isNegative(amount) || !equals(round(amount, 2), amount)) throw invalid(fieldName, amount);
  return amount;
}

/** 400 for more store credit than there is to refund. */
const tooMuchCredit = () => inputError("You can't use more store credit than the order amount.");

/** Throws 400 if the amount for store credit exceeds the grand total of the credit memo. */
export function checkCreditAmount(toCredit: MoneyToCredit, total: MoneyToCredit): void {
  if (isGreater(toCredit.own, total.own) || isGreater(toCredit.base, total.base)) throw tooMuchCredit();
}

/** Whether a credit memo pays more to store credit than store credit paid. */
const isToCredit = ({ base }: MoneyToCredit, cards: Amount, { cardsToCredit }: RefundSettings): boolean =>
  isPositive(base) || (cardsToCredit && isPositive(cards));

/** The values of a credit memo that store credit depends on. */
interface CreditedMemo {
  readonly toCredit: MoneyToCredit;
  readonly settings: RefundSettings;
  /** Amount returned to gift cards, in base currency. */
  readonly cards: Amount;
}

/**
 * Returns the id of the store credit that a credit memo pays to; undefined if it pays nothing to store credit, or if only
 * gift cards get money back and the customer cannot have store credit, so that the cards keep it. Throws 400 for money
 * that cannot become store credit.
 */
export async function creditAccount(
  db: Db,
  { customer_id: customerId }: StoredOrder,
  { toCredit, settings, cards }: CreditedMemo,
): Promise<number | undefined> {
  if (!isToCredit(toCredit, cards, settings)) return undefined;
  const { websiteId, hasCredit } = settings;
  const isCustomer = customerId != null && (await readCustomers(db, [customerId])).length > 0;
  if (isCustomer && hasCredit && websiteId !== 0)
    return openBalance(db, { kind: "store_credit", customerId, websiteId });
  if (!isPositive(toCredit.base)) return undefined;
  throw inputError(
    "The order can't be refunded to store credit. It must belong to a customer, and store credit must be enabled.",
  );
}
