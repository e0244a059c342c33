// SQL: models cannot read single changes, which are elements of arrays in the blocks of the history.
import type { Db } from "../../../../platform/db/database.js";
import type { PriceRow } from "../as-of/prices-as-of.sql.js";
import { changeId, changesOfBlock } from "../changes/read-changes.sql.js";

/** The scope of a price of a product. */
type Scope = Pick<PriceRow, "product_id" | "kind" | "store_id" | "website_id" | "customer_group_id" | "quantity">;

/** The change that set a price. */
interface PriceSetter extends Scope {
  readonly change_id: string;
  /** ISO 8601 in UTC. */
  readonly changed_at: string;
}

/** Returns a function that finds the last change of a price of a product up to a time, given as text with a time zone. */
export async function readPriceSetters(
  db: Db,
  productId: number,
  until: string,
): Promise<(scope: Scope) => PriceSetter | undefined> {
  const setters = await db.query<PriceSetter>(
    `select distinct on (b.kind, c.store_id, c.website_id, c.customer_group_id, c.quantity)
      c.product_id, b.kind, c.store_id, c.website_id, c.customer_group_id, c.quantity, ${changeId} as change_id,
      to_char(b.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed_at
    from price_change_block b cross join lateral ${changesOfBlock}
    where b.product_ids && array[$1::int] and c.product_id = $1::int and b.changed_at <= $2::timestamptz
    order by b.kind, c.store_id, c.website_id, c.customer_group_id, c.quantity,
      b.changed_at desc, b.set_id desc, b.seq desc, c.place desc`,
    [productId, until],
  );
  const byScope = new Map(setters.map((setter) => [keyOf(setter), setter]));
  return (scope) => byScope.get(keyOf(scope));
}

const keyOf = ({ kind, store_id, website_id, customer_group_id, quantity }: Scope): string =>
  [kind, store_id, website_id, customer_group_id, quantity === null ? null : Number(quantity)].join(" ");
