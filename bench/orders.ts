import { randomBytes } from "node:crypto";
import type pg from "pg";
import { address, email } from "./carts.js";
import { productCount } from "./catalogue.js";
import type { Target } from "./measure.js";
import { send } from "./timing.js";

const orderAddress = { ...address, email };

/** Returns an order of one unit of each SKU for the import. */
export function orderOf(skus: readonly string[]) {
  const both = (columns: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([name, value]) => [
        [name, value],
        [`base_${name}`, value],
      ]),
    );
  const items = skus.map((sku) => ({
    ...both({ price: 10, row_total: 10, tax_amount: 0.83, row_total_incl_tax: 10.83, price_incl_tax: 10.83 }),
    ...{ sku, name: `Product ${sku}`, qty_ordered: 1, product_type: "simple", weight: 1 },
  }));
  const subtotal = 10 * skus.length;
  const tax_amount = 0.83 * skus.length;
  const entity = {
    ...both({ subtotal, tax_amount, shipping_amount: 5, grand_total: subtotal + tax_amount + 5 }),
    ...{ state: "new", status: "pending", base_currency_code: "USD", order_currency_code: "USD", items },
    ...{ billing_address: orderAddress, payment: { method: "checkmo" } },
    extension_attributes: {
      shipping_assignments: [{ shipping: { address: orderAddress, method: "flatrate_flatrate" } }],
    },
  };
  return entity;
}

/** Imports an order of one unit of each SKU, and returns its id. */
export async function importOrder(ours: Target, skus: readonly string[]): Promise<number> {
  const entity = orderOf(skus);
  const { entity_id } = JSON.parse(await send(ours, "/rest/V1/orders", JSON.stringify({ entity }))) as {
    readonly entity_id: number;
  };
  return entity_id;
}

/**
 * Copies an order and returns the ids of the copies. Each copy has different products, which follow those of the
 * previous copy, so that orders do not wait for the stock of others.
 */
export async function copyOrder(database: pg.Client, id: number, count: number): Promise<number[]> {
  const given = ["entity_id", "increment_id", "billing_address_id", "shipping_address_id"];
  const columns = await columnsOf(database, "sales_order", given);
  const { rows } = await database.query<{ entity_id: number }>(
    `insert into sales_order (increment_id, ${columns}) select $2 || n, ${columns}
    from sales_order, generate_series(1, $3::int) n where entity_id = $1 returning entity_id`,
    [id, randomBytes(8).toString("hex"), count],
  );
  const copies = rows.map(({ entity_id }) => entity_id);
  await copyLines(database, id, copies);
  await copyAddresses(database, id, copies);
  const payment = await columnsOf(database, "sales_order_payment", ["entity_id", "parent_id"]);
  await database.query(
    `insert into sales_order_payment (parent_id, ${payment}) select copy, ${payment}
    from sales_order_payment, unnest($2::int[]) copy where parent_id = $1`,
    [id, copies],
  );
  await database.query("vacuum analyze sales_order, sales_order_item, sales_order_address, sales_order_payment");
  return copies;
}

async function copyLines(database: pg.Client, id: number, copies: readonly number[]): Promise<void> {
  const given = ["item_id", "order_id", "sku", "product_id", "parent_item_id"];
  const item = await columnsOf(database, "sales_order_item", given);
  await database.query(
    `insert into sales_order_item (order_id, sku, product_id, ${item})
    select copy.entity_id, p.sku, p.id, ${columnsFrom("line", item)} from
      (select entity_id, row_number() over (order by entity_id) as n from unnest($2::int[]) c (entity_id)) copy cross join
      (select *, row_number() over (order by item_id) as k, count(*) over () as lines from sales_order_item
        where order_id = $1) line
    join product p on p.sku_key = 'bench-' || lpad((1 + (copy.n * line.lines + line.k) % $3::int)::text, 5, '0')`,
    [id, copies, productCount],
  );
}

async function copyAddresses(database: pg.Client, id: number, copies: readonly number[]): Promise<void> {
  const address = await columnsOf(database, "sales_order_address", ["entity_id", "parent_id"]);
  await database.query(
    `insert into sales_order_address (parent_id, ${address}) select copy, ${address}
    from sales_order_address, unnest($2::int[]) copy where parent_id = $1`,
    [id, copies],
  );
  await database.query(
    `update sales_order o set billing_address_id = b.entity_id, shipping_address_id = s.entity_id
    from sales_order_address b, sales_order_address s
    where o.entity_id = any($1::int[]) and b.parent_id = o.entity_id and b.address_type = 'billing'
      and s.parent_id = o.entity_id and s.address_type = 'shipping'`,
    [copies],
  );
}

/** Adds copies of an order without its lines, with changes in 2025, for a large table. */
export async function repeatOrder(database: pg.Client, id: number, count: number): Promise<void> {
  const columns = await columnsOf(database, "sales_order", ["entity_id", "increment_id", "updated_at"]);
  await database.query(
    `insert into sales_order (increment_id, updated_at, ${columns})
    select $2 || n, '2025-01-01'::timestamp + make_interval(secs => n * 25), ${columns}
    from sales_order, generate_series(1, $3::int) n where entity_id = $1`,
    [id, randomBytes(8).toString("hex"), count],
  );
  await database.query("vacuum analyze sales_order");
}

async function columnsOf(database: pg.Client, table: string, without: readonly string[]): Promise<string> {
  const { rows } = await database.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = $1 and column_name <> all($2::text[])`,
    [table, without],
  );
  return rows.map(({ name }) => name).join(", ");
}

const columnsFrom = (alias: string, columns: string) =>
  columns
    .split(", ")
    .map((name) => `${alias}.${name}`)
    .join(", ");
