// SQL: set-based writes (measured by `set-base-prices`, `set-special-prices` and `set-costs`).
import { batched } from "../../../platform/db/batched.js";
import { products } from "../../catalog/published.sql.js";
import type { Db, Writes } from "../../../platform/db/database.js";
import type { Amount } from "../../../platform/money/amount.js";
import { originValues, recordChanges } from "../history/ledger.sql.js";
import type { PriceOrigin } from "./price-origin.js";
import { changesOf, type PriceColumnName, upsertChangedStatement, upsertStatement } from "./price-upsert.sql.js";
import { endOfTierPrices } from "../tier-prices/tier-price-changes.sql.js";

/**
 * All prices are written here. The transaction must have locked the products before (`lockProducts`, or saving the
 * product itself). Locking in the order of their ids prevents deadlocks between calls, and no product can be deleted
 * between the check and the write.
 */

/** New values of one scope of a product: an absent column is unchanged, null falls back to store 0. */
export interface PriceWrite {
  readonly productId: number;
  /** Spelled as in the product. */
  readonly sku: string;
  readonly storeId: number;
  readonly price?: Amount | null | undefined;
  readonly specialPrice?: Amount | null | undefined;
  /** `YYYY-MM-DD hh:mm:ss`. */
  readonly specialFrom?: string | null | undefined;
  readonly specialTo?: string | null | undefined;
  readonly cost?: Amount | null | undefined;
}

/** One scope of a product. */
export interface PriceScope {
  readonly productId: number;
  readonly storeId: number;
}

interface Column {
  readonly name: PriceColumnName;
  readonly of: (row: PriceWrite) => string | null | undefined;
}

const columns: readonly Column[] = [
  { name: "price", of: (row) => row.price },
  { name: "special_price", of: (row) => row.specialPrice },
  { name: "special_from", of: (row) => row.specialFrom },
  { name: "special_to", of: (row) => row.specialTo },
  { name: "cost", of: (row) => row.cost },
];

/**
 * Sets prices, special prices and costs. The last row for a scope wins. One statement writes all rows that set the
 * same columns, and adds the changes to the history. Setting a base price updates `updated_at`.
 */
export async function writePrices(db: Writes, rows: readonly PriceWrite[], origin: PriceOrigin): Promise<void> {
  for (const [subset, group] of groupBySubset(oneOfEachScope(rows))) {
    const set = columns.filter((_, index) => subset & (1 << index));
    const names = set.map(({ name }) => name);
    if (set.length > 0) await db.execute(upsertStatement(names), arraysOf(set, { rows: group, origin }));
  }
}

/** The prices that one call writes. */
interface PricesOfCall {
  readonly rows: readonly PriceWrite[];
  readonly origin: PriceOrigin;
}

/**
 * Sets prices as `writePrices` does, together with the next statement of the transaction. Concurrent calls of one caller
 * in one transaction share a statement; the history still has a set of changes for each.
 */
export const writePricesTogether: (db: Db, prices: PricesOfCall) => Promise<undefined> = batched({
  groupBy: ({ origin: { actor, call, operation } }: PricesOfCall) =>
    [actor.type, actor.id, call, operation?.bulk].join(" "),
  load: async (db, calls: readonly PricesOfCall[]) => {
    const [first, ...others] = calls;
    if (first && others.length === 0) await writePrices(db.atCommit, first.rows, first.origin);
    else if (first) await writePricesOfCalls(db.atCommit, calls, first.origin);
    return calls.map(() => undefined);
  },
});

async function writePricesOfCalls(db: Writes, calls: readonly PricesOfCall[], first: PriceOrigin): Promise<void> {
  const origins = new Map(calls.flatMap(({ rows, origin }) => rows.map((row) => [scopeOf(row), origin])));
  const all = calls.flatMap(({ rows }) => rows);
  for (const [subset, group] of groupBySubset(oneOfEachScope(all))) {
    const set = columns.filter((_, index) => subset & (1 << index));
    const sources = group.map((row) => origins.get(scopeOf(row)));
    const statement = upsertStatement(
      set.map(({ name }) => name),
      { ofCalls: true },
    );
    const requests = [
      sources.map((origin) => origin?.requestId),
      sources.map((origin) => origin?.operation?.id ?? null),
    ];
    await db.execute(statement, arraysOf(set, { rows: group, more: requests, origin: first }));
  }
}

const scopeOf = ({ productId, storeId }: PriceScope): string => `${productId} ${storeId}`;

/** The prices of a scope that a write does not change, and those before a change that deserves a look. */
export interface EarlierPrices extends PriceScope {
  readonly base?: boolean;
  readonly special?: boolean;
  readonly cost?: boolean;
  readonly old_price?: Amount | null;
  readonly old_special_price?: Amount | null;
  readonly old_cost?: Amount | null;
  /** The base price of the scope before the write. */
  readonly base_price: Amount | null;
  /** The end of the special price after the write, `YYYY-MM-DD hh:mm:ss`. */
  readonly ends: string | null;
}

/**
 * Sets prices, special prices and costs as `writePrices` does, except that an unchanged base price does not update
 * `updated_at`. Returns the scopes that have unchanged prices, or changes that deserve a look.
 */
export async function writeChangedPrices(
  db: Db,
  rows: readonly PriceWrite[],
  origin: PriceOrigin,
): Promise<EarlierPrices[]> {
  const groups = [...groupBySubset(oneOfEachScope(rows))];
  const found = await Promise.all(
    groups.map(async ([subset, group]) => {
      const set = columns.filter((_, index) => subset & (1 << index));
      const text = upsertChangedStatement(set.map(({ name }) => name));
      const earlier = await db.query<Omit<EarlierPrices, keyof PriceScope> & { place: number }>(
        text,
        arraysOf(set, { rows: group, origin }),
      );
      return earlier.flatMap(({ place, ...kinds }) => {
        const { productId, storeId } = group[place] ?? {};
        return productId === undefined || storeId === undefined ? [] : [{ productId, storeId, ...kinds }];
      });
    }),
  );
  return found.flat();
}

/** Deletes the costs of products in every scope. */
export async function clearCosts(db: Db, productIds: readonly number[], origin: PriceOrigin): Promise<void> {
  if (productIds.length === 0) return;
  await db.execute(
    `with known as materialized (${pricesOfProducts} and own.cost is not null),
    ${recordChanges([{ kind: "cost", from: "known", store: "store_id", old: { price: "cost" }, new: nothing }], { origin: 2 })}
    update product_price set cost = null where product_id = any($1::int[]) and cost is not null`,
    [productIds, ...originValues(origin)],
  );
}

/** Records in the history that the prices of products end. Call this before deleting the products. */
export async function recordDeletedPrices(db: Db, productIds: readonly number[], origin: PriceOrigin): Promise<void> {
  const prices = changesOf(["price", "special_price", "cost"], {
    from: "known",
    old: (column) => `known.${column}`,
    new: () => null,
  });
  await db.execute(
    `with known as materialized (${pricesOfProducts}),
    gone as materialized (
      select own.*, p.sku, row_number() over () as place from product_tier_price own
      join ${products} p on p.id = own.product_id where own.product_id = any($1::int[])),
    ${recordChanges([...prices, endOfTierPrices("gone")], { origin: 2 })}
    insert into price_history_deleted_product (product_id, sku_key)
    select id, sku_key from ${products} p where id = any($1::int[])`,
    [productIds, ...originValues(origin)],
  );
}

const nothing = { price: null } as const;

const pricesOfProducts = `select own.*, p.sku, row_number() over () as place
  from product_price own join ${products} p on p.id = own.product_id where own.product_id = any($1::int[])`;

const arraysOf = (
  set: readonly Column[],
  { rows, origin, more = [] }: PricesOfCall & { readonly more?: readonly (readonly unknown[])[] },
): readonly unknown[] => [
  rows.map((row) => row.productId),
  rows.map((row) => row.sku),
  rows.map((row) => row.storeId),
  ...set.map((column) => rows.map(column.of)),
  ...more,
  ...originValues(origin),
];

/** Returns one row for each scope, because PostgreSQL rejects two updates of a row in one statement. */
function* oneOfEachScope(rows: readonly PriceWrite[]): Iterable<PriceWrite> {
  const stores = new Map<number, Map<number, PriceWrite>>();
  for (const row of rows) {
    let products = stores.get(row.storeId);
    if (!products) stores.set(row.storeId, (products = new Map<number, PriceWrite>()));
    const earlier = products.get(row.productId);
    products.set(row.productId, earlier === undefined ? row : mergeWrites(earlier, row));
  }
  for (const products of stores.values()) yield* products.values();
}

/** Merges two rows of a scope. The later one wins. */
const mergeWrites = (earlier: PriceWrite, later: PriceWrite): PriceWrite => ({
  productId: later.productId,
  sku: later.sku,
  storeId: later.storeId,
  price: later.price === undefined ? earlier.price : later.price,
  specialPrice: later.specialPrice === undefined ? earlier.specialPrice : later.specialPrice,
  specialFrom: later.specialFrom === undefined ? earlier.specialFrom : later.specialFrom,
  specialTo: later.specialTo === undefined ? earlier.specialTo : later.specialTo,
  cost: later.cost === undefined ? earlier.cost : later.cost,
});

/** Groups the rows by the columns that they set, encoded as bits. */
function groupBySubset(rows: Iterable<PriceWrite>): Map<number, PriceWrite[]> {
  const groups = new Map<number, PriceWrite[]>();
  for (const row of rows) {
    const subset = subsetOf(row);
    const group = groups.get(subset);
    if (group) group.push(row);
    else groups.set(subset, [row]);
  }
  return groups;
}

const subsetOf = (row: PriceWrite): number =>
  (row.price === undefined ? 0 : 1) |
  (row.specialPrice === undefined ? 0 : 2) |
  (row.specialFrom === undefined ? 0 : 4) |
  (row.specialTo === undefined ? 0 : 8) |
  (row.cost === undefined ? 0 : 16);
