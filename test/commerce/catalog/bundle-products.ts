import { expect } from "vitest";
import type { Client } from "../../support/client.js";
import { simple } from "./support.js";

export const path = "/V1/bundle-products";

/** Creates the products that bundles consist of, and one that cannot be part of a bundle. */
export async function addParts(admin: Client): Promise<void> {
  for (const sku of ["part-1", "part-2", "part-3"]) await admin.post("/V1/products", { product: simple(sku) });
  await admin.post("/V1/products", { product: simple("set", { type_id: "grouped" }) });
}

export const link = (sku: string, more: object = {}) => ({
  sku,
  qty: 1,
  is_default: false,
  price: 1,
  price_type: 0,
  ...more,
});

export const option = (sku: string, more: object = {}) => ({
  sku,
  title: "Pick one",
  required: true,
  type: "radio",
  position: 1,
  product_links: [link("part-1", { position: 1 }), link("part-2", { position: 2, price: 25, price_type: 1 })],
  ...more,
});

export interface Option {
  readonly option_id: number;
  readonly title: string;
  readonly product_links: readonly { readonly id: string; readonly sku: string; readonly option_id: number }[];
}

/** Attributes for the price type of a bundle: 0 dynamic, 1 fixed. */
export const priced = (priceType: "0" | "1") => [
  { attribute_code: "price_type", value: priceType },
  { attribute_code: "price_view", value: "0" },
];

/** Creates a bundle with a dynamic or fixed price, and with one option of two products. */
export async function addBundle(admin: Client, sku: string, priceType: "0" | "1" = "1") {
  const { status, body } = await admin.post("/V1/products", {
    product: {
      sku,
      name: `Bundle ${sku}`,
      attribute_set_id: 4,
      type_id: "bundle",
      price: 50,
      custom_attributes: priced(priceType),
      extension_attributes: { bundle_product_options: [option(sku)] },
    },
  });
  expect(status).toBe(200);
  const [first] = body.extension_attributes.bundle_product_options as Option[];
  if (!first) throw new Error("The bundle has no option.");
  return first;
}
