import type { Bench, Measure } from "../measure.js";
import { measureAlternately, send, timed } from "../timing.js";

const path = "/rest/V1/inventory/source-items";
const warmUpRounds = 3;
const rounds = 11;

/**
 * One call that sets the quantity of every product at the default source. Each call sets different quantities from the
 * previous one.
 */
export const saveSourceItems: Measure = {
  name: "save-source-items",
  title: "one call that sets 10,000 quantities at the default source; stock items are updated too",
  unit: "ms",
  goal: { of: "ratio", atMost: 2, aim: 1.3 },
  async run({ ours, baseline, skus, database }: Bench) {
    let call = 0;
    const body = () => {
      call += 1;
      return JSON.stringify({
        sourceItems: skus.map((sku, index) => ({
          sku,
          source_code: "default",
          quantity: 1000 + ((index + call) % 500),
          status: 1,
        })),
      });
    };
    const save = (target: typeof ours) => async () => {
      const json = body();
      return timed(() => send(target, path, json));
    };
    const measure = { ours: save(ours), baseline: save(baseline) };
    await measureAlternately(warmUpRounds, measure);
    await database.query("vacuum analyze");
    return measureAlternately(rounds, measure);
  },
};
