import { fileURLToPath } from "node:url";
import { copyCart, createCart } from "../carts.js";
import type { Bench, Measure } from "../measure.js";
import { measureAlternately, throughput } from "../timing.js";
import { path } from "./carts.js";

const rounds = 9;

/** Measures reads of a server with an extension that takes part in no step, against a server without extensions. */
const withUnused = (
  name: string,
  title: string,
  pathsOf: (bench: Bench) => Promise<(number: number) => string>,
): Measure => ({
  name,
  title: `${title}, 8 connections, with an extension that uses no hook; baseline: the same server without it`,
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.9 },
  async run(bench) {
    const extension = fileURLToPath(new URL("../unused-extension.mjs", import.meta.url));
    await using extended = await bench.startOurs({ PORTICO_CONSUMER: "off", PORTICO_EXTENSIONS: extension });
    await using plain = await bench.startOurs({ PORTICO_CONSUMER: "off" });
    const pathOf = await pathsOf(bench);
    const load = { connections: 8, method: "GET", next: (number: number) => ({ path: pathOf(number) }) } as const;
    const measure = {
      ours: () => throughput({ ...bench.ours, url: extended.url }, load),
      baseline: () => throughput({ ...bench.ours, url: plain.url }, load),
    };
    await measureAlternately(1, measure);
    // `await` keeps the servers running until the measure ends.
    return await measureAlternately(rounds, measure);
  },
});

export const unusedExtension: readonly Measure[] = [
  withUnused("read-product-extended", "`GET /V1/products/:sku`", async ({ skus }) =>
    Promise.resolve((number) => `/rest/V1/products/${skus[(number * 37) % skus.length]}`),
  ),
  withUnused("show-cart-extended", "`GET /V1/guest-carts/:cartId/totals`, 20 lines", async (bench) => {
    const masks = await copyCart(bench.database, await createCart(bench.ours, bench.skus.slice(0, 20)), 100);
    return (number) => path(masks[number % masks.length] ?? "", "totals");
  }),
];
