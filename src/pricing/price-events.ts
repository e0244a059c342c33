import { plainDecimal } from "../contract/scalars.js";
import type { Db } from "../db/database.js";
import { type NewEvent, recordEvents } from "../events/published.js";
import { laterTurn } from "../process/slices.js";
import type { PriceWrite } from "./price-writes.sql.js";

/** Returns a field as JSON; nothing for one that a write leaves as it is. */
const amount = (name: string, value: string | null | undefined) =>
  value === undefined ? "" : `,"${name}":${value === null ? "null" : plainDecimal(value)}`;
const time = (name: string, value: string | null | undefined) =>
  value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`;
const store = ({ storeId }: PriceWrite) => `,"store_id":${storeId}`;

/**
 * Fields of a price after its SKU, in the shapes of the routes. They are written as text at once, because of 10,000 prices
 * objects would take as long as the statement.
 */
const fields = {
  base: (row: PriceWrite) => `${store(row)}${amount("price", row.price)}`,
  special: (row: PriceWrite) =>
    `${store(row)}${amount("price", row.specialPrice)}${time("price_from", row.specialFrom)}${time("price_to", row.specialTo)}`,
  cost: (row: PriceWrite) => `${store(row)}${amount("cost", row.cost)}`,
};

/** Most prices of one event, so that a page of events stays small. */
const mostPrices = 250;

/** Prices, special prices or costs that a call writes. */
interface WrittenPrices {
  readonly kind: keyof typeof fields;
  readonly rows: readonly PriceWrite[];
  /** The write: the events are put together while the database is busy with it. */
  readonly writing?: Promise<void>;
}

/** Adds what a call writes to the feed of events, once it is written. The products are locked. Throws what the write throws. */
export async function recordPrices(db: Db, { kind, rows, writing }: WrittenPrices): Promise<void> {
  const write = fields[kind];
  const describe = () => rows.map((row) => `{"sku":${JSON.stringify(row.sku)}${write(row)}}`);
  if (writing === undefined || rows.length <= mostPrices) {
    await writing;
    return record(db, kind, describe());
  }
  // In a later turn the statement is on its way.
  const described = laterTurn().then(describe);
  await writing;
  return record(db, kind, await described);
}

/** Adds products whose tier prices a call wrote to the feed of events, or costs that it deleted. The products are locked. */
export function recordPricedProducts(
  db: Db,
  kind: "tier" | "cost",
  products: Iterable<{ readonly sku: string }>,
): Promise<void> {
  const more = kind === "cost" ? `,"cost":null` : "";
  const skus = new Set(Array.from(products, ({ sku }) => sku));
  return record(
    db,
    kind,
    Array.from(skus, (sku) => `{"sku":${JSON.stringify(sku)}${more}}`),
  );
}

function record(db: Db, kind: string, prices: readonly string[]): Promise<void> {
  const events: NewEvent[] = [];
  for (let at = 0; at < prices.length; at += mostPrices) {
    const json = `[${prices.slice(at, at + mostPrices).join(",")}]`;
    events.push({ type: "price.changed", data: { kind, prices: { json } } });
  }
  return recordEvents(db, events);
}
