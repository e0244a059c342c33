import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the bytes of the heap that are in use after garbage was collected. */
export function usedHeap(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
