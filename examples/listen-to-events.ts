// Prints the events of orders as they happen, one line of JSON each:
//   npx jiti examples/listen-to-events.ts cursor.txt          # until it is stopped
//   npx jiti examples/listen-to-events.ts cursor.txt --once   # until there are no more
// The file keeps the last event that was printed. A crash between the two prints that one again.
import { events } from "../clients/typescript/src/index.js";
import { connect } from "./connect.js";
import { keepCursor, readCursor } from "./files.js";

const [file, once] = process.argv.slice(2);
if (file === undefined) throw new Error("Usage: listen-to-events.ts <cursor file> [--once]");
const after = readCursor(file);
const types = ["order.*", "invoice.*", "shipment.*"];
for await (const event of events(connect(), {
  types,
  follow: once !== "--once",
  ...(after === undefined ? {} : { after }),
})) {
  console.log(JSON.stringify(event));
  keepCursor(file, event.id);
}
