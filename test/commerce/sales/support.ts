import { expect } from "vitest";
import type { Client } from "../../support/client.js";

/** An address with every key that orders require. */
export const address = {
  firstname: "Ada",
  lastname: "Byron",
  street: ["1 Main St", "Floor 2"],
  city: "Austin",
  postcode: "78701",
  country_id: "US",
  region_id: 57,
  email: "ada@example.com",
  telephone: "555-0100",
};

/** Returns an order of two units of a product, as an ERP imports it. */
export const order = (more: Readonly<Record<string, unknown>> = {}) => ({
  grand_total: 25,
  base_grand_total: 25,
  subtotal: 20,
  shipping_amount: 5,
  state: "new",
  status: "pending",
  customer_email: "somebody@example.com",
  billing_address: address,
  items: [{ sku: "lens", name: "Lens", qty_ordered: 2, price: 10, row_total: 20, product_type: "simple" }],
  payment: { method: "checkmo" },
  extension_attributes: {
    shipping_assignments: [{ shipping: { address, method: "flatrate_flatrate" } }],
  },
  ...more,
});

export const path = "/V1/orders";

/** Imports an order and reads it. */
export async function importOrder(admin: Client, more: Readonly<Record<string, unknown>> = {}) {
  const { status, body } = await admin.post(path, { entity: order(more) });
  expect([status, body.message]).toEqual([200, undefined]);
  return (await admin.get(`${path}/${body.entity_id}`)).body;
}

/** The answer for an order or a part of one that does not exist. */
export const unknownEntity = [
  404,
  { message: "The entity that was requested doesn't exist. Verify the entity and try again." },
];
