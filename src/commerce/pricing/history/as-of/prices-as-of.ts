import type { Db } from "../../../../platform/db/database.js";
import { utcTime } from "../../../../api/contract/dates.js";
import { inputError, invalid } from "../../../../api/call/errors.js";
import { byProduct } from "../lowest-price/timeline.js";
import {
  findHistoricalProducts,
  type NamedPriceRow,
  type HistoricalProduct,
  readHistoryReach,
  readPricesAsOf,
} from "./prices-as-of.sql.js";
import type { ProductPricesAsOf } from "./prices-as-of.types.js";

/** A store view whose prices to return. */
export interface ViewOfPrices {
  readonly storeId: number;
  readonly websiteId: number;
}

/** The prices to look up; without a view, those of all scopes. */
export interface PricesAsOfQuery {
  readonly skus: readonly string[];
  readonly at: string;
  readonly view?: ViewOfPrices | undefined;
}

/** Returns the prices of products at a time, in the order of the SKUs. Throws 400 for a time outside of the history. */
export async function listPricesAsOf(db: Db, { skus, at, view }: PricesAsOfQuery): Promise<ProductPricesAsOf[]> {
  const time = toTimestamp(at);
  const products = await findHistoricalProducts(db, skus);
  const rows = await readPricesAsOf(
    db,
    products.map(({ id }) => id),
    time,
  );
  const { is_future, is_removed, begins_at } = await readHistoryReach(db, time);
  if (is_future) throw inputError("The time %1 is in the future.", [at]);
  if (is_removed) throw historyRemoved(at, begins_at);
  const found = byProduct(rows.filter((row) => !view || isInView(row, view)));
  return products
    .map((product) => toPrices(product, found.get(product.id) ?? []))
    .filter((prices) => !prices.is_deleted || hasPrices(prices));
}

/** Returns a time in UTC, in the format of the database. Throws 400 for invalid text. */
export function toTimestamp(at: string): string {
  const time = utcTime(at);
  if (time === undefined) throw invalid("at", at);
  return time.length === "2026-01-31".length ? `${time} 00:00:00+00` : `${time}+00`;
}

/** 400 for a time before the history that is kept. */
export const historyRemoved = (at: string, beginsAt: string | null) =>
  inputError("The price history before %1 was removed, so the prices at %2 are unknown.", [beginsAt ?? "", at]);

const isInView = ({ store_id, website_id }: NamedPriceRow, { storeId, websiteId }: ViewOfPrices): boolean =>
  store_id === null ? website_id === 0 || website_id === websiteId : store_id === 0 || store_id === storeId;

function toPrices({ id, sku, is_deleted }: HistoricalProduct, rows: readonly NamedPriceRow[]): ProductPricesAsOf {
  const of = (kind: NamedPriceRow["kind"]) => rows.filter((row) => row.kind === kind && row.price !== null);
  return {
    ...{ sku, product_id: id, is_deleted },
    base_prices: of("base").map(({ price, store_id }) => ({ price, store_id, sku })),
    special_prices: of("special").map(({ price, store_id, price_from, price_to }) => ({
      ...{ price, store_id, sku, price_from, price_to },
    })),
    costs: of("cost").map(({ price, store_id }) => ({ cost: price, store_id, sku })),
    tier_prices: of("tier").map(({ price, price_type, website_id, customer_group, quantity }) => ({
      ...{ price, price_type, website_id, sku, customer_group, quantity },
    })),
  };
}

const hasPrices = ({ base_prices, special_prices, costs, tier_prices }: ProductPricesAsOf): boolean =>
  [base_prices, special_prices, costs, tier_prices].some(({ length }) => length > 0);
