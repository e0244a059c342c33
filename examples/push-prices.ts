// Sets the prices in a CSV file with the columns sku, price and, if there are special prices, special_price:
//   npx jiti examples/push-prices.ts prices.csv
// The file can have any length. Rows that fail are printed, and end the script with 1.
import { failedPrices, importPrices, type PriceRow, unwrap, waitForBulk } from "../clients/typescript/src/index.js";
import { connect } from "./connect.js";
import { rowsOf } from "./files.js";

async function* pricesOf(file: string): AsyncGenerator<PriceRow> {
  for await (const { sku = "", price = "", special_price } of rowsOf(file)) {
    yield { kind: "base", sku, price };
    // An empty amount deletes the special price.
    if (special_price !== undefined) yield { kind: "special", sku, price: special_price || null };
  }
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Usage: push-prices.ts <file>");
const shop = connect();
const bulkUuid = await importPrices(shop, pricesOf(file));
await waitForBulk(shop, bulkUuid);
const path = { bulkUuid };
const { written, unchanged, failed } = unwrap(await shop.api.GET("/V1/price-imports/{bulkUuid}", { params: { path } }));
console.log(`${written} prices written, ${unchanged} unchanged, ${failed} failed.`);
for await (const { kind, sku, message } of failedPrices(shop, bulkUuid)) console.error(`${kind} ${sku}: ${message}`);
if (failed > 0) process.exitCode = 1;
