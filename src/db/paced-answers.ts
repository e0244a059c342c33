import pg from "pg";
import { laterTurn } from "../process/slices.js";

/** Bytes of an answer that are read in one turn of the event loop. */
const mostPerTurn = 256 << 10;

/**
 * Reads long answers of a connection in slices. Without it Node.js reads two megabytes of each connection at once, and all
 * rows in them are parsed before anything else happens.
 */
export function paceAnswers(client: pg.PoolClient): void {
  if (!(client instanceof pg.Client)) return;
  const { stream } = client.connection;
  let read = 0;
  let isCounting = false;
  stream.on("data", (bytes: Uint8Array) => {
    read += bytes.length;
    if (read > mostPerTurn) {
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
