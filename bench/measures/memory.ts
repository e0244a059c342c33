import type { Measure, Target } from "../measure.js";
import type { ServerProcess } from "../server-process.js";
import { send } from "../timing.js";

/** What a process that has just started keeps resident after ten calls of 10,000 rows: five that set, five that read. */
export const memory: Measure = {
  name: "memory",
  title: "memory after ten calls of 10,000 rows",
  unit: "MB",
  goal: { of: "ours", atMost: 300 },
  async run(bench) {
    const after = async (server: ServerProcess, { headers }: Target) => {
      await using stopped = server;
      for (let call = 1; call <= 5; call += 1) {
        const prices = bench.skus.map((sku) => ({ price: call, store_id: 0, sku }));
        await send({ url: stopped.url, headers }, "/rest/V1/products/special-price", JSON.stringify({ prices }));
        const wanted = JSON.stringify({ skus: bench.skus });
        await send({ url: stopped.url, headers }, "/rest/V1/products/special-price-information", wanted);
      }
      return stopped.residentMegabytes();
    };
    return {
      ours: await after(await bench.startOurs(), bench.ours),
      baseline: await after(await bench.startBaseline(), bench.baseline),
    };
  },
};
