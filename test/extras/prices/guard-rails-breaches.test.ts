import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Amount, asAmount, asPercent, hundredPercent } from "../../../src/platform/money/amount.js";
import { add, isGreater, isLess, percent, subtract } from "../../../src/platform/money/arithmetic.js";
import { findBreaches } from "../../../src/extras/prices/guard-rails/limits/breaches.js";
import { type GuardRail, GuardRails, type Limits } from "../../../src/extras/prices/guard-rails/limits/limits.js";

const positives = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 14n - 1n }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => asAmount(`${digits}e-${places}`));
const percents = fc.integer({ min: 0, max: 1_000_000 }).map((rate) => asPercent(`${rate}e-4`));
/** The smallest difference between two prices. */
const step = asAmount("0.000001");
const refuse = <Value>(value: Value) => ({ value, action: "refuse" as const });

const codesOf = (
  limits: Limits,
  price: { old?: Amount; next: Amount; cost?: Amount; isShare?: boolean },
): readonly string[] => findBreaches({ old: null, cost: null, ...price }, limits).map(({ reason }) => reason.code);

describe("the limits of a price", () => {
  it("allow a price that rises by exactly the limit, and no price above", () => {
    fc.assert(
      fc.property(positives, percents, (old, rate) => {
        const limits = { rise: refuse(rate) };
        const highest = percent(old, add(hundredPercent, rate));
        expect(codesOf(limits, { old, next: highest })).toEqual([]);
        expect(codesOf(limits, { old, next: add(highest, step) })).toEqual(["PRICE_RISE"]);
      }),
    );
  });

  it("allow a price that falls by exactly the limit, and no price below", () => {
    fc.assert(
      fc.property(positives, percents, (old, rate) => {
        fc.pre(!isGreater(rate, hundredPercent));
        const limits = { fall: refuse(rate) };
        const lowest = percent(old, subtract(hundredPercent, rate));
        expect(codesOf(limits, { old, next: lowest })).toEqual([]);
        expect(codesOf(limits, { old, next: subtract(lowest, step) })).toEqual(["PRICE_FALL"]);
      }),
    );
  });

  it("allow a price at the floor above the cost, and no price below", () => {
    fc.assert(
      fc.property(positives, percents, (cost, rate) => {
        const limits = { floor: refuse(rate) };
        const lowest = percent(cost, add(hundredPercent, rate));
        expect(codesOf(limits, { cost, next: lowest })).toEqual([]);
        expect(codesOf(limits, { cost, next: subtract(lowest, step) })).toEqual(["PRICE_BELOW_FLOOR"]);
      }),
    );
  });

  it("allow a price at the ceiling, and no price above", () => {
    fc.assert(
      fc.property(positives, positives, (ceiling, next) => {
        const broken = isLess(ceiling, next) ? ["PRICE_ABOVE_CEILING"] : [];
        expect(codesOf({ ceiling: refuse(ceiling) }, { next })).toEqual(broken);
      }),
    );
  });

  it("stop every price that is multiplied by 100 while a rise of less than 9900 percent is allowed", () => {
    fc.assert(
      fc.property(positives, percents, (old, rate) => {
        fc.pre(isLess(rate, asPercent(9900)));
        expect(codesOf({ rise: refuse(rate) }, { old, next: percent(old, asPercent(10_000)) })).toEqual(["PRICE_RISE"]);
      }),
    );
  });

  it("do not apply to a missing old price, an old price of 0 or an unknown cost", () => {
    const limits = { rise: refuse(asPercent(0)), fall: refuse(asPercent(0)), floor: refuse(asPercent(0)) };
    expect(codesOf(limits, { next: asAmount(5) })).toEqual([]);
    expect(codesOf(limits, { old: asAmount("0.000000"), next: asAmount(5) })).toEqual([]);
  });

  it("compare percentages of an unknown price with each other, but not with a cost or ceiling", () => {
    const limits = { rise: refuse(asPercent(10)), floor: refuse(asPercent(0)), ceiling: refuse(asAmount(1)) };
    const share = { old: asAmount(50), cost: asAmount(999), isShare: true };
    expect(codesOf(limits, { ...share, next: asAmount(55) })).toEqual([]);
    expect(codesOf(limits, { ...share, next: asAmount(56) })).toEqual(["PRICE_RISE"]);
  });
});

const rail = (website_id: number, limits: Partial<GuardRail>): GuardRail => ({
  website_id,
  kind: "base",
  max_rise_percent: null,
  max_fall_percent: null,
  floor_above_cost_percent: null,
  ceiling: null,
  max_rows: null,
  action: "refuse",
  ...limits,
});

describe("the guard-rails of websites", () => {
  const rails = new GuardRails([
    rail(0, { max_rise_percent: asPercent(10), ceiling: asAmount(100), max_rows: 5 }),
    rail(2, { max_rise_percent: asPercent(50), action: "hold" }),
    rail(3, { max_rows: 1 }),
  ]);

  it("prefer a website's own limit to that of all websites, limit by limit, each with its own action", () => {
    expect(rails.limitsOf("base", 2)).toEqual([
      { rise: { value: "50", action: "hold" }, ceiling: { value: "100", action: "refuse" } },
    ]);
    expect(rails.limitsOf("base", 1)).toEqual([
      { rise: { value: "10", action: "refuse" }, ceiling: { value: "100", action: "refuse" } },
    ]);
    expect(rails.limitsOf("cost", 2)).toEqual([{}]);
  });

  it("apply the limits of every website to prices for all websites", () => {
    expect(rails.limitsOf("base", 0).map(({ rise }) => rise?.value)).toEqual(["10", "50", "10"]);
  });

  it("count a price toward the limit of its website, or else toward that of all websites", () => {
    const counted = rails.rowLimits.map((limit) => [0, 1, 2, 3].filter((website) => rails.counts(limit, website)));
    expect(counted).toEqual([
      [0, 1, 2],
      [0, 3],
    ]);
  });
});
