import { beforeAll, describe, expect, it } from "vitest";
import { reserve } from "../../../src/commerce/inventory/published.reservations.js";
import { asQuantity } from "../../../src/platform/money/amount.js";
import { useRules } from "../../../src/commerce/promotion/use-rules.js";
import { simple } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import { address, importOrder, path, unknownEntity } from "./support.js";
import { writeOrder } from "./write-order.js";

const { app, admin } = useApp();

beforeAll(async () => {
  const extension_attributes = { stock_item: { qty: 100, is_in_stock: true } };
  await admin.post("/V1/products", { product: simple("lens", { extension_attributes }) });
});

const act = async (id: number, action: string, body?: unknown) => {
  const reply = await admin.post(`${path}/${id}/${action}`, body);
  return [reply.status, reply.body];
};
const read = async (id: number) => (await admin.get(`${path}/${id}`)).body;
const badRequest = (message: string) => [400, { message }];

/** Places an order that reserved stock and used a coupon, as carts do. */
async function place() {
  const { models } = app.db;
  const { rule_id } = await models.salesRule.create({ data: { condition: {}, action_condition: {} } });
  const code = `CODE-${rule_id}`;
  const { coupon_id } = await models.coupon.create({ data: { rule_id, code, code_key: code.toLowerCase() } });
  const { id: product_id } = await models.product.findFirstOrThrow({ where: { sku: "lens" } });
  const { orderId, incrementId } = await app.db.transaction(async (tx) => {
    await useRules(tx, { couponId: coupon_id, ruleIds: [rule_id], couponCode: code });
    const placed = await writeOrder(tx, {
      columns: { store_id: 1, state: "new", status: "pending", coupon_code: code, applied_rule_ids: String(rule_id) },
      items: [{ columns: { sku: "lens-red", product_id, qty_ordered: "3", product_type: "simple" } }],
      billingAddress: { ...address },
      payment: { method: "checkmo" },
    });
    const event = { type: "order_placed", orderId: placed.orderId, orderIncrementId: placed.incrementId } as const;
    await reserve(tx, event, { stockId: 1, items: [{ sku: "lens", quantity: asQuantity(3) }] });
    return placed;
  });
  const uses = async () => (await models.coupon.findUniqueOrThrow({ where: { coupon_id } })).times_used;
  return { orderId, incrementId, code, rule_id, uses };
}

const salable = async () => (await admin.get("/V1/inventory/get-product-salable-quantity/lens/1")).body;

describe("canceling an order", () => {
  it("returns its stock and its uses of coupons, once", async () => {
    const before = await salable();
    const { orderId, uses } = await place();
    expect([await salable(), await uses()]).toEqual([before - 3, 1]);
    expect(await act(orderId, "cancel")).toEqual([200, true]);
    expect(await read(orderId)).toMatchObject({ state: "canceled", status: "canceled", items: [{ qty_canceled: 3 }] });
    expect([await salable(), await uses()]).toEqual([before, 0]);
    expect(await act(orderId, "cancel")).toEqual([200, false]);
    expect([await salable(), await uses()]).toEqual([before, 0]);
  });

  it("returns nothing for an imported order, which used neither stock nor coupons", async () => {
    const { incrementId, code, rule_id, uses } = await place();
    const before = await salable();
    const { store_id, ...imported } = await importOrder(admin, {
      store_id: 0,
      increment_id: incrementId,
      coupon_code: code,
      applied_rule_ids: String(rule_id),
    });
    expect(store_id).toBe(0);
    expect(await act(imported.entity_id, "cancel")).toEqual([200, true]);
    expect([await salable(), await uses()]).toEqual([before, 1]);
  });

  it("sets the canceled totals, and completes an order whose invoiced units are shipped", async () => {
    const whole = await importOrder(admin, { tax_amount: 1.65, discount_amount: -2 });
    await act(whole.entity_id, "cancel");
    expect(await read(whole.entity_id)).toMatchObject({
      subtotal_canceled: 20,
      tax_canceled: 1.65,
      shipping_canceled: 5,
      discount_canceled: 2,
      total_canceled: 25,
      base_total_canceled: 25,
    });
    const partly = await importOrder(admin, {
      state: "processing",
      items: [{ sku: "lens", qty_ordered: 3, qty_invoiced: 1, qty_shipped: 1 }],
      total_paid: 10,
    });
    expect(await act(partly.entity_id, "cancel")).toEqual([200, true]);
    const { state, total_canceled, items } = await read(partly.entity_id);
    expect([state, total_canceled, items[0].qty_canceled]).toEqual(["complete", 15, 2]);
  });

  it("answers false for an order on hold, and 404 for an unknown one", async () => {
    const { entity_id } = await importOrder(admin);
    await act(entity_id, "hold");
    expect(await act(entity_id, "cancel")).toEqual([200, false]);
    expect(await act(9999, "cancel")).toEqual(unknownEntity);
    expect(await act(0, "cancel")).toEqual(badRequest("An ID is needed. Set the ID and try again."));
  });

  it("takes effect once in many concurrent calls", async () => {
    const { orderId, uses } = await place();
    const before = await salable();
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(orderId, "cancel")));
    expect(answers.filter(([, canceled]) => canceled === true)).toHaveLength(1);
    expect([await salable(), await uses()]).toEqual([before + 3, 0]);
  });
});

describe("holding an order", () => {
  it("keeps its state and status until the hold ends", async () => {
    const { entity_id } = await importOrder(admin, { state: "processing", status: "fraud" });
    expect(await act(entity_id, "hold")).toEqual([200, true]);
    expect(await read(entity_id)).toMatchObject({
      ...{ state: "holded", status: "holded" },
      ...{ hold_before_state: "processing", hold_before_status: "fraud" },
    });
    expect(await act(entity_id, "hold")).toEqual(badRequest("A hold action is not available."));
    expect(await act(entity_id, "unhold")).toEqual([200, true]);
    const released = await read(entity_id);
    expect([released.state, released.status, released.hold_before_state]).toEqual(["processing", "fraud", undefined]);
    expect(await act(entity_id, "unhold")).toEqual(badRequest("You cannot remove the hold."));
  });
});

describe("the comments on an order", () => {
  it("are listed after they are added, and change its status", async () => {
    const { entity_id } = await importOrder(admin, { state: "processing", status: "processing" });
    const comment = { comment: "Checked", is_customer_notified: 0, is_visible_on_front: 1, parent_id: entity_id };
    expect(await act(entity_id, "comments", { statusHistory: comment })).toEqual([200, true]);
    const suspect = { ...comment, comment: "Odd", status: "fraud", is_visible_on_front: 0 };
    expect(await act(entity_id, "comments", { statusHistory: suspect })).toEqual([200, true]);
    const { status, body } = await admin.get(`${path}/${entity_id}/comments`);
    expect([status, body.total_count, body.items]).toEqual([
      200,
      2,
      [
        {
          ...comment,
          status: "processing",
          entity_id: expect.any(Number),
          created_at: expect.any(String),
        },
        { ...suspect, entity_id: expect.any(Number), created_at: expect.any(String) },
      ],
    ]);
    expect((await admin.get(`${path}/${entity_id}/statuses`)).body).toBe("fraud");
    expect((await read(entity_id)).status_histories[0].comment).toBe("Odd");
  });

  it("are null without a text and without a note whether the customer was told", async () => {
    const { entity_id } = await importOrder(admin);
    expect(await act(entity_id, "comments", { statusHistory: { comment: "", entity_name: "order" } })).toEqual([
      200,
      true,
    ]);
    expect((await read(entity_id)).status_histories).toMatchObject([
      { comment: null, is_customer_notified: null, is_visible_on_front: 0, status: "pending", entity_name: "order" },
    ]);
  });

  it("cannot give it a status of another state", async () => {
    const { entity_id } = await importOrder(admin);
    const reply = await act(entity_id, "comments", { statusHistory: { comment: "x", status: "complete" } });
    expect(reply).toEqual([
      400,
      {
        message: 'Unable to add comment: The status "%1" is not part of the order\n                 status history.',
        parameters: ["complete"],
      },
    ]);
    expect((await admin.get(`${path}/${entity_id}/comments`)).body.items).toEqual([]);
  });

  it("are empty for an unknown order, which has no status either", async () => {
    const { status, body } = await admin.get(`${path}/9999/comments`);
    expect([status, body.items, body.total_count]).toEqual([200, [], 0]);
    const unknown = await admin.get(`${path}/9999/statuses`);
    expect([unknown.status, unknown.body]).toEqual(unknownEntity);
    expect(await act(9999, "comments", { statusHistory: { comment: "x" } })).toEqual(unknownEntity);
  });
});

describe("the permissions of order actions", () => {
  it.each([
    ["cancel", "Magento_Sales::cancel"],
    ["hold", "Magento_Sales::hold"],
    ["unhold", "Magento_Sales::unhold"],
    ["comments", "Magento_Sales::comment"],
  ])("are separate: %s needs %s", async (action, resources) => {
    const viewer = await app.asAdmin(["Magento_Sales::actions_view"]);
    const { status, body } = await viewer.post(`${path}/1/${action}`, { statusHistory: { comment: "x" } });
    expect([status, body.parameters]).toEqual([401, { resources }]);
  });

  it("allow reading only to viewers", async () => {
    for (const route of ["/1/comments", "/1/statuses"]) {
      const { status, body } = await app.asGuest().get(path + route);
      expect([status, body.parameters]).toEqual([401, { resources: "Magento_Sales::actions_view" }]);
    }
  });
});
