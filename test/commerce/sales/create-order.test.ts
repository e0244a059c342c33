import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NewOrder } from "../../../src/commerce/sales/published.orders.js";
import { openTestDatabase, type TestDatabase } from "../../support/test-database.js";
import { writeOrder } from "./write-order.js";

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());

const address = {
  firstname: "Ada",
  lastname: "Byron",
  street: ["1 Main St", "Floor 2"],
  city: "Austin",
  country_id: "US",
};
const order = (store_id: number, more: Partial<NewOrder> = {}): NewOrder => ({
  columns: { store_id, state: "new", status: "pending", grand_total: "12.5000", applied_taxes: [{ id: "VAT" }] },
  items: [
    { columns: { sku: "box", qty_ordered: "1", product_option: { bundle_options: [] } } },
    { columns: { sku: "part", qty_ordered: "2", product_option: null }, parent: 0 },
  ],
  billingAddress: address,
  shippingAddress: address,
  payment: { method: "checkmo", base_amount_ordered: "12.5000" },
  ...more,
});
const create = (given: NewOrder) => writeOrder(opened.database, given);
const read = (entity_id: number) =>
  opened.database.models.salesOrder.findUniqueOrThrow({
    where: { entity_id },
    include: { items: { orderBy: { item_id: "asc" } }, addresses: true, payment: true, history: true },
  });

describe("an order", () => {
  it("is written with its lines, addresses, payment and history", async () => {
    const { orderId, incrementId } = await create(order(1, { comment: "Placed by telephone" }));
    const stored = await read(orderId);
    expect(stored).toMatchObject({ increment_id: incrementId, grand_total: "12.5000", applied_taxes: [{ id: "VAT" }] });
    const [box, part] = stored.items;
    expect(box).toMatchObject({ sku: "box", parent_item_id: null, product_option: { bundle_options: [] } });
    expect(part).toMatchObject({ sku: "part", parent_item_id: box?.item_id, qty_ordered: "2.0000" });
    const types = stored.addresses.map(({ entity_id, address_type, street }) => [entity_id, address_type, street]);
    expect(types).toEqual([
      [stored.billing_address_id, "billing", address.street],
      [stored.shipping_address_id, "shipping", address.street],
    ]);
    expect(stored.payment).toMatchObject({ method: "checkmo", base_amount_ordered: "12.5000" });
    expect(stored.history).toMatchObject([{ comment: "Placed by telephone", status: "pending" }]);
  });

  it("has no shipping address if nothing is shipped, and no history without a comment", async () => {
    const stored = await read((await create(order(1, { shippingAddress: undefined }))).orderId);
    expect(stored.shipping_address_id).toBeNull();
    expect(stored.addresses).toHaveLength(1);
    expect(stored.history).toEqual([]);
  });
});

describe("the number of an order", () => {
  it("has nine digits, preceded by the id of the store view except for the first one", async () => {
    const second = await opened.database.models.store.create({
      data: { id: 2, code: "second", name: "Second", website_id: 1, store_group_id: 1 },
    });
    expect((await create(order(second.id))).incrementId).toBe("2000000001");
    expect((await create(order(1))).incrementId).toMatch(/^0000000\d\d$/);
  });

  it("has neither gaps nor duplicates, even if orders fail or are placed concurrently", async () => {
    const before = Number((await create(order(1))).incrementId);
    const failing = () =>
      opened.database.transaction(async (tx) => {
        await writeOrder(tx, order(1));
        throw new Error("not placed");
      });
    const calls = Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? failing() : create(order(1))));
    const numbers = (await Promise.allSettled(calls)).flatMap((result) =>
      result.status === "fulfilled" ? [Number(result.value.incrementId)] : [],
    );
    expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, at) => before + at + 1));
  });

  it("skips the number of an imported order", async () => {
    const before = Number((await create(order(1))).incrementId);
    const imported = String(before + 1).padStart(9, "0");
    await opened.database.models.salesOrder.create({ data: { store_id: 1, increment_id: imported } });
    expect(Number((await create(order(1))).incrementId)).toBe(before + 2);
  });

  it("skips the numbers of all imported orders, even for the first order of a store view", async () => {
    const { id: store_id } = await opened.database.models.store.create({
      data: { id: 3, code: "third", name: "Third", website_id: 1, store_group_id: 1 },
    });
    const imported = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ store_id, increment_id: `3${String(from + at).padStart(9, "0")}` }));
    await opened.database.models.salesOrder.createMany({ data: imported(1, 1500) });
    expect((await create(order(store_id))).incrementId).toBe("3000001501");
    await opened.database.models.salesOrder.createMany({ data: imported(1502, 3) });
    expect((await create(order(store_id))).incrementId).toBe("3000001505");
  });
});
