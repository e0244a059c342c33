import { randomBytes } from "node:crypto";
import type pg from "pg";
import { productCount } from "./catalogue.js";
import type { Target } from "./measure.js";
import { post } from "./timing.js";

/** The shipping address. */
export const address = {
  firstname: "Ada",
  lastname: "Byron",
  street: ["1 Main Street"],
  city: "Los Angeles",
  region_id: 12,
  postcode: "90210",
  country_id: "US",
  telephone: "555-0100",
};
export const email = "ada@example.com";

/** The addresses and the choice of a cart, as the body of a request. */
export const shippingInformation = {
  addressInformation: {
    ...{ shipping_address: { ...address, email }, billing_address: { ...address, email } },
    ...{ shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" },
  },
};

/** Carts are called by guests, without a token. */
export const asGuest = ({ url }: Target): Target => ({ url, headers: {} });

/** Returns the cart of a request, and throws instead of using one twice. */
export function cartOf<Cart>(carts: readonly Cart[], number: number): Cart {
  const cart = carts[number - 1];
  if (cart === undefined) throw new Error(`${carts.length} carts are too few for a round.`);
  return cart;
}

/** Creates a guest's cart of the SKUs over HTTP, sets its shipping method, and returns its mask. */
export async function createCart(ours: Target, skus: readonly string[]): Promise<string> {
  const guest = asGuest(ours);
  const mask = String(await post(guest, "guest-carts", {}));
  for (const sku of skus) await post(guest, `guest-carts/${mask}/items`, { cartItem: { sku, qty: 1 } });
  await storeTotals(ours, [mask]);
  return mask;
}

/**
 * Sets the addresses and the shipping method of carts, which stores their totals. Those that a copy has of its template do not
 * hold for its own products once a row of the bench has changed some.
 */
export async function storeTotals(ours: Target, masks: readonly string[]): Promise<void> {
  for (const mask of masks) await post(asGuest(ours), `guest-carts/${mask}/shipping-information`, shippingInformation);
}

/**
 * Copies a cart and returns the masks of the copies. Each copy has different products, which follow those of the
 * previous copy, so that carts do not wait for the stock of others.
 */
export async function copyCart(database: pg.Client, mask: string, count: number): Promise<string[]> {
  const columns = await columnsOf(database, "cart", ["id", "mask"]);
  const addresses = await columnsOf(database, "cart_address", ["id", "cart_id"]);
  const round = randomBytes(8).toString("hex");
  const { rows } = await database.query<{ mask: string }>(
    `insert into cart (mask, ${columns}) select $2 || lpad(n::text, 16, '0'), ${columns}
    from cart, generate_series(1, $3::int) n where mask = $1 returning mask`,
    [mask, round, count],
  );
  await database.query(
    `insert into cart_address (cart_id, ${addresses})
    select copy.id, ${addresses} from cart copy, cart_address a
    where copy.mask like $2 || '%' and a.cart_id = (select id from cart where mask = $1)`,
    [mask, round],
  );
  await database.query(
    `with copy as (select id, row_number() over (order by mask) as n from cart where mask like $2 || '%'),
    line as (
      select *, row_number() over (order by item_id) as k, count(*) over () as lines from cart_item
      where cart_id = (select id from cart where mask = $1)),
    wanted as materialized (
      select copy.id as cart_id, 'bench-' || lpad((1 + (copy.n * line.lines + line.k) % $3::int)::text, 5, '0') as sku_key,
        line.product_type, line.qty, line.options, line.options_key, line.is_virtual
      from copy cross join line)
    insert into cart_item (cart_id, product_id, sku, name, product_type, qty, options, options_key, price, is_virtual)
    select w.cart_id, p.id, p.sku, v.data ->> 'name', w.product_type, w.qty, w.options, w.options_key, c.price, w.is_virtual
    from wanted w join product p on p.sku_key = w.sku_key
    join product_values v on v.product_id = p.id and v.store_id = 0
    join product_price c on c.product_id = p.id and c.store_id = 0`,
    [mask, round, productCount],
  );
  await database.query("analyze cart, cart_item, cart_address");
  return rows.map((row) => row.mask).sort();
}

/** Returns the index of a SKU that a copy, counted from 1, does not contain. */
export const indexOfNewSku = (copy: number, lines: number, products: number): number =>
  (copy * lines + 2 * lines) % products;

async function columnsOf(database: pg.Client, table: string, without: readonly string[]): Promise<string> {
  const { rows } = await database.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = $1 and column_name <> all($2::text[])`,
    [table, without],
  );
  return rows.map(({ name }) => name).join(", ");
}

/** Deletes carts, orders and their reservations. */
export const deleteCarts = (database: pg.Client): Promise<unknown> =>
  database.query(
    `truncate cart, sales_order, sales_sequence, inventory_reservation, inventory_reserved_quantity,
      inventory_stock_event cascade`,
  );
