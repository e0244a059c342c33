import { plainDecimal } from "../../../api/contract/scalars.js";
import type { Db } from "../../../platform/db/database.js";
import { type NewEvent, recordEvents } from "../../events/published.recording.js";
import { laterTurn } from "../../../platform/process/slices.js";
import type { PriceWrite } from "./price-writes.sql.js";

/** Returns a field as JSON; empty text for a field that the write does not set. */
const amount = (name: string, value: string | null | undefined) =>
  value === undefined ? "" : `,"${name}":${value === null ? "null" : plainDecimal(value)}`;
const time = (name: string, value: string | null | undefined) =>
  value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`;
const store = ({ storeId }: PriceWrite) => `,"store_id":${storeId}`;

/**
 * Fields of a price after its SKU, in the shapes of the routes. They are written directly as text, because building objects
 * for 10,000 prices would take as long as the statement.
 */
const fields = {
  base: (row: PriceWrite) => `${store(row)}${amount("price", row.price)}`,
  special: (row: PriceWrite) =>
    `${store(row)}${amount("price", row.specialPrice)}${time("price_from", row.specialFrom)}${time("price_to", row.specialTo)}`,
  cost: (row: PriceWrite) => `${store(row)}${amount("cost", row.cost)}`,
};

/** Maximum number of prices in one event, so that a page of events stays small. */
const maxPrices = 250;

/** Prices, special prices or costs that a call writes. */
interface WrittenPrices {
  readonly kind: keyof typeof fields;
  readonly rows: readonly PriceWrite[];
  /** The running write. The events are built while the database executes it. */
  readonly writing?: Promise<void>;
}

/** Adds prices to the event feed after their write has ended. The products are locked. Rethrows errors of the write. */
export async function recordPrices(db: Db, { kind, rows, writing }: WrittenPrices): Promise<void> {
  const write = fields[kind];
  const describe = () => rows.map((row) => `{"sku":${JSON.stringify(row.sku)}${write(row)}}`);
  if (writing === undefined || rows.length <= maxPrices) {
    await writing;
    return record(db, kind, describe());
  }
  // In a later turn of the event loop, the statement has been sent.
  const described = laterTurn().then(describe);
  await writing;
  return record(db, kind, await described);
}

/** Adds products to the event feed whose tier prices were written or whose costs were deleted. The products are locked. */
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
  for (let at = 0; at < prices.length; at += maxPrices) {
    const json = `[${prices.slice(at, at + maxPrices).join(",")}]`;
    events.push({ type: "price.changed", data: { kind, prices: { json } } });
  }
  return recordEvents(db, events);
}
