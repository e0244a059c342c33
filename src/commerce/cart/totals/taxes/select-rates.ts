import { asPercent, asRatio, hundredPercent, type Percent } from "../../../../platform/money/amount.js";
import { add, compare, divide, multiply, sum } from "../../../../platform/money/arithmetic.js";
import type { AddressFacts } from "../cart-facts.js";
import type { TaxRateFacts, TaxRuleFacts } from "../facts.js";
import type { RateGroup } from "../totals.js";

/** The tax classes and the destination to select rates for. */
export interface RateRequest {
  readonly customerTaxClassId?: number;
  readonly productTaxClassId?: number;
  readonly destination: AddressFacts;
}

/** The rates that apply. */
export interface SelectedRates {
  /** Sum of all groups. */
  readonly percent: Percent;
  /** One group for each priority, lowest first. */
  readonly groups: readonly RateGroup[];
}

const untaxed: SelectedRates = { percent: asPercent(0), groups: [] };

/**
 * Returns the tax rates for a product class, a customer class and a destination. Each rule gives its most specific rate.
 * Rates of one priority add up; a later priority compounds, unless its rule calculates the subtotal only.
 */
export function selectRates(rules: readonly TaxRuleFacts[], request: RateRequest): SelectedRates {
  const { customerTaxClassId, productTaxClassId, destination } = request;
  if (!customerTaxClassId || !productTaxClassId || !destination.countryId) return untaxed;
  const found = rules
    .filter(
      (rule) =>
        rule.customerTaxClassIds.includes(customerTaxClassId) && rule.productTaxClassIds.includes(productTaxClassId),
    )
    .flatMap((rule) => {
      const rate = mostSpecific(rule.rates, destination);
      return rate ? [{ rule, rate }] : [];
    })
    .sort((one, other) => one.rule.priority - other.rule.priority || one.rule.id - other.rule.id);
  return compoundRates(found);
}

interface RuleRate {
  readonly rule: TaxRuleFacts;
  readonly rate: TaxRateFacts;
}

function compoundRates(found: readonly RuleRate[]): SelectedRates {
  const byPriority = new Map<number, RuleRate[]>();
  for (const entry of found) {
    const others = byPriority.get(entry.rule.priority);
    if (others) others.push(entry);
    else byPriority.set(entry.rule.priority, [entry]);
  }
  let percent = asPercent(0);
  const groups: RateGroup[] = [];
  for (const group of byPriority.values()) {
    // The base is the subtotal with the tax of all earlier priorities, but not of the same priority.
    const soFar = divide(add(hundredPercent, percent), asRatio(100));
    const parts = group.map(({ rule, rate }) =>
      rule.calculatesSubtotal ? rate.percent : multiply(rate.percent, asRatio(soFar)),
    );
    groups.push({ ...describe(group), percent: sum(parts) });
    percent = sum([percent, ...parts]);
  }
  return { percent, groups };
}

const describe = (group: readonly RuleRate[]): Pick<RateGroup, "id" | "rates"> => ({
  id: group.map(({ rate }) => rate.code).join(""),
  rates: group.map(({ rate: { code, title, percent } }) => ({ code, title: title || code, percent })),
});

function mostSpecific(rates: readonly TaxRateFacts[], destination: AddressFacts): TaxRateFacts | undefined {
  const matching = rates.filter(
    (rate) =>
      rate.countryId === destination.countryId &&
      (rate.regionId === 0 || rate.regionId === destination.regionId) &&
      postcodeRank(rate, destination) !== undefined,
  );
  return matching.sort(
    (one, other) =>
      Number(other.regionId !== 0) - Number(one.regionId !== 0) ||
      (postcodeRank(other, destination) ?? 0) - (postcodeRank(one, destination) ?? 0) ||
      compare(other.percent, one.percent) ||
      one.id - other.id,
  )[0];
}

/** Number of characters of a postal code that are compared with a prefix. */
const maxPrefixLength = 10;

/** Returns how exactly a rate matches the postal code: exact, range, prefix, or any (0); undefined if it does not match. */
function postcodeRank(rate: TaxRateFacts, { countryId, postcode = "" }: AddressFacts): number | undefined {
  const parts = postcodeParts(countryId, postcode);
  const { zipFrom, zipTo } = rate;
  if (zipFrom !== undefined && zipTo !== undefined) {
    const isInside = parts.some((part) => /^\d+$/.test(part) && Number(part) >= zipFrom && Number(part) <= zipTo);
    return isInside ? maxPrefixLength + 1 : undefined;
  }
  const wanted = rate.postcode.toLowerCase();
  if (wanted === "" || wanted === "*") return 0;
  if (parts.includes(wanted)) return maxPrefixLength + 2;
  if (!wanted.endsWith("*")) return undefined;
  const prefix = wanted.slice(0, -1);
  return parts.some((part) => part.slice(0, maxPrefixLength).startsWith(prefix)) ? prefix.length : undefined;
}

const extendedPostcodes: Readonly<Record<string, RegExp>> = { US: /^(\d{5})-\d{4}$/, PT: /^(\d{4})-\d{3}$/ };

/** Returns the postal code, and its first part if it is an extended postal code of its country. */
function postcodeParts(countryId: string | undefined, postcode: string): string[] {
  const whole = postcode.trim().toLowerCase();
  const first = extendedPostcodes[countryId ?? ""]?.exec(whole)?.[1];
  return first === undefined ? [whole] : [whole, first];
}
