// Prints each order that is new or has changed since the last run, one line of JSON each:
//   npx jiti examples/poll-orders.ts cursor.txt >> orders.ndjson
// The file keeps the time of the last change that was printed. An order that changed in that very second is printed again.
import { items } from "../clients/typescript/src/index.js";
import { connect } from "./connect.js";
import { keepCursor, readCursor } from "./files.js";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Usage: poll-orders.ts <cursor file>");
const since = readCursor(file) ?? "1970-01-01 00:00:00";
const orders = items(connect(), "/V1/orders", {
  where: [{ field: "updated_at", condition: "gteq", value: since }],
  sort: [{ field: "updated_at" }, { field: "entity_id" }],
  fields: "items[entity_id,increment_id,updated_at,state,grand_total,items[sku,qty_ordered]],total_count",
});
let last = since;
for await (const order of orders) {
  console.log(JSON.stringify(order));
  last = order.updated_at ?? last;
}
keepCursor(file, last);
