import type { Measure } from "../measure.js";
import { measureAlternately, throughput } from "../timing.js";
import { newProducts, removeCreated } from "./new-products.js";

const rounds = 4;

/** Creates products one at a time. Both servers leave the same rows. */
export const createProduct: Measure = {
  name: "create-product",
  title: "`POST /V1/products`, a product with stock, categories and texts, 8 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.5 },
  async run(bench) {
    let round = 0;
    const measure = async (target: typeof bench.ours) => {
      round += 1;
      const products = newProducts(`alone-${round}`, 6000).map((product) => JSON.stringify(product));
      const next = (number: number) => {
        const body = products[number - 1];
        if (body === undefined) throw new Error(`${products.length} products are too few for a round.`);
        return { path: "/rest/V1/products", body };
      };
      return throughput(target, { connections: 8, method: "POST", next });
    };
    const both = { ours: () => measure(bench.ours), baseline: () => measure(bench.baseline) };
    try {
      await measureAlternately(1, both);
      return await measureAlternately(rounds, both);
    } finally {
      await removeCreated(bench);
    }
  },
};
