import { createHash } from "node:crypto";
import type { SoldProduct } from "../../catalog/published.sale.js";
import type { Facts } from "../facts/read-facts.js";
import { timeIn } from "../facts/settings-facts.js";
import { versionOfAdded } from "../totals/added/added-facts.js";
import { endOf, type PriceMoment } from "../totals/final-price.js";
import type { CartLine, CartState } from "./cart-state.rows.js";

/** What stored totals were computed from. They hold as long as collecting them again would give the same. */
export interface TotalsBasis {
  /** The versions of the facts that all carts share and of the customer, when the cart was read. */
  readonly facts: string;
  /** The versions of the products of the lines. */
  readonly products: string;
  readonly priceScope: string;
  /** The totals that extensions added; absent without any. */
  readonly added?: string;
  /** The first times, each in a time zone, at which a price or a rule can begin or end. */
  readonly until: readonly { readonly zone: string; readonly time: string }[];
}

/** A product as totals depend on it. */
type BasisProduct = Pick<SoldProduct, "version" | "special_from" | "special_to">;

/** The parts of `Facts` that a basis names. */
interface BasisFacts extends Pick<Facts, "clock"> {
  readonly products: ReadonlyMap<number, BasisProduct>;
  readonly pricingScope: Pick<Facts["pricingScope"], "isGlobal">;
  readonly totals: { readonly settings: Pick<Facts["totals"]["settings"], "today" | "now"> };
}

/** The versions of a cart when it was read. */
type CartVersions = Pick<CartState, "facts_version" | "products_version">;

/** Returns the basis of totals that were computed from facts for lines. */
export function basisOf(
  { facts_version }: CartVersions,
  lines: readonly Pick<CartLine, "product_id">[],
  facts: BasisFacts,
): TotalsBasis {
  const ids = [...new Set(lines.map(({ product_id }) => product_id))].sort((one, other) => one - other);
  const products = ids.flatMap((id) => facts.products.get(id) ?? []);
  const added = versionOfAdded();
  return {
    ...(added === undefined ? {} : { added }),
    facts: facts_version ?? "",
    products: hashOf(products.map(({ version }) => version)),
    priceScope: priceScopeOf(facts),
    until: [
      { zone: facts.clock.zone, time: dayAfter(facts.totals.settings.today) },
      { zone: facts.clock.priceZone, time: firstChange(products, facts.totals.settings) },
    ],
  };
}

/** Whether totals with a basis hold for a cart as it was just read. */
export function isBasisOf(basis: TotalsBasis | undefined, cart: CartVersions, priceScope: string): boolean {
  const now = new Date();
  return (
    basis?.facts === cart.facts_version &&
    basis?.products === (cart.products_version ?? noProducts) &&
    basis.priceScope === priceScope &&
    basis.added === versionOfAdded() &&
    basis.until.every(({ zone, time }) => timeIn(zone, now) < time)
  );
}

const hashOf = (versions: readonly string[]): string => createHash("md5").update(versions.join(",")).digest("hex");
const noProducts = hashOf([]);

const priceScopeOf = ({ pricingScope }: BasisFacts): string => (pricingScope.isGlobal ? "global" : "website");

/** Returns the midnight at the end of a day. */
function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return `${next.toISOString().slice(0, day.length)} 00:00:00`;
}

/** Returns the next time at which a special price begins or ends; the end of the day if that is sooner. */
function firstChange(products: readonly BasisProduct[], { now }: Pick<PriceMoment, "now">): string {
  const begins = products.flatMap(({ special_from }) => special_from ?? []);
  const ends = products.flatMap(({ special_to }) => (special_to === null ? [] : endOf(special_to)));
  const changes = [...begins, ...ends].filter((time) => time > now);
  return [dayAfter(now.slice(0, "2026-01-01".length)), ...changes].sort()[0] ?? now;
}
