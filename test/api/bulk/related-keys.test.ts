import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cartIdOf, newGuestCart } from "../../commerce/cart/support.js";
import { buyAsGuest, createProductsInStock, customerWith } from "../../commerce/checkout/support.js";
import { newPerson } from "../../commerce/customer/support.js";
import { useApp } from "../../support/app.js";
import { emptyQueue, queuedKeys } from "../../support/bulk.js";

const { app, admin } = useApp({ PORTICO_EDITION: "commerce" });

beforeAll(async () => {
  await createProductsInStock(app, { shirt: {} });
});
beforeEach(() => emptyQueue(app));

const accepted = (answer: { readonly status: number; readonly text: string }) =>
  expect(answer.status, answer.text).toBe(202);

describe("queued operations", () => {
  it("run in order with those on the order if they change its invoice, shipment or credit memo", async () => {
    const order = await buyAsGuest(app, "shirt", 2);
    const { body: invoice } = await admin.post(`/V1/order/${order}/invoice`, {});
    const { body: shipment } = await admin.post(`/V1/order/${order}/ship`, {});
    const { body: memo } = await admin.post(`/V1/order/${order}/refund`, {});
    accepted(await admin.post(`/async/V1/invoices/${invoice}/capture`));
    accepted(await admin.post(`/async/V1/invoice/${invoice}/refund`, {}));
    accepted(await admin.post(`/async/V1/shipment/${shipment}/emails`));
    accepted(await admin.put(`/async/V1/creditmemo/${memo}`));
    accepted(await admin.post(`/async/V1/order/${order}/ship`, {}));
    expect(await queuedKeys(app)).toEqual([
      [`invoice:${invoice}`, `order:${order}`],
      [`invoice:${invoice}`, `order:${order}`],
      [`shipment:${shipment}`, `order:${order}`],
      [`creditmemo:${memo}`, `order:${order}`],
      [`order:${order}`],
    ]);
  });

  it("run in order with those of the guest or customer if an administrator changes their cart", async () => {
    const mask = await newGuestCart(app);
    const guests = await cartIdOf(app, mask);
    const customer = await customerWith(app, "ada@example.com", ["shirt", 1]);
    const { body: own } = await customer.client.get("/V1/carts/mine");
    accepted(await admin.delete(`/async/V1/carts/${guests}/coupons`));
    accepted(await app.asGuest().delete(`/async/V1/guest-carts/${mask}/coupons`));
    accepted(await admin.delete(`/async/V1/carts/${own.id}/coupons`));
    accepted(await customer.client.delete("/async/V1/carts/mine/coupons"));
    expect(await queuedKeys(app)).toEqual([
      [`cart:${guests}`, `cart:${mask.toLowerCase()}`],
      [`cart:${mask.toLowerCase()}`],
      [`cart:${own.id}`, `cart:customer-${customer.id}`],
      [`cart:customer-${customer.id}`],
    ]);
  });

  it("run in order with those on the existing order if they import an order with its number", async () => {
    const order = await buyAsGuest(app, "shirt", 1);
    const { body } = await admin.get(`/V1/orders/${order}`);
    const number = body.increment_id as string;
    accepted(await admin.post(`/async/V1/order/${order}/ship`, {}));
    accepted(await admin.post("/async/V1/orders", { entity: { increment_id: number } }));
    accepted(await admin.post("/async/V1/orders", { entity: { increment_id: "ERP-8" } }));
    expect(await queuedKeys(app)).toEqual([
      [`order:${order}`],
      [`order-number:${number}`, `order:${order}`],
      ["order-number:erp-8"],
    ]);
  });

  it("run in order with those on the customer's cart if they create or assign the cart of a customer", async () => {
    const mask = await newGuestCart(app);
    const guests = await cartIdOf(app, mask);
    const { id, client } = await customerWith(app, "eve@example.com", ["shirt", 1]);
    accepted(await client.delete("/async/V1/carts/mine/coupons"));
    accepted(await admin.post(`/async/V1/customers/${id}/carts`));
    accepted(await admin.put(`/async/V1/carts/${guests}`, { customerId: id, storeId: 1 }));
    expect(await queuedKeys(app)).toEqual([
      [`cart:customer-${id}`],
      [`customer:${id}`, `cart:customer-${id}`, "customer:eve@example.com"],
      [`cart:${guests}`, ...[`cart:${mask.toLowerCase()}`, `cart:customer-${id}`].sort()],
    ]);
  });

  it("run in order with all others on a customer, who is named by the id or by the email address", async () => {
    const { id, email } = await newPerson(app);
    accepted(await admin.post("/async/V1/customers/confirm", { email: email.toUpperCase(), websiteId: 1 }));
    accepted(await admin.delete(`/async/V1/customers/${id}`));
    expect(await queuedKeys(app)).toEqual([
      [`customer:${email}`, `customer:${id}`],
      [`customer:${id}`, `customer:${email}`],
    ]);
  });

  it("run in order with those on the SKU that a product had if they save it by its id", async () => {
    const { body } = await admin.get("/V1/products/shirt");
    accepted(await admin.put("/async/V1/products/shirt", { product: { price: 5 } }));
    accepted(await admin.post("/async/V1/products", { product: { id: body.id, sku: "blouse" } }));
    expect(await queuedKeys(app)).toEqual([
      ["product:shirt"],
      ["product:blouse", `product-id:${body.id}`, "product:shirt"],
    ]);
  });

  it("run in order with those on the order if they change a return of it", async () => {
    const order = await buyAsGuest(app, "shirt", 1);
    const numbers = { increment_id: "R-7", order_increment_id: "7" };
    const stored = { order_id: order, store_id: 1, status: "pending", date_requested: "2026-11-26 09:00:00" };
    const { entity_id: id } = await app.db.models.rma.create({ data: { ...numbers, ...stored } });
    accepted(await admin.put(`/async/V1/returns/${id}`, { rmaDataObject: { comments: [] } }));
    expect(await queuedKeys(app)).toEqual([[`return:${id}`, `order:${order}`]]);
  });

  it("wait for the order, and not for all invoices, if they store a new invoice", async () => {
    const order = await buyAsGuest(app, "shirt", 1);
    const entities = [
      { order_id: order },
      { order_id: order, increment_id: "R-1" },
      { order_id: order, entity_id: 9 },
      {},
    ];
    accepted(
      await admin.post(
        "/async/bulk/V1/invoices",
        entities.map((entity) => ({ entity })),
      ),
    );
    expect(await queuedKeys(app)).toEqual([
      [`order:${order}`],
      ["invoice:r-1", `order:${order}`],
      ["invoice:9", `order:${order}`],
      ["invoice:*"],
    ]);
  });

  it("have only the key in the call if the document does not exist", async () => {
    accepted(await admin.post("/async/V1/invoices/999999/capture"));
    accepted(await admin.post("/async/V1/invoices/2147483647/capture"));
    expect(await queuedKeys(app)).toEqual([["invoice:999999"], ["invoice:2147483647"]]);
  });

  it("are accepted with the same number of statements, however many they are", async () => {
    const captures = (count: number) =>
      app.statementsOf(async () =>
        accepted(
          await admin.post(
            "/async/bulk/V1/invoices/byId/capture",
            Array.from({ length: count }, (_, at) => ({ id: at + 1 })),
          ),
        ),
      );
    const imports = (count: number) =>
      app.statementsOf(async () =>
        accepted(
          await admin.post(
            "/async/bulk/V1/orders",
            Array.from({ length: count }, (_, at) => ({ entity: { increment_id: `E-${at}` } })),
          ),
        ),
      );
    for (const send of [captures, imports]) {
      await send(1);
      const few = await send(2);
      expect(await send(1000)).toEqual(few);
    }
  });

  it("keep their keys when they are retried", async () => {
    const order = await buyAsGuest(app, "shirt", 1);
    const { body: invoice } = await admin.post(`/V1/order/${order}/invoice`, {});
    const { body } = await admin.post(`/async/V1/invoices/${invoice}/capture`);
    await emptyQueue(app);
    await app.db.execute("update bulk_operation set status = 3 where bulk_uuid = $1::uuid", [body.bulk_uuid]);
    const retried = await admin.post(`/V1/bulk/${body.bulk_uuid}/retry`, { includeFailed: true });
    expect(retried.body).toBe(1);
    expect(await queuedKeys(app)).toEqual([[`invoice:${invoice}`, `order:${order}`]]);
  });
});
