// SQL: measured by `add-item` and `place-order`: every write to a cart ends with these, sent together with the commit.
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import type { Db } from "../../../platform/db/database.js";
import type { CartLine, CartState } from "./cart-state.rows.js";

/** The columns of a cart that depend on its totals, and those for its balances and gift cards. */
type TotalColumns = Pick<
  CartState,
  | "is_virtual"
  | "items_count"
  | "items_qty"
  | "coupon_code"
  | "applied_rule_ids"
  | "subtotal"
  | "base_subtotal"
  | "subtotal_with_discount"
  | "base_subtotal_with_discount"
  | "grand_total"
  | "base_grand_total"
  | "use_store_credit"
  | "use_reward_points"
  | "gift_card_ids"
> & { readonly totals: object };

/** Columns of a cart that some calls write together with its totals: its payment, and its order when it is closed. */
export type OtherColumns = Partial<
  Pick<
    CartState,
    | "payment_method"
    | "po_number"
    | "additional_data"
    | "payment_id"
    | "is_active"
    | "reserved_order_id"
    | "converted_at"
  >
>;

/** Writes totals and other columns of a cart, and the time of its last change. */
export function saveCartColumns(db: Db, id: number, columns: Partial<TotalColumns> & OtherColumns): Promise<unknown> {
  const { set, values } = assignments(columns, 2);
  return db.atCommit.execute(`update cart set updated_at = now() at time zone 'utc', ${set} where id = $1::int`, [
    id,
    ...values,
  ]);
}

/** What a read of a cart writes. */
interface CollectedAtRead {
  readonly columns: Partial<TotalColumns>;
  /** Lines with another price, name or SKU. */
  readonly lines: readonly Pick<CartLine, "item_id" | "sku" | "name" | "price">[];
  readonly shippingDescription: string | null;
}

/**
 * Writes the totals of a cart that was only read, and what depends on them, unless it was changed after that or somebody has
 * locked it. The times of its last changes stay.
 */
export async function saveReadTotals(
  db: Db,
  { id, row_version: version }: Pick<CartState, "id" | "row_version">,
  { columns, lines, shippingDescription }: CollectedAtRead,
): Promise<void> {
  if (version === undefined) return;
  const { set, values } = assignments(columns, 5);
  await db.execute(
    `with unchanged as materialized (
      select id from cart where id = $1::int and xmin::text = $2 for no key update skip locked),
    line as (
      update cart_item i set sku = given.sku, name = given.name, price = given.price
      from unchanged, jsonb_to_recordset($3::text::jsonb) as given (item_id int, sku text, name text, price numeric)
      where i.cart_id = unchanged.id and i.item_id = given.item_id),
    address as (
      update cart_address a set shipping_description = $4::text from unchanged
      where a.cart_id = unchanged.id and a.address_type = 'shipping' and a.shipping_description is distinct from $4::text)
    update cart set ${set} from unchanged where cart.id = unchanged.id`,
    [id, version, JSON.stringify(lines), shippingDescription, ...values],
  );
}

/** Returns assignments of columns to parameters, counted from the first one, and their values. */
function assignments(given: Partial<TotalColumns> & OtherColumns, first: number) {
  const { totals, additional_data: data, ...columns } = given;
  const values = Object.entries({
    ...columns,
    ...(data === undefined ? {} : { additional_data: JSON.stringify(data) }),
    totals: JSON.stringify(totals),
  });
  const set = values.map(([column], at) => `${column} = $${at + first}`).join(", ");
  return { set, values: values.map(([, value]) => value) };
}

/** Inserts new lines and updates changed ones. */
export async function saveLines(db: Db, lines: readonly CartLine[]): Promise<void> {
  if (lines.length === 0) return;
  await db.atCommit.execute(
    `insert into cart_item (item_id, cart_id, parent_item_id, product_id, sku, name, product_type, qty, options,
      options_key, price, is_virtual)
    select item_id, cart_id, parent_item_id, product_id, sku, name, product_type, qty, options, options_key, price,
      is_virtual
    from jsonb_to_recordset($1::text::jsonb) as given (item_id int, cart_id int, parent_item_id int, product_id int,
      sku text, name text, product_type text, qty numeric, options jsonb, options_key text, price numeric,
      is_virtual boolean)
    on conflict (item_id) do update set sku = excluded.sku, name = excluded.name, qty = excluded.qty,
      options = excluded.options, options_key = excluded.options_key, price = excluded.price,
      is_virtual = excluded.is_virtual, updated_at = now() at time zone 'utc'`,
    [JSON.stringify(lines)],
  );
}

/** Deletes lines of a cart with their child lines and gift messages. */
export async function deleteLines(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.atCommit.execute(
    `with messages as (delete from cart_gift_message where item_id = any($1::int[]))
    delete from cart_item where item_id = any($1::int[])`,
    [ids],
  );
}

/** Saves the description of the chosen shipping method. */
export const saveShippingDescription = (db: Db, addressId: number, description: string | null): Promise<unknown> =>
  db.atCommit.execute("update cart_address set shipping_description = $2 where id = $1::int", [addressId, description]);

/** Returns unused ids for lines. */
export async function drawLineIds(db: Db, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await db.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('cart_item', 'item_id'))::int as id
    from generate_series(1, ${hiddenParameter(1, "int")})`,
    [count],
  );
  return rows.map(({ id }) => id);
}
