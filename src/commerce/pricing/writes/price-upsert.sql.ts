// SQL: set-based writes (measured by `set-base-prices`, `set-special-prices` and `set-costs`).
import { hiddenLists, hiddenParameter } from "../../../platform/db/statements/parameters.js";
import { touchProducts } from "../../catalog/published.sql.js";
import { type RecordedChanges, recordChanges } from "../history/ledger.sql.js";
import type { ScalarKind } from "../closed-sets.types.js";

/** The columns of prices that can be set. */
const priceColumnTypes = {
  price: "numeric(20, 6)",
  special_price: "numeric(20, 6)",
  special_from: "timestamp(0)",
  special_to: "timestamp(0)",
  cost: "numeric(20, 6)",
} as const;

export type PriceColumnName = keyof typeof priceColumnTypes;

const kinds: readonly {
  readonly kind: ScalarKind;
  readonly columns: readonly [PriceColumnName, ...PriceColumnName[]];
}[] = [
  { kind: "base", columns: ["price"] },
  { kind: "special", columns: ["special_price", "special_from", "special_to"] },
  { kind: "cost", columns: ["cost"] },
];

/** SQL of the old and the new value of a column, in rows of `from`. A new value of null means that the value is deleted. */
interface Sides {
  readonly from: string;
  readonly old: (column: PriceColumnName) => string;
  readonly new: (column: PriceColumnName) => string | null;
}

/** Returns the changes to record for each kind of price that has a column in `set`. */
export const changesOf = (set: readonly PriceColumnName[], sides: Sides): (RecordedChanges & { where: string })[] =>
  kinds
    .filter(({ columns }) => columns.some((column) => set.includes(column)))
    .map(({ kind, columns }) => ({
      kind,
      from: sides.from,
      where: `(${columns.map((name) => `${sides.old(name)} is distinct from ${sides.new(name) ?? "null"}`).join(" or ")})`,
      store: "store_id",
      old: side(columns, sides.old),
      new: side(columns, sides.new),
    }));

const side = ([price, start, end]: readonly [PriceColumnName, ...PriceColumnName[]], sql: Sides["new"]) => ({
  price: sql(price),
  ...(start && { start: sql(start) }),
  ...(end && { end: sql(end) }),
});

/**
 * Returns the statement that sets columns of prices. Its parameters are arrays of products, SKUs, store views and values,
 * followed by the origin. Unchanged prices are not written. Setting a base price updates `updated_at`. For rows of several
 * calls, two more arrays before the origin have the request and the operation of each row.
 */
export function upsertStatement(set: readonly PriceColumnName[], { ofCalls = false } = {}): string {
  const touch = set.includes("price") ? touchProducts(`id = any(${hiddenParameter(1, "int[]")})`) : "select";
  return `${upsert(set, { ofCalls }).sql} ${touch}`;
}

/**
 * Returns the same statement, except that it updates `updated_at` only if a base price changes. The statement returns the
 * `place` of each row that has an unchanged price, and for each kind whether its price is unchanged. It also returns the rows
 * whose price changes tenfold, or whose special price is above the base price or has ended, with the prices before.
 */
export function upsertChangedStatement(set: readonly PriceColumnName[]): string {
  const { sql, changes } = upsert(set, { more: basePrice });
  const base = changes.find(({ kind }) => kind === "base");
  const touched = base
    ? `, touched as (${touchProducts(`id in (select product_id from known where ${base.where})`)})`
    : "";
  return `${sql}${touched}
    select place::int - 1 as place, ${changes.map(({ kind, where }) => `not ${where} as ${kind}`).join(", ")},
      ${earlierPrices(set)}
    from known where not (${changes.map(({ where }) => where).join(" and ")}) or ${suspicious(set)}`;
}

/** The base price of the scope that a row writes, or of all store views. */
const basePrice = `, coalesce(own.price, (select everywhere.price from product_price everywhere
        where everywhere.product_id = given.product_id and everywhere.store_id = 0 and given.store_id <> 0)) as base_price`;

const pricesIn = (set: readonly PriceColumnName[]) =>
  (["price", "special_price", "cost"] as const).filter((name) => set.includes(name));

const earlierPrices = (set: readonly PriceColumnName[]): string =>
  [
    ...pricesIn(set).map((name) => `old_${name}`),
    "base_price",
    set.includes("special_price") ? endOf(set) : "null",
  ].join(", ") + " as ends";

const endOf = (set: readonly PriceColumnName[]) => (set.includes("special_to") ? "known.special_to" : "old_special_to");

/** SQL of the condition that a row deserves a look. */
function suspicious(set: readonly PriceColumnName[]): string {
  const jumps = pricesIn(set).map(
    (name) => `(old_${name} > 0 and known.${name} > 0
        and (known.${name} >= 10 * old_${name} or 10 * known.${name} <= old_${name}))`,
  );
  const base = set.includes("price") ? "known.price" : "base_price";
  const special = set.includes("special_price")
    ? [
        `known.special_price > ${base}`,
        `(known.special_price is not null
        and ${endOf(set)} + interval '1 day' <= now() at time zone 'UTC')`,
      ]
    : [];
  return [...jumps, ...special].join(" or ");
}

/** Returns the common table expressions that set columns of prices and record the changes. */
function upsert(set: readonly PriceColumnName[], { more = "", ofCalls = false }) {
  const calls = ofCalls ? { types: ["text", "int"], names: ", request, operation" } : { types: [], names: "" };
  const types = ["int", "text", "int", ...set.map((name) => priceColumnTypes[name]), ...calls.types];
  const names = set.join(", ");
  const changes = changesOf(set, {
    from: "known",
    old: (column) => `old_${column}`,
    new: (column) => (set.includes(column) ? `known.${column}` : `old_${column}`),
  });
  const differs = changes.map(({ where }) => where).join(" or ");
  // The products are locked, so a stored row stays where it is until it is written.
  const sql = `with known as materialized (
      select given.*, own.ctid as stored, ${columnsOf(changes)
        .map((name) => `own.${name} as old_${name}`)
        .join(", ")}${more}
      from unnest(${hiddenLists(...types)}) with ordinality as given (product_id, sku, store_id, ${names}${calls.names}, place)
      left join product_price own on own.product_id = given.product_id and own.store_id = given.store_id),
    ${recordChanges(changes, { origin: types.length + 1, ofCalls })},
    updated as (
      update product_price own set ${set.map((name) => `${name} = known.${name}`).join(", ")}
      from known where own.ctid = known.stored and (${differs})),
    written as (
      insert into product_price (product_id, store_id, ${names})
      select product_id, store_id, ${names} from known where stored is null and (${differs}))`;
  return { sql, changes };
}

const columnsOf = (changes: readonly RecordedChanges[]): readonly PriceColumnName[] =>
  kinds.filter(({ kind }) => changes.some((change) => change.kind === kind)).flatMap(({ columns }) => columns);
