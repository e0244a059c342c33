import pg from "pg";
import { laterTurn } from "../../process/slices.js";

/** Maximum bytes of an answer to read in one turn of the event loop. */
const maxBytesPerTurn = 256 << 10;

/**
 * Reads long answers of a connection in slices. Otherwise Node.js reads two megabytes of each connection at once, and
 * parses all rows in them before anything else happens.
 */
export function paceAnswers(client: pg.PoolClient): void {
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
