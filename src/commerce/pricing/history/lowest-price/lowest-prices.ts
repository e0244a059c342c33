import { priceTime, priceTimeZone } from "../../../cart/published.js";
import type { Db } from "../../../../platform/db/database.js";
import { readSettings } from "../../../store/published.js";
import type { StoreViews } from "../../price-scopes.sql.js";
import { everyGroup } from "../../tier-prices/tier-price-changes.sql.js";
import { type Lowest, lowestPrice, type LowestPriceQuery } from "./lowest-price.js";
import type { LowestPrice } from "./lowest-price.types.js";
import { readHistoryReach } from "../as-of/prices-as-of.sql.js";
import { pricesInView, type SalePlace } from "../prices-in-view.js";
import { shopClock } from "../shop-clock.js";
import { type PriceState, statesOf, byProduct } from "./timeline.js";
import { type NamedGroup, type PlainProduct, readTimelines } from "./timeline.sql.js";

const day = 86_400_000;

/** Number of products that are read at once, with all changes of their prices. */
const chunkSize = 500;

/** The products, websites and customer groups to compare. Every website and group has its own entries. */
export interface LowestPricesQuery {
  readonly products: readonly PlainProduct[];
  readonly days: number;
  readonly views: StoreViews;
  readonly websiteIds: readonly number[];
  readonly groups: readonly NamedGroup[];
  readonly isGlobal: boolean;
}

type Period = Pick<LowestPriceQuery, "clock" | "now" | "since" | "knownSince">;

/** Returns the lowest prices of products in the last `days` days, by product, website and customer group. */
export async function computeLowestPrices(db: Db, wanted: LowestPricesQuery): Promise<LowestPrice[]> {
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

type ProductQuery = LowestPricesQuery & Period;

function lowestOfProduct(
  product: PlainProduct,
  states: readonly PriceState[],
  wanted: ProductQuery,
): readonly LowestPrice[] {
  const lowestOf = lowestByPlace(product, states, wanted);
  return wanted.websiteIds.flatMap((websiteId) => {
    const views = [...wanted.views].filter(([, view]) => view.websiteId === websiteId).map(([storeId]) => storeId);
    return wanted.groups.flatMap((group) =>
      mergeViews(views.map((storeId) => ({ storeId, lowest: lowestOf({ storeId, websiteId }, group.id) }))).map(
        ({ storeIds, lowest }) => ({
          ...{ sku: product.sku, website_id: websiteId, store_ids: storeIds },
          ...{ customer_group_id: group.id, customer_group: group.code },
          ...toOutput(lowest, wanted),
        }),
      ),
    );
  });
}

type View = Pick<SalePlace, "storeId" | "websiteId">;

/** Returns a function that computes only once for all store views, websites and groups that never had their own price. */
function lowestByPlace(
  { type_id }: PlainProduct,
  states: readonly PriceState[],
  wanted: ProductQuery,
): (view: View, groupId: number) => Lowest {
  const { isGlobal } = wanted;
  const rows = states.flatMap(({ prices }) => prices);
  const stores = new Set(rows.map(({ store_id }) => store_id));
  const websites = new Set(rows.map(({ website_id }) => website_id));
  const groups = new Set(rows.map(({ customer_group_id }) => customer_group_id));
  const factsOf = memoize((view: string) => {
    const [storeId = 0, websiteId = 0] = view.split(" ").map(Number);
    return states.map(({ prices }) => pricesInView(type_id, prices, { storeId, websiteId, isGlobal }));
  });
  const lowestOf = memoize((key: string) => {
    const [view = "", groupId] = key.split("/");
    const timed = states.map(({ from }, index) => ({ from, facts: factsOf(view)[index] }));
    return lowestPrice(timed, { ...wanted, groupId: Number(groupId) });
  });
  return ({ storeId, websiteId }, groupId) => {
    const view = `${stores.has(storeId) ? storeId : 0} ${websites.has(websiteId) ? websiteId : 0}`;
    return lowestOf(`${view}/${groups.has(groupId) ? groupId : everyGroup}`);
  };
}

/** Returns a function that computes each value only once. */
function memoize<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
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
