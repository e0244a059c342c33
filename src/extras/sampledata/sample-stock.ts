import type { Db } from "../../platform/db/database.js";
import {
  addStockItems,
  hasSource,
  hasStock,
  saveLinks,
  saveSource,
  saveStock,
  writeLowQuantities,
  writeSourceItems,
} from "../../commerce/inventory/published.js";
import type { CreatedProduct } from "./sample-prices.js";
import { blockSize } from "./sample-products.js";

/** The warehouses of the European stock, by priority. */
const warehouses = [
  { code: "berlin", city: "Berlin", country_id: "DE", postcode: "10115", latitude: "52.532", longitude: "13.3922" },
  { code: "lyon", city: "Lyon", country_id: "FR", postcode: "69001", latitude: "45.7679", longitude: "4.8343" },
  { code: "zurich", city: "Zürich", country_id: "CH", postcode: "8001", latitude: "47.3717", longitude: "8.5421" },
];
const stockName = "European Stock";

/** Positions in a block of the products that are sold out, or low in stock, at every source. */
const soldOut = 12;
const low = 13;
/** Notification threshold of the low product at the first warehouse. */
const notifiedBelow = "5";

/** Creates three sources, and a stock that assigns them to the websites, unless they exist. */
export async function createWarehouses(db: Db, websiteCodes: readonly string[]): Promise<void> {
  for (const { code, city, ...place } of warehouses) {
    if (await hasSource(db, code)) continue;
    await saveSource(db, { ...place, source_code: code, name: `${city} Warehouse`, city, enabled: true });
  }
  if (await hasStock(db, stockName)) return;
  const sales_channels = websiteCodes.map((code) => ({ type: "website", code }));
  const stock_id = await saveStock(db, { name: stockName, extension_attributes: { sales_channels } });
  await saveLinks(
    db,
    warehouses.map(({ code }, index) => ({ stock_id, source_code: code, priority: index + 1 })),
  );
}

/** Writes the quantities of products at the default source and at the warehouses. Some are low or sold out. */
export async function writeSampleStock(db: Db, products: readonly CreatedProduct[]): Promise<void> {
  const placeOf = ({ number }: CreatedProduct) => ((number - 1) % blockSize) + 1;
  await addStockItems(
    db,
    products.map((product) => ({ ...product, ...atDefault(placeOf(product), product) })),
  );
  const stocked = products.filter(({ parts }) => parts.length === 0);
  await writeSourceItems(
    db,
    stocked.flatMap((product) => atWarehouses(placeOf(product), product)),
  );
  await writeLowQuantities(
    db,
    stocked
      .filter((product) => placeOf(product) === low)
      .map(({ sku }) => ({ sku, code: warehouses[0]?.code ?? "", quantity: notifiedBelow })),
  );
}

function atDefault(place: number, { number, parts }: CreatedProduct) {
  if (parts.length > 0) return { qty: "0", isInStock: true };
  if (place === soldOut) return { qty: "0", isInStock: false };
  return { qty: String(place === low ? 2 : 10 + (number % 90)), isInStock: true };
}

/** Each warehouse has less than the one before it. */
function atWarehouses(place: number, { number, sku }: CreatedProduct) {
  return warehouses.map(({ code }, index) => {
    const quantity = place === low ? 2 - index : Math.floor((5 + (number % 45)) / (index + 1));
    return place === soldOut || quantity === 0
      ? { sku, code, quantity: "0", status: 0 }
      : { sku, code, quantity: String(quantity), status: 1 };
  });
}
