import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CommerceFacts } from "../../../../src/commerce/cart/totals/commerce/commerce-facts.js";
import type { CommerceTotals, Totals } from "../../../../src/commerce/cart/totals/totals.js";
import { asAmount, asRatio, zero } from "../../../../src/platform/money/amount.js";
import { equals, isGreater, isNegative, subtract, sum } from "../../../../src/platform/money/arithmetic.js";
import { line, taxRule, totalsOf } from "./support.js";

const wrappingClass = 7;

const amounts = fc.integer({ min: 0, max: 30_000 }).map((cents) => asAmount(`${cents}e-2`));
const cases = fc.record({
  prices: fc.array(amounts, { minLength: 1, maxLength: 4 }),
  cards: fc.array(amounts, { maxLength: 3 }),
  credit: fc.option(amounts, { nil: undefined }),
  points: fc.integer({ min: 0, max: 500 }),
  group: fc.integer({ min: 1, max: 20 }),
  value: fc.integer({ min: 1, max: 900 }).map((cents) => asAmount(`${cents}e-2`)),
  wrapping: fc.option(amounts, { nil: undefined }),
  rate: fc.constantFrom("1", "0.7", "1.1337", "149.5"),
});
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the totals of a case, paid with everything there is or with money alone. */
function totals({ prices, ...given }: Case, isPaid: boolean): Totals {
  const { points, group, value, credit, cards, wrapping } = given;
  const order = { id: 1, price: wrapping ?? zero };
  const items = [{ itemId: 1, id: 1, price: wrapping ?? zero }];
  const commerce: CommerceFacts = {
    reward: { points, rate: { points: group, amount: value }, isUsed: isPaid },
    giftCards: isPaid ? cards.map((balance, id) => ({ id, code: `card-${id}`, balance })) : [],
    ...(credit === undefined ? {} : { storeCredit: { balance: credit, isUsed: isPaid } }),
    ...(wrapping === undefined
      ? {}
      : { wrapping: { taxClassId: wrappingClass, order, items, allowsGiftReceipt: false, cardPrice: wrapping } }),
  };
  return totalsOf({
    lines: prices.map((price, at) => line(price, 1 + at, { itemId: at + 1 })),
    taxRules: [taxRule("8.25"), taxRule(19, { id: 2, productTaxClassIds: [wrappingClass] })],
    shipping: 5,
    settings: { quoteCurrency: given.rate === "149.5" ? "JPY" : "EUR", baseToQuote: asRatio(given.rate) },
    facts: { commerce },
  });
}

const commerceOf = ({ commerce }: Totals): CommerceTotals => {
  if (!commerce) throw new Error("the totals have nothing of the commerce edition");
  return commerce;
};

const paidIn = (currency: "base" | "quote", { commerce }: Totals) => {
  const parts = [commerce?.reward, commerce?.storeCredit, ...(commerce?.giftCards ?? [])];
  return sum([zero, ...parts.flatMap((part) => part?.amount[currency] ?? [])]);
};

const check = (property: (given: Case, paid: Totals, unpaid: Totals) => boolean) =>
  fc.assert(
    fc.property(cases, (given) => property(given, totals(given, true), totals(given, false))),
    { numRuns: 100 },
  );

describe("payment by points, gift cards and store credit", () => {
  it("adds up with the amount left to the whole total in both currencies, and never exceeds it", () => {
    check((_given, paid, unpaid) =>
      (["base", "quote"] as const).every((currency) => {
        const { grandTotal } = paid[currency];
        const left = subtract(unpaid[currency].grandTotal, paidIn(currency, paid));
        return equals(grandTotal, left) && !isNegative(grandTotal);
      }),
    );
  });

  it("leaves nothing in one currency exactly when it leaves nothing in the other", () => {
    const nothing = asAmount("0");
    check((_given, { base, quote }, unpaid) => {
      if (equals(unpaid.quote.grandTotal, nothing)) return true;
      return !equals(base.grandTotal, nothing) || equals(quote.grandTotal, nothing);
    });
  });

  it("never takes more than the balance, and takes points in whole groups", () => {
    check(({ cards, credit, points, group }, paid) => {
      const { giftCards, storeCredit, reward } = commerceOf(paid);
      const isCovered = giftCards.every(({ id, amount }) => !isGreater(amount.base, cards[id] ?? zero));
      const isCredited = !storeCredit || !isGreater(storeCredit.amount.base, credit ?? zero);
      const used = reward?.points ?? 0;
      return isCovered && isCredited && used <= points && used % group === 0;
    });
  });

  it("keeps every digit of what each gift card pays in the totals", () => {
    const price = asAmount("9999999999999999.99");
    const giftCards = [{ id: 7, code: 'a"b', balance: price }];
    const { segments } = totalsOf({ lines: [line(price)], facts: { commerce: { giftCards } } });
    const row = segments.find(({ code }) => code === "giftcardaccount");
    expect(row?.giftCards).toBe('[{"i":7,"c":"a\\"b","a":9999999999999999.99,"ba":9999999999999999.99}]');
  });

  it("comes after gift wrapping, which is in the total with its tax and is not discounted", () => {
    const given = { prices: [asAmount(100)], cards: [], credit: undefined, points: 0, group: 1, value: asAmount(1) };
    const plain = totals({ ...given, wrapping: undefined, rate: "1" }, false);
    const wrapped = totals({ ...given, wrapping: asAmount(10), rate: "1" }, false);
    expect(subtract(wrapped.base.grandTotal, plain.base.grandTotal)).toBe("35.7");
    expect(subtract(wrapped.base.taxAmount, plain.base.taxAmount)).toBe("5.7");
    expect(sum(wrapped.appliedTaxes.map(({ amount }) => amount.base))).toBe(wrapped.base.taxAmount);
  });
});
