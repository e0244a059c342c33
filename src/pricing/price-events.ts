import { plainDecimal } from "../contract/scalars.js";
import type { Db } from "../db/database.js";
import { type NewEvent, recordEvents } from "../events/published.js";
import type { PriceScope, PriceWrite } from "./price-writes.sql.js";
import type { PricedProducts } from "./priced-products.sql.js";

type Row = PriceScope & Partial<PriceWrite>;

/** Returns a field as JSON; nothing for one that a write leaves as it is. */
const amount = (name: string, value: string | null | undefined) =>
  value === undefined ? "" : `,"${name}":${value === null ? "null" : plainDecimal(value)}`;
const time = (name: string, value: string | null | undefined) =>
  value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`;
const store = ({ storeId }: Row) => `,"store_id":${storeId}`;

/**
 * Fields of a price after its SKU, in the shapes of the routes. They are written as text at once, because of 10,000 prices
 * objects would take as long as the statement.
 */
const fields = {
  base: (row: Row) => `${store(row)}${amount("price", row.price)}`,
  special: (row: Row) =>
    `${store(row)}${amount("price", row.specialPrice)}${time("price_from", row.specialFrom)}${time("price_to", row.specialTo)}`,
  cost: (row: Row) => `${store(row)}${amount("cost", row.cost)}`,
};

/** Most prices of one event, so that a page of events stays small. */
const mostPrices = 250;

/** Adds the prices, special prices or costs that a call wrote to the feed of events. The products are locked. */
export function recordPrices(
  db: Db,
  kind: keyof typeof fields,
  { products, rows }: { readonly products: PricedProducts; readonly rows: readonly Row[] },
): Promise<void> {
  const skus = jsonSkus(products);
  const write = fields[kind];
  return record(
    db,
    kind,
    rows.map((row) => `{"sku":${skus.get(row.productId) ?? "null"}${write(row)}}`),
  );
}

/** Adds products whose tier prices a call wrote to the feed of events, or costs that it deleted. The products are locked. */
export function recordPricedProducts(
  db: Db,
  kind: "tier" | "cost",
  { products, ids }: { readonly products: PricedProducts; readonly ids: Iterable<number> },
): Promise<void> {
  const skus = jsonSkus(products);
  const more = kind === "cost" ? `,"cost":null` : "";
  return record(
    db,
    kind,
    [...new Set(ids)].map((id) => `{"sku":${skus.get(id) ?? "null"}${more}}`),
  );
}

const jsonSkus = (products: PricedProducts): ReadonlyMap<number, string> =>
  new Map(products.all().map(({ id, sku }) => [id, JSON.stringify(sku)]));

function record(db: Db, kind: string, prices: readonly string[]): Promise<void> {
  const events: NewEvent[] = [];
  for (let at = 0; at < prices.length; at += mostPrices) {
    const json = `[${prices.slice(at, at + mostPrices).join(",")}]`;
    events.push({ type: "price.changed", data: { kind, prices: { json } } });
  }
  return recordEvents(db, events);
}
