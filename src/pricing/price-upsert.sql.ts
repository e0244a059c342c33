// SQL: set-based writes (measured by the calls that set 10,000 prices).
import { products, touchProducts } from "../catalog/published.sql.js";
import { changeOf, changes, recordChanges } from "./history/ledger.sql.js";

/** The columns of prices that can be set. */
export const priceColumnTypes = {
  price: "numeric(20, 6)",
  special_price: "numeric(20, 6)",
  special_from: "timestamp(0)",
  special_to: "timestamp(0)",
  cost: "numeric(20, 6)",
} as const;

export type PriceColumnName = keyof typeof priceColumnTypes;

const kinds: readonly {
  readonly kind: "'base'" | "'special'" | "'cost'";
  readonly columns: readonly [PriceColumnName, ...PriceColumnName[]];
}[] = [
  { kind: "'base'", columns: ["price"] },
  { kind: "'special'", columns: ["special_price", "special_from", "special_to"] },
  { kind: "'cost'", columns: ["cost"] },
];

/** SQL of a column as it was, and as it becomes. */
interface Sides {
  readonly old: (column: PriceColumnName) => string;
  readonly new: (column: PriceColumnName) => string;
}

/** How one kind of price changes. */
interface ChangedKind {
  /** The columns of `changes`. */
  readonly change: string;
  /** A condition: it changes at all. */
  readonly differs: string;
}

/** Returns how the kinds of prices change of which columns are set. */
export const changedKinds = (set: readonly PriceColumnName[], sides: Sides): ChangedKind[] =>
  kinds
    .filter(({ columns }) => columns.some((column) => set.includes(column)))
    .map(({ kind, columns }) => ({
      change: changeOf({ kind, store: "store_id", old: side(columns, sides.old), new: side(columns, sides.new) }),
      differs: `(${columns.map((column) => `${sides.old(column)} is distinct from ${sides.new(column)}`).join(" or ")})`,
    }));

const side = ([price, from, to]: readonly [PriceColumnName, ...PriceColumnName[]], sql: Sides["old"]) => ({
  price: sql(price),
  ...(from && { from: sql(from) }),
  ...(to && { to: sql(to) }),
});

/**
 * The statement that sets columns of prices: products, store views and values are arrays, the origin follows. Prices that stay as
 * they are are not written. A base price updates `updated_at`.
 */
export function upsertStatement(set: readonly PriceColumnName[]): string {
  const types = ["int", "int", ...set.map((name) => priceColumnTypes[name])];
  // The subqueries hide the lengths of the arrays from the planner. Without them it would re-plan every call with few
  // rows.
  const arrays = types.map((type, index) => `(select $${index + 1}::${type}[])`);
  const names = set.join(", ");
  const kinds = changedKinds(set, {
    old: (column) => `old_${column}`,
    new: (column) => (set.includes(column) ? column : `old_${column}`),
  });
  return `with known as materialized (
      select given.*, p.sku, ${allColumns.map((column) => `own.${column} as old_${column}`).join(", ")}
      from unnest(${arrays.join(", ")}) as given (product_id, store_id, ${names})
      join ${products} p on p.id = given.product_id
      left join product_price own on own.product_id = given.product_id and own.store_id = given.store_id),
    ${changes(kinds.map(({ change, differs }) => `select ${change} from known where ${differs}`))},
    ${recordChanges(types.length + 1)},
    written as (
      insert into product_price (product_id, store_id, ${names})
      select product_id, store_id, ${names} from known where ${kinds.map(({ differs }) => differs).join(" or ")}
      on conflict (product_id, store_id) do update set ${set.map((name) => `${name} = excluded.${name}`).join(", ")})
    ${set.includes("price") ? touchProducts("id = any((select $1::int[])::int[])") : "select"}`;
}

const allColumns = Object.keys(priceColumnTypes) as PriceColumnName[];
