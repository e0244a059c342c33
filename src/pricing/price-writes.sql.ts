// SQL: set-based writes (measured by the calls that set 10,000 prices).
import type { Actor } from "../auth/actor.js";
import { lockedProducts, touchProducts } from "../catalog/published.sql.js";
import type { Db, Writes } from "../db/database.js";
import type { Amount, Percent, Quantity } from "../money/amount.js";
import { toQuantity } from "../money/columns.js";

/**
 * Every write of a price goes through here. The products' rows must be held by the transaction before (`holdProducts`, or
 * saving the product itself): calls that take them in the order of their ids wait for one another and cannot dead-lock,
 * and no product can vanish between the check and the write.
 */

/** Who changes prices, and through which call (`SpecialPriceStorage.update`). */
export interface PriceOrigin {
  readonly actor: Actor;
  readonly call: string;
}

/** What one scope of a product is to hold: an absent column stays as it is, null falls back to store 0. */
export interface PriceWrite {
  readonly productId: number;
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

/** One tier price: exactly one of `value` and `percentage` is set. */
export interface TierPriceWrite {
  readonly productId: number;
  readonly allGroups: boolean;
  /** 0 where `allGroups` is true. */
  readonly customerGroupId: number;
  readonly quantity: Quantity;
  /** 0 is every website. */
  readonly websiteId: number;
  readonly value: Amount | null;
  readonly percentage: Percent | null;
}

interface Column {
  readonly name: string;
  readonly type: "numeric" | "timestamp";
  readonly of: (row: PriceWrite) => string | null | undefined;
}

const columns: readonly Column[] = [
  { name: "price", type: "numeric", of: (row) => row.price },
  { name: "special_price", type: "numeric", of: (row) => row.specialPrice },
  { name: "special_from", type: "timestamp", of: (row) => row.specialFrom },
  { name: "special_to", type: "timestamp", of: (row) => row.specialTo },
  { name: "cost", type: "numeric", of: (row) => row.cost },
];

/**
 * Sets prices, special prices and costs. Rows for the same scope are taken one after the other, so the last one counts.
 * All rows that set the same columns go in one statement, whatever their number. A base price moves `updated_at`.
 */
export async function writePrices(db: Writes, rows: readonly PriceWrite[], _origin: PriceOrigin): Promise<void> {
  for (const [subset, group] of bySubset(oneOfEachScope(rows))) {
    const set = columns.filter((_, index) => subset & (1 << index));
    if (set.length > 0) await upsert(db, set, group);
  }
}

/** Has special prices begin at a moment (`YYYY-MM-DD hh:mm:ss`), where nothing says when they do. */
export async function startSpecialPrices(
  db: Db,
  { scopes, from }: { readonly scopes: readonly PriceScope[]; readonly from: string },
  _origin: PriceOrigin,
): Promise<void> {
  await db.execute(
    `update product_price as own set special_from = $3::timestamp
    from unnest($1::int[], $2::int[]) as given (product_id, store_id)
    where own.product_id = given.product_id and own.store_id = given.store_id
      and own.special_price > 0 and own.special_from is null
      and not exists (select from product_price g
        where g.product_id = own.product_id and g.store_id = 0 and g.special_from is not null)`,
    [...scopeArrays(scopes), from],
  );
}

/** Takes special prices and their dates away from the given scopes. */
export async function clearSpecialPrices(db: Db, scopes: readonly PriceScope[], _origin: PriceOrigin): Promise<void> {
  if (scopes.length === 0) return;
  await db.execute(
    `update product_price set special_price = null, special_from = null, special_to = null
    from unnest($1::int[], $2::int[]) as given (product_id, store_id)
    where product_price.product_id = given.product_id and product_price.store_id = given.store_id`,
    scopeArrays(scopes),
  );
}

const scopeArrays = (scopes: readonly PriceScope[]): readonly unknown[] => [
  scopes.map((scope) => scope.productId),
  scopes.map((scope) => scope.storeId),
];

/** Takes the costs of products away in every scope. */
export async function clearCosts(db: Db, productIds: readonly number[], _origin: PriceOrigin): Promise<void> {
  if (productIds.length === 0) return;
  await db.execute("update product_price set cost = null where product_id = any($1::int[]) and cost is not null", [
    productIds,
  ]);
}

/** Sets tier prices; a row for the same product, customer group, quantity and website is overwritten. */
export async function writeTierPrices(db: Db, rows: readonly TierPriceWrite[], _origin: PriceOrigin): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    `insert into product_tier_price (product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value)
    select * from unnest($1::int[], $2::bool[], $3::int[], $4::numeric[], $5::int[], $6::numeric[], $7::numeric[])
    on conflict (product_id, all_groups, customer_group_id, qty, website_id)
      do update set value = excluded.value, percentage_value = excluded.percentage_value`,
    tierPriceArrays(oneOfEachTier(rows)),
  );
}

/** Takes every tier price of the given products away, and gives them these. */
export async function replaceTierPrices(
  db: Db,
  replaced: { readonly productIds: readonly number[]; readonly rows: readonly TierPriceWrite[] },
  origin: PriceOrigin,
): Promise<void> {
  if (replaced.productIds.length === 0) return;
  await db.execute("delete from product_tier_price where product_id = any($1::int[])", [replaced.productIds]);
  await writeTierPrices(db, replaced.rows, origin);
}

/** Takes away the tier prices that equal the given ones in full; one that is not there is passed over. */
export async function deleteTierPrices(db: Db, rows: readonly TierPriceWrite[], _origin: PriceOrigin): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    `delete from product_tier_price as stored
    using unnest($1::int[], $2::bool[], $3::int[], $4::numeric[], $5::int[], $6::numeric[], $7::numeric[])
      as given (product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value)
    where stored.product_id = given.product_id and stored.all_groups = given.all_groups
      and stored.customer_group_id = given.customer_group_id and stored.qty = given.qty::numeric(12, 4)
      and stored.website_id = given.website_id and stored.value is not distinct from given.value::numeric(20, 6)
      and stored.percentage_value is not distinct from given.percentage_value::numeric(5, 2)`,
    tierPriceArrays(rows),
  );
}

/**
 * Holds the products that have prices for a customer group. Whoever writes prices takes products first and groups then, so
 * whoever deletes a group calls this before taking the group.
 */
export async function holdProductsOfGroup(db: Db, customerGroupId: number): Promise<void> {
  await db.query(
    lockedProducts(
      "id in (select product_id from product_tier_price where not all_groups and customer_group_id = $1::int)",
    ),
    [customerGroupId],
  );
}

/** Takes away all tier prices that are for one customer group; the group is held, so that none can be added. */
export async function deleteTierPricesOfGroup(db: Db, customerGroupId: number, _origin: PriceOrigin): Promise<void> {
  await db.execute("delete from product_tier_price where not all_groups and customer_group_id = $1::int", [
    customerGroupId,
  ]);
}

/** PostgreSQL refuses to write a row twice in one statement; quantities are the same once the column has rounded them. */
function oneOfEachTier(rows: readonly TierPriceWrite[]): readonly TierPriceWrite[] {
  const last = new Map<string, TierPriceWrite>();
  for (const row of rows) {
    const group = row.allGroups ? "all" : row.customerGroupId;
    last.set(`${row.productId} ${group} ${toQuantity(row.quantity)} ${row.websiteId}`, row);
  }
  return [...last.values()];
}

const tierPriceArrays = (rows: readonly TierPriceWrite[]): readonly unknown[] => [
  rows.map((row) => row.productId),
  rows.map((row) => row.allGroups),
  rows.map((row) => row.customerGroupId),
  rows.map((row) => row.quantity),
  rows.map((row) => row.websiteId),
  rows.map((row) => row.value),
  rows.map((row) => row.percentage),
];

async function upsert(db: Writes, set: readonly Column[], rows: readonly PriceWrite[]): Promise<void> {
  const names = set.map((column) => column.name);
  const types = ["int", "int", ...set.map((column) => column.type)];
  // The selects hide the arrays' lengths from the planner, which would else plan anew for every call of few rows.
  const arrays = types.map((type, index) => `(select $${index + 1}::${type}[])`);
  const insert = `insert into product_price (product_id, store_id, ${names.join(", ")})
    select * from unnest(${arrays.join(", ")})
    on conflict (product_id, store_id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(", ")}`;
  await db.execute(names.includes("price") ? `with written as (${insert}) ${touch}` : insert, [
    rows.map((row) => row.productId),
    rows.map((row) => row.storeId),
    ...set.map((column) => rows.map(column.of)),
  ]);
}

const touch = touchProducts("id = any((select $1::int[])::int[])");

/** PostgreSQL refuses to write a row twice in one statement. */
function* oneOfEachScope(rows: readonly PriceWrite[]): Iterable<PriceWrite> {
  const stores = new Map<number, Map<number, PriceWrite>>();
  for (const row of rows) {
    let products = stores.get(row.storeId);
    if (!products) stores.set(row.storeId, (products = new Map<number, PriceWrite>()));
    const earlier = products.get(row.productId);
    products.set(row.productId, earlier === undefined ? row : over(earlier, row));
  }
  for (const products of stores.values()) yield* products.values();
}

/** What both rows leave behind, the later one written over the earlier. */
const over = (earlier: PriceWrite, later: PriceWrite): PriceWrite => ({
  productId: later.productId,
  storeId: later.storeId,
  price: later.price === undefined ? earlier.price : later.price,
  specialPrice: later.specialPrice === undefined ? earlier.specialPrice : later.specialPrice,
  specialFrom: later.specialFrom === undefined ? earlier.specialFrom : later.specialFrom,
  specialTo: later.specialTo === undefined ? earlier.specialTo : later.specialTo,
  cost: later.cost === undefined ? earlier.cost : later.cost,
});

/** The rows by which columns they set, as a bit for each. */
function bySubset(rows: Iterable<PriceWrite>): Map<number, PriceWrite[]> {
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
