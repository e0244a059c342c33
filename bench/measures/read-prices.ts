import type { Measure } from "../measure.js";
import { measureAlternately, send, timed } from "../timing.js";

const path = "/rest/V1/products/special-price-information";
const warmUpRounds = 3;
const rounds = 11;

/** One call that reads a special price of every product. */
export const readPrices: Measure = {
  name: "read-special-prices",
  title: "one call that reads 10,000 special prices",
  unit: "ms",
  goal: { of: "ratio", atMost: 2 },
  async run({ ours, baseline, skus, database }) {
    await database.query(
      `update product_price set special_price = 9.5, special_from = '2099-01-01', special_to = '2099-12-31 23:59:59'
      where store_id = 0`,
    );
    await database.query("vacuum analyze");
    const json = JSON.stringify({ skus });
    const read = (target: typeof ours) => async () => {
      let answer = "";
      const milliseconds = await timed(async () => {
        answer = await send(target, path, json);
      });
      const { length } = JSON.parse(answer) as unknown[];
      if (length !== skus.length) throw new Error(`The answer has ${length} of ${skus.length} prices.`);
      return milliseconds;
    };
    const measure = { ours: read(ours), baseline: read(baseline) };
    await measureAlternately(warmUpRounds, measure);
    return measureAlternately(rounds, measure);
  },
};
