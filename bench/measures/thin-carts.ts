import { cartOf, copyCart, createCart, indexOfNewSku, shippingInformation, storeTotals } from "../carts.js";
import type { Bench, Measure, Target } from "../measure.js";
import { throughput } from "../timing.js";
import { measureCarts, path } from "./carts.js";

const maxCarts = 12_000;

/** A request for each of many carts. */
interface CartRequests {
  readonly name: string;
  readonly title: string;
  readonly lines: number;
  readonly connections: number;
  readonly method: "GET" | "POST" | "PUT";
  readonly of: string;
  readonly atLeast: number;
  readonly body?: (bench: Bench, number: number) => object;
}

/** Measures a request against a baseline that only reads or writes its rows. */
const againstThinnest = ({ name, title, lines, connections, method, of, atLeast, body }: CartRequests): Measure => ({
  name,
  title,
  unit: "requests/s",
  goal: { of: "ratio", atLeast },
  async run(bench) {
    const template = await createCart(bench.ours, bench.skus.slice(0, lines));
    const measure = async (target: Target) => {
      const masks = await copyCart(bench.database, template, method === "GET" ? 100 : maxCarts);
      if (method === "GET") await storeTotals(bench.ours, masks);
      const next = (number: number) => {
        const mask = method === "GET" ? (masks[number % masks.length] ?? "") : cartOf(masks, number);
        return { path: path(mask, of), ...(body && { body: JSON.stringify(body(bench, number)) }) };
      };
      return throughput(target, { connections, method, next });
    };
    return measureCarts(bench, measure, "thin-carts");
  },
});

export const thinCarts: readonly Measure[] = [
  againstThinnest({
    name: "add-item-thin",
    title: "the same, 8 connections; baseline: one `insert` and one `select`, without checks and totals",
    ...{ lines: 10, connections: 8, method: "POST", of: "items", atLeast: 0.25 },
    body: ({ skus }, number) => ({ cartItem: { sku: skus[indexOfNewSku(number, 10, skus.length)], qty: 1 } }),
  }),
  againstThinnest({
    name: "show-cart-thin",
    title: "`GET /V1/guest-carts/:cartId/totals`, 20 lines, 8 connections; baseline: one `select` of the lines",
    ...{ lines: 20, connections: 8, method: "GET", of: "totals", atLeast: 0.35 },
  }),
  againstThinnest({
    name: "save-shipping",
    title:
      "`POST /V1/guest-carts/:cartId/shipping-information`, 5 lines, 8 connections; baseline: a transaction that writes two addresses and the choice",
    ...{ lines: 5, connections: 8, method: "POST", of: "shipping-information", atLeast: 0.2 },
    body: () => shippingInformation,
  }),
  againstThinnest({
    name: "place-order-thin",
    title: "`PUT /V1/guest-carts/:cartId/order`, 5 lines, 8 connections; baseline: a transaction of three `insert`s",
    ...{ lines: 5, connections: 8, method: "PUT", of: "order", atLeast: 0.15 },
    body: () => ({ paymentMethod: { method: "checkmo" } }),
  }),
];
