import pg from "pg";
import { laterTurn } from "../../process/slices.js";

/** Maximum bytes of a result to read in one turn of the event loop. */
const maxBytesPerTurn = 256 << 10;

/**
 * Reads long results of a connection in slices. Without this, Node.js reads up to two megabytes per connection at a time,
 * and parses all rows in them before anything else happens.
 */
export function readResultsInSlices(client: pg.PoolClient): void {
  if (!(client instanceof pg.Client)) return;
  const { stream } = client.connection;
  let read = 0;
  let isCounting = false;
  stream.on("data", (bytes: Uint8Array) => {
    read += bytes.length;
    if (read > maxBytesPerTurn) {
      read = 0;
      stream.pause();
      void laterTurn().then(() => stream.resume());
    } else if (!isCounting) {
      isCounting = true;
      setImmediate(() => {
        isCounting = false;
        read = 0;
      });
    }
  });
}
