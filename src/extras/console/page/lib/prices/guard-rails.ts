import { ApiError } from "../api.js";
import { parseAmount } from "../desk/amounts.js";
import { formatNumber } from "../format.js";
import { withCurrency } from "../shop/shop.js";
import { decimalSeparator, t } from "../translate.js";
import type { Kind } from "./price-changes.js";

/** A guard-rail of `GET /V1/price-guard-rails`. */
export interface GuardRail {
  readonly id?: number;
  readonly website_id: number;
  readonly kind: Kind;
  readonly max_rise_percent: number | null;
  readonly max_fall_percent: number | null;
  readonly floor_above_cost_percent: number | null;
  readonly ceiling: number | null;
  readonly max_rows: number | null;
  readonly action: "refuse" | "hold";
}

export interface Website {
  readonly id: number;
  readonly name: string;
}

/** The guard-rail that the form shows at first. */
export const newGuardRail: GuardRail = {
  website_id: 0,
  kind: "base",
  max_rise_percent: null,
  max_fall_percent: null,
  floor_above_cost_percent: null,
  ceiling: null,
  max_rows: null,
  action: "hold",
};

export const kindNames = (): Readonly<Record<Kind, string>> => ({
  base: t("Base prices"),
  special: t("Special prices"),
  tier: t("Tier prices"),
  cost: t("Costs"),
});

/** Returns the name of a website, as far as the user may read it. */
export function websiteName(websites: readonly Website[], id: number): string {
  if (id === 0) return t("All websites");
  return websites.find((website) => website.id === id)?.name ?? t("Website {{id}}", { id });
}

/** Returns the limits of a guard-rail as sentences. */
export function limitsOf(rail: GuardRail): readonly string[] {
  const { max_rise_percent: rise, max_fall_percent: fall, floor_above_cost_percent: floor } = rail;
  const { ceiling, max_rows: rows } = rail;
  return [
    rise === null ? "" : t("A price rises by at most {{percent}} %.", { percent: formatNumber(rise) }),
    fall === null ? "" : t("A price falls by at most {{percent}} %.", { percent: formatNumber(fall) }),
    floor === null ? "" : t("A price is at least {{percent}} % above the cost.", { percent: formatNumber(floor) }),
    ceiling === null ? "" : t("No price is above {{amount}}.", { amount: withCurrency(formatNumber(ceiling), rail) }),
    rows === null ? "" : t("One call changes at most {{count}} prices.", { count: rows }),
  ].filter(Boolean);
}

/** Reads a limit from a field, in the user's language; an empty field is no limit. */
export function limitOf(text: string): number | null {
  const limit = parseAmount(text, decimalSeparator());
  if (limit === undefined) throw new ApiError(t("“{{text}}” is not a number.", { text }), 400);
  return limit === null ? null : Number(limit);
}
