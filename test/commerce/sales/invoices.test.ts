import { beforeAll, describe, expect, it } from "vitest";
import { answered, refused, createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { placeOrder } from "./placing.js";
import { importOrder, unknownEntity } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { shirt: {}, mug: { price: 7.5 }, ebook: { type_id: "virtual", weight: null } });
});

const invoice = (orderId: number, body: object = {}) => admin.post(`/V1/order/${orderId}/invoice`, body);
const read = async (path: string) => (await admin.get(path)).body;
const readOrder = (id: number) => read(`/V1/orders/${id}`);
const readInvoice = (id: unknown) => read(`/V1/invoices/${String(id)}`);
const heading = "Invoice Document Validation Error(s):";
const noProducts = "The invoice can't be created without products. Add products and try again.";

describe("invoicing an order", () => {
  it("changes only the lines that are invoiced", async () => {
    const orderId = await placeOrder(app, [
      ["shirt", 2],
      ["mug", 1],
    ]);
    const { items } = await readOrder(orderId);
    await invoice(orderId, { items: [{ order_item_id: items[0].item_id, qty: 1 }] });
    const [shirt, mug] = (await readOrder(orderId)).items;
    expect([shirt.qty_invoiced, shirt.discount_tax_compensation_invoiced]).toEqual([1, 0]);
    expect([mug.qty_invoiced, mug.discount_tax_compensation_invoiced]).toEqual([0, undefined]);
  });

  it("invoices all that is left, marks it as paid, and sets the order to processing", async () => {
    const orderId = await placeOrder(app, [
      ["shirt", 2],
      ["mug", 1],
    ]);
    const { status, body: id } = await invoice(orderId);
    expect([status, typeof id]).toEqual([200, "string"]);
    const order = await readOrder(orderId);
    expect(order).toMatchObject({
      ...{ state: "processing", status: "processing", total_due: 0 },
      ...{ total_invoiced: 42.5, total_paid: 42.5, base_total_paid: 42.5 },
      ...{ subtotal_invoiced: 27.5, shipping_invoiced: 15, tax_invoiced: 0, discount_invoiced: 0 },
      items: [
        { qty_invoiced: 2, row_invoiced: 20 },
        { qty_invoiced: 1, row_invoiced: 7.5 },
      ],
      payment: { amount_paid: 42.5, base_amount_paid: 42.5, shipping_captured: 15 },
    });
    expect(await readInvoice(id)).toMatchObject({
      ...{ entity_id: Number(id), order_id: orderId, store_id: 1, state: 2, total_qty: 3, can_void_flag: 0 },
      ...{ subtotal: 27.5, shipping_amount: 15, grand_total: 42.5, base_grand_total: 42.5, discount_amount: 0 },
      ...{ billing_address_id: order.billing_address_id, shipping_address_id: expect.any(Number) },
      ...{ order_currency_code: "USD", base_currency_code: "USD", increment_id: expect.stringMatching(/^\d{9}$/) },
      items: [
        {
          sku: "shirt",
          name: "Product shirt",
          qty: 2,
          price: 10,
          row_total: 20,
          order_item_id: order.items[0].item_id,
        },
        { sku: "mug", qty: 1, row_total: 7.5, parent_id: Number(id) },
      ],
      comments: [],
    });
    expect(answered(await invoice(orderId))).toEqual(
      refused(400, [heading, noProducts, "The order does not allow an invoice to be created."].join("\n")),
    );
  });

  it("invoices the requested units, and the last invoice has the rest of the amounts", async () => {
    const items = [{ sku: "lens", name: "Lens", qty_ordered: 3, row_total: 30, tax_amount: 2.48, price: 10 }];
    const totals = { subtotal: 30, tax_amount: 2.48, shipping_amount: 5, grand_total: 37.48 };
    const { entity_id: orderId, items: lines } = await importOrder(admin, { ...totals, items });
    const named = {
      items: [
        { order_item_id: lines[0].item_id, qty: 1.7 },
        { order_item_id: 999999, qty: 3 },
      ],
    };
    const totalsOf = [];
    for (let unit = 0; unit < 3; unit += 1) {
      const { body: id } = await invoice(orderId, named);
      const { tax_amount, grand_total } = await readInvoice(id);
      totalsOf.push([tax_amount, grand_total]);
    }
    expect(totalsOf).toEqual([
      [0.83, 15.83],
      [0.83, 10.83],
      [0.82, 10.82],
    ]);
    expect(await readOrder(orderId)).toMatchObject({ total_paid: 37.48, total_due: 0, state: "processing" });
  });

  it("shows free shipping on the first invoice only", async () => {
    const items = [{ sku: "lens", name: "Lens", qty_ordered: 2, row_total: 20, price: 10 }];
    const totals = { subtotal: 20, shipping_amount: 0, grand_total: 20 };
    const { entity_id: orderId, items: lines } = await importOrder(admin, { ...totals, items });
    const one = { items: [{ order_item_id: lines[0].item_id, qty: 1 }] };
    expect(await readInvoice((await invoice(orderId, one)).body)).toMatchObject({ shipping_amount: 0 });
    const second = await readInvoice((await invoice(orderId, one)).body);
    expect(Object.keys(second).filter((name) => name.includes("shipping_") && !name.includes("address"))).toEqual([]);
  });

  it("rejects more units than are left, and ignores unknown lines", async () => {
    const orderId = await placeOrder(app, [["shirt", 2]]);
    const { items } = await readOrder(orderId);
    const tooMany = { items: [{ order_item_id: items[0].item_id, qty: 3 }] };
    const message = 'We found an invalid quantity to invoice item "%1".';
    expect(answered(await invoice(orderId, tooMany))).toEqual(refused(400, message, ["Product shirt"]));
    const unknown = { items: [{ order_item_id: 999999, qty: 1 }] };
    expect(answered(await invoice(orderId, unknown))).toEqual(refused(400, `${heading}\n${noProducts}`));
    expect(answered(await invoice(999999))).toEqual(unknownEntity);
    expect((await readOrder(orderId)).total_invoiced).toBeUndefined();
  });

  it("rejects an order on hold, and a body that names no argument", async () => {
    const orderId = await placeOrder(app, [["shirt", 1]]);
    const unsupported = '"%fieldName" is not supported. Correct the field name and try again.';
    const wrong = { entity: { items: [] }, Items: [], nonsense: 1 };
    for (const [name, value] of Object.entries(wrong)) {
      const fieldName = name[0]?.toUpperCase() + name.slice(1);
      expect(answered(await invoice(orderId, { [name]: value }))).toEqual(refused(400, unsupported, { fieldName }));
    }
    const misspelled = await invoice(orderId, { notify: false, Items: [] });
    expect(answered(misspelled)).toEqual(refused(400, unsupported, { fieldName: "Items" }));
    await admin.post(`/V1/orders/${orderId}/hold`);
    const held = `${heading}\nAn invoice cannot be created when an order has a status of holded`;
    expect(answered(await invoice(orderId))).toEqual(refused(400, held));
    await admin.post(`/V1/orders/${orderId}/unhold`);
    expect((await invoice(orderId)).status).toBe(200);
  });

  it("completes a virtual order, whose products leave their stock", async () => {
    const orderId = await placeOrder(app, [["ebook", 3]], { isVirtual: true });
    const stock = async () => [
      await read("/V1/inventory/get-product-salable-quantity/ebook/1"),
      (await read("/V1/stockItems/ebook")).qty,
    ];
    expect(await stock()).toEqual([997, 1000]);
    const { body: parent_id } = await invoice(orderId);
    expect(await stock()).toEqual([997, 997]);
    const lines = await app.db.models.salesInvoiceItem.findMany({ where: { parent_id: Number(parent_id) } });
    expect(lines.map(({ taken_from }) => taken_from)).toEqual([[{ source: "default", quantity: "3" }]]);
    expect(await readOrder(orderId)).toMatchObject({ state: "complete", status: "complete" });
    const ebooks = { sku: "ebook", qty_ordered: 2, row_total: 20, is_virtual: 1, product_type: "virtual" };
    const imported = await importOrder(admin, { is_virtual: 1, items: [ebooks, { ...ebooks, sku: "EBOOK" }] });
    expect((await invoice(imported.entity_id)).status).toBe(200);
    expect(await stock()).toEqual([993, 993]);
  });

  it("stores the comment of the request, and notifies the customer of it only if the email includes it", async () => {
    const orderId = await placeOrder(app, [["shirt", 2]]);
    const { items } = await readOrder(orderId);
    const one = { items: [{ order_item_id: items[0].item_id, qty: 1 }], comment: { comment: "Thanks" } };
    const silent = await readInvoice((await invoice(orderId, one)).body);
    expect(silent.comments).toMatchObject([{ comment: "Thanks", is_customer_notified: 0, is_visible_on_front: 0 }]);
    const mailed = { ...one, notify: true, appendComment: true, comment: { comment: "Yours", is_visible_on_front: 1 } };
    const told = await readInvoice((await invoice(orderId, mailed)).body);
    expect(told.comments).toMatchObject([{ comment: "Yours", is_customer_notified: 1, is_visible_on_front: 1 }]);
  });

  it("keeps an order open while a stored invoice is not paid", async () => {
    const { entity_id: orderId } = await importOrder(admin, { is_virtual: 1, total_paid: 0 });
    await admin.post("/V1/invoices/", { entity: { order_id: orderId, state: 1, grand_total: 10 } });
    await admin.post("/V1/orders/", { entity: { entity_id: orderId, state: "processing", status: "processing" } });
    const { items } = await readOrder(orderId);
    const done = [{ item_id: items[0].item_id, qty_invoiced: 2 }];
    await admin.post("/V1/orders/", { entity: { entity_id: orderId, items: done } });
    expect((await readOrder(orderId)).state).toBe("processing");
    await admin.post("/V1/orders/", { entity: { entity_id: orderId, total_paid: 25 } });
    expect((await readOrder(orderId)).state).toBe("complete");
  });
});

describe("the invoices", () => {
  it("are found by their fields, and unknown ones are not", async () => {
    const orderId = await placeOrder(app, [["shirt", 1]]);
    const { body: id } = await invoice(orderId);
    const { body } = await admin.get(`/V1/invoices?${search([["order_id", String(orderId), "eq"]])}`);
    expect(body).toMatchObject({ items: [{ entity_id: Number(id), items: [{ sku: "shirt" }] }], total_count: 1 });
    expect((await admin.get(`/V1/invoices?${search([["colour", "red", "eq"]])}`)).status).toBe(400);
    expect(answered(await admin.get("/V1/invoices/999999"))).toEqual(unknownEntity);
    expect(answered(await admin.get("/V1/invoices/0"))).toEqual(
      refused(400, "An ID is needed. Set the ID and try again."),
    );
  });

  it("take comments, which are listed with them", async () => {
    const orderId = await placeOrder(app, [["shirt", 1]]);
    const parent_id = Number((await invoice(orderId)).body);
    const comment = { parent_id, comment: "Paid by phone", is_visible_on_front: 1, is_customer_notified: 0 };
    const added = await admin.post("/V1/invoices/comments", { entity: comment });
    // As in Magento, the answer has no time, and only flags that were sent.
    expect(answered(added)).toEqual([200, { ...comment, entity_id: expect.any(Number) }]);
    const changed = { ...comment, entity_id: added.body.entity_id, comment: "Paid by card" };
    expect((await admin.post("/V1/invoices/comments", { entity: changed })).body).toMatchObject(changed);
    const listed = await read(`/V1/invoices/${String(parent_id)}/comments`);
    expect(listed).toMatchObject({ items: [{ comment: "Paid by card", parent_id }], total_count: 1 });
    const failure = refused(400, "Could not save the invoice comment.");
    for (const entity of [
      { comment: "x" },
      { parent_id },
      { parent_id: 999999, comment: "x" },
      { ...changed, entity_id: 999999 },
    ]) {
      expect(answered(await admin.post("/V1/invoices/comments", { entity }))).toEqual(failure);
    }
    expect(await read("/V1/invoices/999999/comments")).toMatchObject({ items: [], total_count: 0 });
    expect((await app.asGuest().get("/V1/invoices/1/comments")).status).toBe(401);
  });

  it("have comments whose flags a GraphQL mutation answers as stored, even if only the text changes", async () => {
    const orderId = await placeOrder(app, [["shirt", 1]]);
    const { body: parent_id } = await invoice(orderId);
    const entity = { parent_id: Number(parent_id), comment: "Paid by phone", is_visible_on_front: 1 };
    const save = (comment: object) =>
      admin.graphql(
        `mutation ($entity: InvoiceCommentInput!) {
          saveInvoiceComment(entity: $entity) { entity_id comment is_visible_on_front is_customer_notified }
        }`,
        { entity: comment },
      );
    const { data } = (await save(entity)).body;
    expect(data.saveInvoiceComment).toMatchObject({ is_visible_on_front: 1, is_customer_notified: 0 });
    const { entity_id } = data.saveInvoiceComment;
    const changed = await save({ entity_id, parent_id: entity.parent_id, comment: "Paid" });
    expect(changed.body.data.saveInvoiceComment).toEqual({
      ...{ entity_id, comment: "Paid", is_visible_on_front: 1, is_customer_notified: 0 },
    });
  });

  it("are stored as sent, and leave the order unchanged", async () => {
    const { entity_id: order_id } = await importOrder(admin);
    const items = [{ order_item_id: 1, sku: "lens", qty: 5, row_total: 99 }];
    const entity = {
      order_id,
      grand_total: 99,
      state: 1,
      created_at: "2020-01-02 03:04:05",
      items,
      comments: [{ comment: "Old" }],
    };
    const { status, body } = await admin.post("/V1/invoices/", { entity });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ order_id, grand_total: 99, created_at: "2020-01-02 03:04:05" }),
    ]);
    expect(body).toMatchObject({
      store_id: 1,
      increment_id: expect.any(String),
      items: [{ qty: 5 }],
      comments: [{ comment: "Old" }],
    });
    expect((await readOrder(order_id)).total_invoiced).toBeUndefined();
    const { entity_id, increment_id } = body;
    const change = { entity_id, state: 2, items: [{ entity_id: body.items[0].entity_id, qty: 4 }] };
    const changed = await admin.post("/V1/invoices/", { entity: change });
    expect(changed.body).toMatchObject({
      entity_id,
      increment_id,
      grand_total: 99,
      state: 2,
      items: [{ qty: 4, sku: "lens" }],
    });
    const taken = await admin.post("/V1/invoices/", { entity: { ...entity, increment_id } });
    expect(answered(taken)).toEqual(refused(400, "Unique constraint violation found"));
    const orphan = await admin.post("/V1/invoices/", { entity: { ...entity, order_id: 999999 } });
    expect(answered(orphan)).toEqual(refused(400, "The invoice couldn't be saved."));
    const foreign = { entity_id, items: [{ entity_id: 999999, qty: 4 }] };
    expect(answered(await admin.post("/V1/invoices/", { entity: foreign }))).toEqual(unknownEntity);
  });

  it("are rejected for an unknown store view", async () => {
    const { entity_id: order_id } = await importOrder(admin);
    const unknown = await admin.post("/V1/invoices/", { entity: { order_id, store_id: 999, grand_total: 99 } });
    const message = "The store that was requested wasn't found. Verify the store and try again.";
    expect(answered(unknown)).toEqual(refused(404, message));
    expect(await read(`/V1/invoices?${search([["order_id", String(order_id)]])}`)).toMatchObject({ total_count: 0 });
  });

  it("changes several lines and comments at once, and keeps the values that are not sent", async () => {
    const { entity_id: order_id } = await importOrder(admin);
    const items = [
      { order_item_id: 1, sku: "lens", name: "Lens", qty: 5 },
      { order_item_id: 2, sku: "case", name: "Case", qty: 6 },
    ];
    const comments = [{ comment: "Old" }, { comment: "Kept", is_visible_on_front: 1 }];
    const { body } = await admin.post("/V1/invoices/", { entity: { order_id, items, comments } });
    const [lens, box] = body.items;
    const change = {
      entity_id: body.entity_id,
      items: [
        { entity_id: lens.entity_id, qty: 4 },
        { entity_id: box.entity_id, name: null, row_total: 9.5 },
        { entity_id: box.entity_id, qty: 7 },
      ],
      comments: [{ entity_id: body.comments[0].entity_id, comment: "New" }, { comment: "Added" }],
    };
    const changed = await admin.post("/V1/invoices/", { entity: change });
    const boxOf = ({ name: _name, ...columns }: Record<string, unknown>) => columns;
    expect(changed.body.items).toEqual([
      { ...lens, qty: 4 },
      { ...boxOf(box), qty: 7, row_total: 9.5 },
    ]);
    expect(changed.body.comments).toEqual([
      { ...body.comments[0], comment: "New" },
      body.comments[1],
      expect.objectContaining({ comment: "Added" }),
    ]);
  });

  it("cannot be captured or voided if the payment method has no gateway", async () => {
    const { body: id } = await invoice(await placeOrder(app, [["shirt", 1]]), { capture: true });
    expect((await readInvoice(id)).state).toBe(2);
    expect(answered(await admin.post(`/V1/invoices/${String(id)}/capture`))).toEqual(
      refused(400, "The capture action is not available."),
    );
    expect(answered(await admin.post(`/V1/invoices/${String(id)}/void`))).toEqual(
      refused(400, "The void action is not available."),
    );
    expect(answered(await admin.post("/V1/invoices/999999/void"))).toEqual(unknownEntity);
  });

  it("have the next number that no stored invoice has", async () => {
    const { body: first } = await invoice(await placeOrder(app, [["shirt", 1]]));
    const number = Number((await readInvoice(first)).increment_id);
    const { entity_id: order_id } = await importOrder(admin);
    const increment_id = String(number + 1).padStart(9, "0");
    await admin.post("/V1/invoices/", { entity: { order_id, store_id: 1, increment_id } });
    const { body: next } = await invoice(await placeOrder(app, [["shirt", 1]]));
    expect(Number((await readInvoice(next)).increment_id)).toBe(number + 2);
  });
});
