import type { Db } from "../../../src/platform/db/database.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

/** A product to insert directly, because these tests are about prices. */
export interface GivenProduct {
  readonly sku: string;
  readonly type?: "simple" | "virtual" | "downloadable" | "bundle" | "configurable" | "grouped";
  readonly hasFixedPrice?: boolean;
}

/** Adds products with an old updated_at. */
export async function addProducts(db: Db, products: readonly GivenProduct[]): Promise<void> {
  await db.execute(
    `insert into product (sku, sku_key, attribute_set_id, type_id, has_fixed_price, updated_at)
    select sku, lower(sku), (select min(id) from attribute_set), type_id, has_fixed_price, '2001-01-01'
    from unnest($1::text[], $2::text[], $3::bool[]) as given (sku, type_id, has_fixed_price)`,
    [
      products.map((product) => product.sku),
      products.map((product) => product.type ?? "simple"),
      products.map((product) => product.hasFixedPrice ?? false),
    ],
  );
}

/** Adds `count` simple products `<prefix>1`, `<prefix>2`… and returns their SKUs. */
export async function addManyProducts(db: Db, prefix: string, count: number): Promise<string[]> {
  const skus = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
  await addProducts(
    db,
    skus.map((sku) => ({ sku })),
  );
  return skus;
}

/**
 * Adds one product of each type, with the type as SKU. `bundle` has a dynamic price and `fixed-bundle` a fixed one.
 */
export async function addOneOfEachType(db: Db): Promise<void> {
  const types = ["simple", "virtual", "downloadable", "bundle", "configurable", "grouped"] as const;
  await addProducts(db, [
    ...types.map((type) => ({ sku: type, type })),
    { sku: "fixed-bundle", type: "bundle", hasFixedPrice: true },
  ]);
}

/** Adds a second website (2) with the store views 11 and 12, and gives the first website (1) a second store view, 10. */
export async function addStores(db: Db): Promise<void> {
  await db.execute("insert into website (id, code, name, default_group_id) values (2, 'second', 'Second', 2)");
  await db.execute(
    "insert into store_group (id, website_id, code, name, root_category_id, default_store_id) values (2, 2, 'second', 'Second', 2, 11)",
  );
  await db.execute(
    `insert into store (id, code, name, website_id, store_group_id)
    values (10, 'other', 'Other', 1, 1), (11, 'second_a', 'A', 2, 2), (12, 'second_b', 'B', 2, 2)`,
  );
}

/** Starts an application with a product of each type and a second website. */
export async function startShop(): Promise<{ readonly app: TestApp; readonly admin: Client }> {
  const app = await startApp();
  await addOneOfEachType(app.db);
  await addStores(app.db);
  return { app, admin: await app.asAdmin() };
}

/** Returns the stored prices of a product by store view. */
export function storedPrices(app: TestApp, sku: string): Promise<object[]> {
  return app.db.query(
    `select store_id, price, special_price, special_from, special_to, cost
    from product_price join product on product.id = product_id where sku = $1 order by store_id`,
    [sku],
  );
}

/** Returns the stored tier prices of a product. */
export function storedTierPrices(app: TestApp, sku: string): Promise<object[]> {
  return app.db.query(
    `select all_groups, customer_group_id, qty, website_id, value, percentage_value
    from product_tier_price join product on product.id = product_id where sku = $1
    order by website_id, all_groups, customer_group_id, qty`,
    [sku],
  );
}

/** Returns the updated_at of a product as text. */
export async function updatedAt(app: TestApp, sku: string): Promise<string> {
  const [row] = await app.db.query<{ updated_at: string }>("select updated_at from product where sku = $1", [sku]);
  return row?.updated_at ?? "";
}

/** Returns a time some seconds from now in UTC, in the format of special price dates. */
export const inSeconds = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19).replace("T", " ");

/** Returns the time of the database, after which its clock has moved: the embedded one counts milliseconds. */
export async function databaseTime({ db }: Pick<TestApp, "db">): Promise<string> {
  const read = async () =>
    (
      await db.query<{ now: string }>(
        `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
      )
    )[0]?.now ?? "";
  const before = await read();
  let now = before;
  while (now === before) now = await read();
  for (let after = now; after === now;) after = await read();
  return now;
}
