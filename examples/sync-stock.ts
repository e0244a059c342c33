// Sets quantities from a CSV file with the columns sku, source and quantity:
//   npx jiti examples/sync-stock.ts stock.csv
// Quantities that the service already has are not sent.
import { items, type Portico, unwrap } from "../clients/typescript/src/index.js";
import { connect } from "./connect.js";
import { inChunks, rowsOf } from "./files.js";

interface Quantity {
  readonly sku: string;
  readonly source_code: string;
  readonly quantity: number;
}

async function* quantitiesOf(file: string): AsyncGenerator<Quantity> {
  for await (const { sku = "", source = "default", quantity = "" } of rowsOf(file)) {
    if (quantity.trim() === "" || Number.isNaN(Number(quantity))) throw new Error(`${sku} has no quantity.`);
    yield { sku, source_code: source, quantity: Number(quantity) };
  }
}

const keyOf = (sku: string, source: string) => `${sku} ${source}`.toLowerCase();

/** Returns the quantities that differ from those of the service. */
async function changed(shop: Portico, wanted: readonly Quantity[]): Promise<Quantity[]> {
  const skus = [...new Set(wanted.map(({ sku }) => sku))].join(",");
  const known = new Map<string, number>();
  const where = [{ field: "sku", condition: "in", value: skus }];
  for await (const item of items(shop, "/V1/inventory/source-items", { where, pageSize: 1000 }))
    known.set(keyOf(item.sku ?? "", item.source_code ?? ""), item.quantity ?? 0);
  return wanted.filter(({ sku, source_code, quantity }) => known.get(keyOf(sku, source_code)) !== quantity);
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Usage: sync-stock.ts <file>");
const shop = connect();
const counts = { sent: 0, unchanged: 0 };
// The SKUs of a chunk must fit into the address of a request.
for await (const chunk of inChunks(quantitiesOf(file), 200)) {
  const sourceItems = (await changed(shop, chunk)).map((item) => ({ ...item, status: item.quantity > 0 ? 1 : 0 }));
  if (sourceItems.length > 0) unwrap(await shop.api.POST("/V1/inventory/source-items", { body: { sourceItems } }));
  counts.sent += sourceItems.length;
  counts.unchanged += chunk.length - sourceItems.length;
}
console.log(`${counts.sent} quantities sent, ${counts.unchanged} unchanged.`);
