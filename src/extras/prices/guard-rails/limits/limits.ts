import type { PriceKind } from "../../../../commerce/pricing/closed-sets.types.js";
import type { GuardAction } from "../../closed-sets.types.js";
import type { Amount, Percent } from "../../../../platform/money/amount.js";

/** A stored guard-rail. */
export interface GuardRail {
  /** 0 for all websites. */
  readonly website_id: number;
  readonly kind: PriceKind;
  readonly max_rise_percent: Percent | null;
  readonly max_fall_percent: Percent | null;
  readonly floor_above_cost_percent: Percent | null;
  readonly ceiling: Amount | null;
  readonly max_rows: number | null;
  readonly action: GuardAction;
}

/** A limit with the action of the guard-rail that sets it. */
interface Limit<Value> {
  readonly value: Value;
  readonly action: GuardAction;
}

/** The limits of one price; an absent one does not apply. */
export interface Limits {
  readonly rise?: Limit<Percent> | undefined;
  readonly fall?: Limit<Percent> | undefined;
  readonly floor?: Limit<Percent> | undefined;
  readonly ceiling?: Limit<Amount> | undefined;
}

/** The maximum number of prices of a kind that one call can change. */
export interface RowLimit extends Limit<number> {
  readonly kind: PriceKind;
  readonly websiteId: number;
}

/** The guard-rails of all websites. A website's own limit takes precedence over that of website 0, limit by limit. */
export class GuardRails {
  private readonly byScope: ReadonlyMap<string, GuardRail>;
  private readonly known = new Map<string, readonly Limits[]>();

  constructor(private readonly rails: readonly GuardRail[]) {
    this.byScope = new Map(rails.map((rail) => [scopeOf(rail.kind, rail.website_id), rail]));
  }

  get isEmpty(): boolean {
    return this.rails.length === 0;
  }

  /**
   * Returns the limits that a price must keep. A price of website 0 applies on every website that has none of its own, so it
   * must keep the limits of all websites.
   */
  limitsOf(kind: PriceKind, websiteId: number): readonly Limits[] {
    const scope = scopeOf(kind, websiteId);
    let limits = this.known.get(scope);
    if (!limits) this.known.set(scope, (limits = this.mergeLimits(kind, websiteId)));
    return limits;
  }

  private mergeLimits(kind: PriceKind, websiteId: number): readonly Limits[] {
    if (websiteId !== 0) return [this.limitsOfWebsite(kind, websiteId)];
    const ids = this.rails.filter((rail) => rail.kind === kind).map((rail) => rail.website_id);
    return [...new Set([0, ...ids])].map((id) => this.limitsOfWebsite(kind, id));
  }

  private limitsOfWebsite(kind: PriceKind, websiteId: number): Limits {
    const rails = [websiteId, 0].flatMap((id) => this.byScope.get(scopeOf(kind, id)) ?? []);
    return {
      rise: firstLimit(rails, (rail) => rail.max_rise_percent),
      fall: firstLimit(rails, (rail) => rail.max_fall_percent),
      floor: firstLimit(rails, (rail) => rail.floor_above_cost_percent),
      ceiling: firstLimit(rails, (rail) => rail.ceiling),
    };
  }

  /** The limits on the number of prices. */
  get rowLimits(): readonly RowLimit[] {
    return this.rails.flatMap(({ kind, website_id: websiteId, max_rows: value, action }) =>
      value === null ? [] : [{ kind, websiteId, value, action }],
    );
  }

  /**
   * Whether a price counts toward a limit on the number of prices. The limit of website 0 counts the prices of websites
   * without a limit of their own; the limit of a website also counts prices of website 0, because they apply there.
   */
  counts(limit: RowLimit, websiteId: number): boolean {
    if (limit.websiteId === websiteId) return true;
    if (limit.websiteId !== 0) return websiteId === 0;
    return (this.byScope.get(scopeOf(limit.kind, websiteId))?.max_rows ?? null) === null;
  }
}

const scopeOf = (kind: PriceKind, websiteId: number) => `${kind} ${websiteId}`;

function firstLimit<Value>(
  rails: readonly GuardRail[],
  of: (rail: GuardRail) => Value | null,
): Limit<Value> | undefined {
  for (const rail of rails) {
    const value = of(rail);
    if (value !== null) return { value, action: rail.action };
  }
  return undefined;
}
