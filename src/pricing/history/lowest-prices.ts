import { type PriceFacts, priceTime, priceTimeZone } from "../../cart/published.js";
import type { Db } from "../../db/database.js";
import { readSettings } from "../../store/published.js";
import type { StoreViews } from "../price-scopes.sql.js";
import { byProduct } from "./by-product.js";
import { type Lowest, lowestPrice, type LowestWanted } from "./lowest-price.js";
import type { LowestPrice } from "./lowest-price.types.js";
import { readHistoryReach } from "./prices-as-of.sql.js";
import { pricesInView } from "./prices-in-view.js";
import { shopClock } from "./shop-clock.js";
import { type PriceState, statesOf } from "./timeline.js";
import { type NamedGroup, type PlainProduct, readTimelines } from "./timeline.sql.js";

const day = 86_400_000;

/** How many products are read at once, with all changes of their prices. */
const chunkSize = 500;

/** What to compare: every website and group has entries of its own. */
export interface LowestPricesWanted {
  readonly products: readonly PlainProduct[];
  readonly days: number;
  readonly views: StoreViews;
  readonly websiteIds: readonly number[];
  readonly groups: readonly NamedGroup[];
  readonly isGlobal: boolean;
}

type Period = Pick<LowestWanted, "clock" | "now" | "since" | "knownSince">;

/** Returns the lowest prices of products in the last days, by product, website and customer group. */
export async function lowestPrices(db: Db, wanted: LowestPricesWanted): Promise<LowestPrice[]> {
  const period = await periodOf(db, wanted.days);
  const found: LowestPrice[] = [];
  for (let start = 0; start < wanted.products.length; start += chunkSize) {
    const chunk = wanted.products.slice(start, start + chunkSize);
    const timelines = byProduct(
      await readTimelines(
        db,
        chunk.map(({ id }) => id),
      ),
    );
    for (const product of chunk) {
      found.push(...lowestOfProduct(product, statesOf(timelines.get(product.id) ?? []), { ...wanted, ...period }));
    }
  }
  return found;
}

async function periodOf(db: Db, days: number): Promise<Period> {
  const settings = await readSettings(db, [priceTimeZone]);
  const now = Date.now();
  const { begins_at } = await readHistoryReach(db, new Date(now).toISOString());
  return {
    clock: shopClock((at) => priceTime(settings, at)),
    now,
    since: now - days * day,
    knownSince: begins_at === null ? -Infinity : Date.parse(begins_at),
  };
}

type ProductWanted = LowestPricesWanted & Period;

function lowestOfProduct(
  product: PlainProduct,
  states: readonly PriceState[],
  wanted: ProductWanted,
): readonly LowestPrice[] {
  const ownGroups = new Set(states.flatMap(({ prices }) => prices.map((row) => row.customer_group_id)));
  return wanted.websiteIds.flatMap((websiteId) => {
    const views = [...wanted.views].filter(([, view]) => view.websiteId === websiteId).map(([storeId]) => storeId);
    const inViews = views.map((storeId) => {
      const factsOf = knownFacts((state) =>
        pricesInView(product.type_id, state.prices, { storeId, websiteId, isGlobal: wanted.isGlobal }),
      );
      return {
        storeId,
        ofGroup: sharedByGroups(ownGroups, (groupId) => lowestPrice(states, { ...wanted, groupId, factsOf })),
      };
    });
    return wanted.groups.flatMap((group) =>
      mergeViews(inViews.map(({ storeId, ofGroup }) => ({ storeId, lowest: ofGroup(group.id) }))).map(
        ({ storeIds, lowest }) => ({
          ...{ sku: product.sku, website_id: websiteId, store_ids: storeIds },
          ...{ customer_group_id: group.id, customer_group: group.code },
          ...toOutput(lowest, wanted),
        }),
      ),
    );
  });
}

/** Computes the prices of each state once. */
function knownFacts(factsOf: LowestWanted["factsOf"]): LowestWanted["factsOf"] {
  const known = new Map<PriceState, PriceFacts | undefined>();
  return (state) => {
    if (!known.has(state)) known.set(state, factsOf(state));
    return known.get(state);
  };
}

/** Computes once for all groups that never had a tier price of their own. */
function sharedByGroups(
  ownGroups: ReadonlySet<number | null>,
  compute: (groupId: number) => Lowest,
): (groupId: number) => Lowest {
  let shared: Lowest | undefined;
  return (groupId) => (ownGroups.has(groupId) ? compute(groupId) : (shared ??= compute(groupId)));
}

interface InViews {
  readonly storeIds: number[];
  readonly lowest: Lowest;
}

/** Merges store views with the same prices. */
function mergeViews(views: readonly { readonly storeId: number; readonly lowest: Lowest }[]): InViews[] {
  const merged = new Map<string, InViews>();
  for (const { storeId, lowest } of views) {
    const key = JSON.stringify(lowest);
    const same = merged.get(key);
    if (same) same.storeIds.push(storeId);
    else merged.set(key, { storeIds: [storeId], lowest });
  }
  return [...merged.values()];
}

const toOutput = ({ price, lowest, reducedSince, beforeReduction }: Lowest, { since, knownSince }: Period) => ({
  since: new Date(Math.max(since, knownSince)).toISOString(),
  price,
  lowest_price: lowest,
  reduced_since: reducedSince === null ? null : new Date(reducedSince).toISOString(),
  lowest_before_reduction: beforeReduction,
});
