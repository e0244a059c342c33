// Starts a server that records no events, to measure the cost of the feed: `NODE_OPTIONS=--import=<this file>`. The
// server runs from the modules, because they cannot be replaced in the bundle.
import { register } from "node:module";

const replaced = {
  "dist/commerce/events/record-events.sql.js": "export const recordEvents = async () => undefined;",
  "dist/commerce/pricing/writes/price-events.js":
    "export const recordPrices = async () => undefined; export const recordPricedProducts = async () => undefined;",
};

const hooks = `
  const replaced = new Map(${JSON.stringify(Object.entries(replaced))});
  export const resolve = (specifier, context, next) =>
    next(specifier.replace(/bin\\/portico$/, "dist/cli.js"), context);
  export async function load(url, context, next) {
    const found = [...replaced].find(([path]) => url.endsWith(path));
    return found ? { format: "module", source: found[1], shortCircuit: true } : next(url, context);
  }`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
