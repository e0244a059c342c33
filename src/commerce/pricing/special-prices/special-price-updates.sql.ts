// SQL: set-based writes that need the locks described in `price-writes.sql.ts`.
import { products } from "../../catalog/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { originCount, originValues, type RecordedChanges, recordChanges } from "../history/ledger.sql.js";
import type { PriceOrigin } from "../writes/price-origin.js";
import type { PriceScope } from "../writes/price-writes.sql.js";

/** Sets the start of special prices that have none to the given time (`YYYY-MM-DD hh:mm:ss`). */
export async function startSpecialPrices(
  db: Db,
  { scopes, from }: { readonly scopes: readonly PriceScope[]; readonly from: string },
  origin: PriceOrigin,
): Promise<void> {
  await updateSpecialPrices(db, {
    columns: ["own.special_price", "$3::timestamp(0)", "own.special_to"],
    condition: `own.special_price > 0 and own.special_from is null
      and not exists (select from product_price g
        where g.product_id = own.product_id and g.store_id = 0 and g.special_from is not null)`,
    values: [...scopeArrays(scopes), from, ...originValues(origin)],
  });
}

/** Deletes special prices and their dates in the given scopes. */
export async function clearSpecialPrices(db: Db, scopes: readonly PriceScope[], origin: PriceOrigin): Promise<void> {
  if (scopes.length === 0) return;
  await updateSpecialPrices(db, {
    columns: ["null::numeric", "null::timestamp", "null::timestamp"],
    condition: "(own.special_price is not null or own.special_from is not null or own.special_to is not null)",
    values: [...scopeArrays(scopes), ...originValues(origin)],
  });
}

interface SpecialPriceUpdate {
  /** SQL of the new price, start and end. */
  readonly columns: readonly [price: string, from: string, to: string];
  readonly condition: string;
  /** The parameters: first the two arrays of the scopes, last the values of the origin. */
  readonly values: readonly unknown[];
}

async function updateSpecialPrices(db: Db, { columns: [price, from, to], condition, values }: SpecialPriceUpdate) {
  const change: RecordedChanges = {
    kind: "special",
    from: "known",
    store: "store_id",
    old: { price: "special_price", start: "special_from", end: "special_to" },
    new: { price: "new_price", start: "new_from", end: "new_to" },
  };
  await db.execute(
    `with changing as (
      select distinct own.*, p.sku, ${price} as new_price, ${from} as new_from, ${to} as new_to
      from unnest($1::int[], $2::int[]) as given (product_id, store_id)
      join product_price own on own.product_id = given.product_id and own.store_id = given.store_id
      join ${products} p on p.id = own.product_id
      where ${condition}),
    known as materialized (select *, row_number() over () as place from changing),
    ${recordChanges([change], { origin: values.length - originCount + 1 })}
    update product_price set special_price = new_price, special_from = new_from, special_to = new_to
    from known where product_price.product_id = known.product_id and product_price.store_id = known.store_id`,
    values,
  );
}

const scopeArrays = (scopes: readonly PriceScope[]): readonly unknown[] => [
  scopes.map((scope) => scope.productId),
  scopes.map((scope) => scope.storeId),
];
