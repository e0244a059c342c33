// SQL: a lock, under which new sets get their positions; models cannot read single changes, which are elements of
// arrays.
import { UserType } from "../../../../api/auth/actor.js";
import { products } from "../../../catalog/published.sql.js";
import { customerGroups } from "../../../customer/published.sql.js";
import type { Db } from "../../../../platform/db/database.js";
import { compileSearch } from "../../../../api/search-criteria/compile-sql.js";
import { totalOf } from "../../../../api/search-criteria/count-rows.sql.js";
import { fieldsByCode, type IndexedCondition } from "../../../../api/search-criteria/sql-field.js";
import { isInt4 } from "../../../../api/search-criteria/criteria.js";
import type { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { searchPage } from "../../../../api/search-criteria/search-page.sql.js";
import { allGroups } from "../../price-scopes.sql.js";
import { everyGroup } from "../../tier-prices/tier-price-changes.sql.js";
import type { PriceKind } from "../../closed-sets.types.js";
import { keyOf } from "../../../../platform/db/models.js";

/** A change as read from the history. */
export interface StoredChange {
  readonly id: string;
  readonly changed_at: string;
  readonly actor_type: number;
  readonly actor_id: number | null;
  readonly call: string;
  readonly request_id: string;
  readonly bulk_uuid: string | null;
  readonly operation_id: number | null;
  readonly product_id: number;
  readonly sku: string;
  readonly kind: PriceKind;
  readonly store_id: number | null;
  readonly website_id: number | null;
  readonly customer_group: string | null;
  readonly customer_group_id: number | null;
  readonly quantity: string | null;
  readonly old_price: string | null;
  readonly old_type: string | null;
  readonly old_from: string | null;
  readonly old_to: string | null;
  readonly new_price: string | null;
  readonly new_type: string | null;
  readonly new_from: string | null;
  readonly new_to: string | null;
}

/** Count of numbers that each block reserves for its changes. */
const numbersOfBlock = 1000;

/** SQL of the number of a change in its set. */
export const numberOfChange = `(b.seq * ${numbersOfBlock} + c.place::int)`;

/** SQL of the id of a change. */
export const changeId = `b.set_id || '.' || ${numberOfChange}`;

const changeColumns = `${changeId} as id,
  to_char(b.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed_at,
  s.actor_type, s.actor_id, s.call, s.request_id, s.bulk_uuid, s.operation_id, c.product_id, c.sku, b.kind, c.store_id,
  c.website_id, case when c.customer_group_id = ${everyGroup} then '${allGroups}' else shoppers.code end as customer_group,
  c.customer_group_id, c.quantity, c.old_price, c.old_type, c.old_from, c.old_to, c.new_price, c.new_type, c.new_from, c.new_to`;

/** SQL of the changes `c` of a block `b`. */
export const changesOfBlock = `unnest(b.product_ids, b.skus, b.store_ids, b.website_ids, b.customer_group_ids, b.quantities,
    b.old_prices, b.old_types, b.old_starts, b.old_ends, b.new_prices, b.new_types, b.new_starts, b.new_ends)
  with ordinality as c (product_id, sku, store_id, website_id, customer_group_id, quantity,
    old_price, old_type, old_from, old_to, new_price, new_type, new_from, new_to, place)`;

/**
 * SQL of the sets `s` of changes with their blocks `b`. A set and its blocks have the same time, so the join finds the
 * partition of the blocks.
 */
export const changeBlocks = `price_change_set s
  join price_change_block b on b.set_id = s.id and b.changed_at = s.changed_at`;

/** SQL of the set `s` of the last change of a product's prices. No row if there is none. */
export const lastChangeOf = (productId: string): string => `last_price_change(${productId}) as last
  join price_change_set s on s.id = last.set_id and s.changed_at = last.changed_at`;

/** The products of each block with the time of their changes, as a relation for the statements of other folders. */
export const changedProducts = "(select product_ids, changed_at from price_change_block)";

const changeTables = `${changeBlocks}
  cross join lateral ${changesOfBlock}
  left join ${customerGroups} shoppers on shoppers.id = c.customer_group_id`;

const userTypes = Object.entries(UserType).map(([name, type]) => `when ${type} then '${name}'`);

/** Returns a condition that uses the index of product ids; undefined for other searches. */
function ofProducts({ condition, values, bind }: IndexedCondition): string | undefined {
  if (condition !== "in" || !values.every(isInt4)) return undefined;
  const ids = `${bind(values.map(Number))}::int[]`;
  return `(b.product_ids && ${ids} and c.product_id = any(${ids}))`;
}

/** Compares the time of a set and of its blocks, which is the same, so that both are read only in the months that match. */
const ofSetAndBlock = (condition: string) =>
  `(${condition} and ${condition.replaceAll("b.changed_at", "s.changed_at")})`;

const field = fieldsByCode({
  changed_at: { sql: "b.changed_at", single: "b.changed_at", type: "timestamptz", exists: ofSetAndBlock },
  actor_type: { sql: `case s.actor_type ${userTypes.join(" ")} else 'system' end`, type: "text" },
  actor_id: { sql: "s.actor_id", type: "integer" },
  call: { sql: "s.call", type: "text" },
  request_id: { sql: "s.request_id", type: "key" },
  bulk_uuid: { sql: "s.bulk_uuid", type: "uuid" },
  operation_id: { sql: "s.operation_id", type: "integer" },
  product_id: { sql: "c.product_id", type: "integer", indexed: ofProducts },
  sku: { sql: "c.sku", type: "text" },
  kind: { sql: "b.kind", type: "text" },
  store_id: { sql: "c.store_id", type: "integer" },
  website_id: { sql: "c.website_id", type: "integer" },
  customer_group_id: { sql: "c.customer_group_id", type: "integer" },
  quantity: { sql: "c.quantity", type: "decimal" },
  old_price: { sql: "c.old_price", type: "decimal" },
  new_price: { sql: "c.new_price", type: "decimal" },
});

/** A search among the changes of some products, or of all. */
export interface ChangeSearch {
  readonly criteria: SearchCriteria;
  readonly productIds?: readonly number[];
}

/** Returns the changes that the criteria select, the latest first. */
export const searchChanges = (db: Db, { criteria, productIds }: ChangeSearch) =>
  searchPage<StoredChange>(db, criteria, {
    columns: changeColumns,
    from: changeTables,
    field,
    tieBreaker: `s.changed_at desc, s.id desc, ${numberOfChange} desc`,
    ...(productIds && {
      condition: "b.product_ids && $1::int[] and c.product_id = any($1::int[])",
      values: [productIds],
    }),
  });

/** Returns the latest changes of products, at most `limit` of each product, the latest first. */
export const readLatestChanges = (db: Db, productIds: readonly number[], limit: number): Promise<StoredChange[]> =>
  db.query<StoredChange>(
    `select * from (
       select ${changeColumns}, row_number() over (
         partition by c.product_id order by s.changed_at desc, s.id desc, ${numberOfChange} desc) as place
       from ${changeTables} where b.product_ids && $1::int[] and c.product_id = any($1::int[])) as latest
     where place <= $2::int order by product_id, place`,
    [productIds, limit],
  );

/** Returns changes by their ids, as `PriceChange.id` has them, in any order. */
export const readChangesByIds = (db: Db, ids: readonly string[]): Promise<StoredChange[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.query<StoredChange>(
        `select ${changeColumns} from ${changeTables}
         where s.id = any($1::bigint[]) and ${changeId} = any($2::text[])`,
        [[...new Set(ids.map((id) => Number(id.split(".")[0])))], ids],
      );

/** The place of a change in the history: the position of its set, and its number in the set. */
export interface ChangeCursor {
  readonly position: number;
  readonly seq: number;
}

interface FollowedChange extends StoredChange {
  readonly position: number;
  readonly seq: number;
}

/** A page of the changes that follow a cursor. */
export interface FollowedChanges {
  readonly items: FollowedChange[];
  readonly criteria: SearchCriteria;
  readonly total: number;
  /** Cursor to continue with if this is the last page: the end of the numbered changes. */
  readonly end: ChangeCursor;
  /** Positions up to this one were removed. */
  readonly removedUpTo: number;
}

/** Returns the changes after a cursor that match the criteria, in the order of their positions. Numbers new sets first. */
export async function followChanges(
  db: Db,
  { criteria: asked, after }: { readonly criteria: SearchCriteria; readonly after: ChangeCursor },
): Promise<FollowedChanges> {
  await numberSets(db);
  const state = await db.one<{ last_position: number; removed_up_to: number }>(
    "select last_position, removed_up_to from price_history_state",
  );
  const last = state?.last_position ?? 0;
  const { where, limit, values, criteria } = compileSearch(asked, {
    field,
    tieBreaker: "s.position",
    values: [after.position, after.seq, last],
  });
  const matching = `from ${changeTables} where s.position >= $1::bigint and s.position <= $3::bigint
    and (s.position > $1::bigint or ${numberOfChange} > $2::int) and ${where}`;
  const items = await db.query<FollowedChange>(
    `select ${changeColumns}, s.position, ${numberOfChange} as seq ${matching} order by s.position, seq ${limit}`,
    values,
  );
  return {
    items,
    criteria,
    // The cursor to continue with depends on it, even if nobody asked for it.
    total: await totalOf(db, { requested: { ...asked, isUncounted: false }, found: items.length, matching, values }),
    end: last >= after.position ? { position: last, seq: endOfSet } : after,
    removedUpTo: state?.removed_up_to ?? 0,
  };
}

/** A number greater than that of any change of a set. */
const endOfSet = 2_147_483_647;

/**
 * Gives the next positions to committed sets that have none, as the event feed does. Only one transaction at a time does
 * this, so that a set whose transaction commits late gets a late position.
 */
export async function numberSets(db: Db): Promise<void> {
  if ((await db.query("select 1 from price_change_set where position is null limit 1")).length === 0) return;
  await db.transaction(async (tx) => {
    await tx.query("select 1 from price_history_state for update");
    // A separate statement, so that its snapshot is taken while the lock is held.
    await tx.execute(
      `with new as (
        select id, changed_at, (select last_position from price_history_state) + row_number() over (order by id) as position
        from price_change_set where position is null),
      moved as (update price_history_state set last_position = last_position + (select count(*) from new))
      update price_change_set numbered set position = new.position
      from new where numbered.id = new.id and numbered.changed_at = new.changed_at`,
    );
  });
}

/** Returns the ids of the products that have or had a SKU, case-insensitive. */
export const readHistoricalProductIds = async (db: Db, sku: string): Promise<number[]> =>
  (
    await db.query<{ id: number }>(
      `select id from ${products} p where p.sku_key = $1
      union select product_id from price_history_deleted_product where sku_key = $1`,
      [keyOf(sku)],
    )
  ).map(({ id }) => id);
