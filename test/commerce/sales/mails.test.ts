import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { writeRequestedMails } from "../../../src/commerce/sales/mails/requested-mails.js";
import { address, guestWith, set, createProductsInStock } from "../checkout/support.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { importOrder, unknownEntity } from "./support.js";

let app: TestApp;
let admin: Client;
const templates = mkdtempSync(join(tmpdir(), "portico-templates-"));

beforeAll(async () => {
  app = await startApp({ PORTICO_MAIL_TEMPLATES: templates });
  admin = await app.asAdmin();
  await createProductsInStock(app, { shirt: { name: "Shirt <b>& tie</b>" } });
});
afterAll(() => app[Symbol.asyncDispose]());

const defaults = Object.fromEntries(
  ["order", "order_comment", "invoice", "shipment", "creditmemo"].flatMap((kind) => [
    [`sales_email/${kind}/enabled`, "1"],
    [`sales_email/${kind}/copy_to`, ""],
    [`sales_email/${kind}/copy_method`, "bcc"],
  ]),
);
afterEach(async () => {
  await set(app, { ...defaults, "sales_email/general/async_sending": "0" });
  await app.db.execute("delete from mail");
});

interface StoredMail {
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string | null;
  readonly bcc: readonly string[];
}
const outbox = () =>
  app.db.query<StoredMail>("select kind, recipient, subject, body, html, bcc from mail order by kind, recipient");
const orderRow = (entity_id: number) => app.db.models.salesOrder.findUniqueOrThrow({ where: { entity_id } });

const email = "zoe@example.com";

/** Places an order of a guest and returns its id. */
async function placeOrder(): Promise<number> {
  const guest = await guestWith(app, ["shirt", 2]);
  const addressInformation = {
    shipping_address: { ...address, email },
    billing_address: { ...address, email },
    shipping_carrier_code: "flatrate",
    shipping_method_code: "flatrate",
  };
  await guest.client.post(`${guest.cart}/shipping-information`, { addressInformation });
  const placed = await guest.client.post(`${guest.cart}/payment-information`, {
    email,
    paymentMethod: { method: "checkmo" },
  });
  expect([placed.status, placed.body.message]).toEqual([200, undefined]);
  return placed.body;
}

describe("the confirmation of an order", () => {
  it("is queued with the order, as text and as HTML with escaped values", async () => {
    const id = await placeOrder();
    const [mail, ...more] = await outbox();
    const { increment_id, email_sent } = await orderRow(id);
    expect(more).toEqual([]);
    expect(email_sent).toBe(1);
    expect(mail).toMatchObject({ kind: "order", recipient: email, bcc: [] });
    expect(mail?.subject).toMatch(new RegExp(`^Your order ${increment_id} at \\S+$`));
    expect(mail?.body).toContain(`Hello Ada Byron,\n\nThank you for your order ${increment_id} from `);
    expect(mail?.body).toContain("2 x Shirt <b>& tie</b> (shirt): $20.00\n");
    expect(mail?.body).toMatch(/Subtotal: \$20\.00\nShipping and handling: \$10\.00\nGrand total: \$30\.00\n/);
    expect(mail?.body).toContain("Payment: Check / Money order\n  Ada Byron\n  1 Main Street\n");
    expect(mail?.html).toContain(">Shirt &#60;b&#62;&#38; tie&#60;/b&#62;</span>");
    expect(mail?.html).not.toContain("<b>");
    expect(`${mail?.body}${mail?.html}`).not.toMatch(/\{\{|undefined|null/);
  });

  it("is not queued if these emails are disabled, and the order says so", async () => {
    await set(app, { "sales_email/order/enabled": "0" });
    const id = await placeOrder();
    expect(await outbox()).toEqual([]);
    expect((await orderRow(id)).email_sent).toBeNull();
    expect((await admin.post(`/V1/orders/${id}/emails`)).body).toBe(false);
  });

  it("is composed later, once, if emails are sent asynchronously", async () => {
    await set(app, { "sales_email/general/async_sending": "1" });
    const id = await placeOrder();
    expect((await admin.post(`/V1/orders/${id}/emails`)).body).toBe(false);
    expect([await outbox(), (await orderRow(id)).email_sent]).toEqual([[], null]);
    const parts = { db: app.db, config: app.config, log: pino({ level: "silent" }) };
    await Promise.all([writeRequestedMails(parts), writeRequestedMails(parts)]);
    expect((await outbox()).map(({ kind, recipient }) => [kind, recipient])).toEqual([["order", email]]);
    expect((await orderRow(id)).email_sent).toBe(1);
  });

  it("goes to the recipients of copies, as blind or separate copies", async () => {
    await set(app, { "sales_email/order/copy_to": "boss@example.com, nobody,erp@example.com" });
    await placeOrder();
    expect((await outbox()).map(({ recipient, bcc }) => [recipient, bcc])).toEqual([
      [email, ["boss@example.com", "erp@example.com"]],
    ]);
    await app.db.execute("delete from mail");
    await set(app, { "sales_email/order/copy_method": "copy" });
    await placeOrder();
    expect((await outbox()).map(({ recipient, bcc }) => [recipient, bcc])).toEqual([
      ["boss@example.com", []],
      ["erp@example.com", []],
      [email, []],
    ]);
  });
});

/** Writes a document of an order as its routes do, and returns its id. */
async function documentOf(kind: "invoice" | "shipment" | "creditmemo", orderId: number): Promise<number> {
  const order = await app.db.models.salesOrder.findUniqueOrThrow({
    where: { entity_id: orderId },
    include: { items: true },
  });
  const columns = { order_id: orderId, store_id: order.store_id, increment_id: `9${orderId}` };
  const items = {
    create: order.items.map(({ item_id, name, sku }) => ({ order_item_id: item_id, name, sku, qty: "1" })),
  };
  const { models } = app.db;
  const amounts = { subtotal: "10", grand_total: "12.5", shipping_amount: "2.5" };
  if (kind === "invoice")
    return (await models.salesInvoice.create({ data: { ...columns, ...amounts, items } })).entity_id;
  if (kind === "creditmemo") {
    return (await models.salesCreditmemo.create({ data: { ...columns, ...amounts, adjustment_negative: "1", items } }))
      .entity_id;
  }
  const tracks = { create: [{ order_id: orderId, track_number: "1Z999", title: "UPS" }] };
  return (await models.salesShipment.create({ data: { ...columns, items, tracks } })).entity_id;
}

const documents = [
  ["invoice", "/V1/invoices", "Invoice", "Grand total: $12.50"],
  ["shipment", "/V1/shipment", "Shipment", "Tracking number: 1Z999 (UPS)"],
  ["creditmemo", "/V1/creditmemo", "Credit memo", "Adjustment fee: $1.00"],
] as const;

describe("the email of a document", () => {
  it.each(documents)("is sent again on request: %s", async (...document) => {
    const [kind, path, title, text] = document;
    const order = await importOrder(admin, { order_currency_code: "USD", customer_firstname: "Zoë" });
    const id = await documentOf(kind, order.entity_id as number);
    expect((await admin.post(`${path}/${id}/emails`)).body).toBe(true);
    const [mail, ...more] = await outbox();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind, recipient: order.customer_email });
    expect(mail?.subject).toMatch(new RegExp(`^${title} 9${String(order.entity_id)} `));
    expect(mail?.body).toContain("1 x Lens (lens)");
    expect(mail?.body).toContain(text);
    expect(mail?.body).toContain("Hello Zoë");
    expect(mail?.html).toMatch(new RegExp(`${title} 9${String(order.entity_id)} `, "i"));
    expect(`${mail?.body}${mail?.html}`).not.toMatch(/\{\{|undefined|null/);
    const [row] = await app.db.query<{ email_sent: number }>(
      `select email_sent from sales_${kind} where entity_id = $1::int`,
      [id],
    );
    expect(row?.email_sent).toBe(1);
  });

  it("is queued with the document if the customer is to be notified, with its comment and an event", async () => {
    const { entity_id: id } = await importOrder(admin, { order_currency_code: "USD", base_currency_code: "USD" });
    const { next: after } = (await admin.get("/V1/events?after=latest")).body as { next: string };
    const comment = { comment: "Handle with care" };
    const told = { notify: true, appendComment: true, comment };
    const invoice = await admin.post(`/V1/order/${String(id)}/invoice`, told);
    const shipment = await admin.post(`/V1/order/${String(id)}/ship`, {
      tracks: [{ track_number: "1Z9", title: "UPS", carrier_code: "ups" }],
    });
    expect([invoice.status, shipment.status]).toEqual([200, 200]);
    const mails = await outbox();
    expect(mails.map(({ kind }) => kind)).toEqual(["invoice"]);
    expect(mails[0]?.body).toContain("\n\nHandle with care\n\n2 x Lens (lens): $20.00\n");
    const { invoices, shipments } = await app.db.models.salesOrder.findUniqueOrThrow({
      where: { entity_id: id as number },
      include: { invoices: true, shipments: true },
    });
    expect([...invoices, ...shipments].map(({ email_sent }) => email_sent)).toEqual([1, null]);
    const { events } = (await admin.get(`/V1/events?after=${after}&types=invoice.*,shipment.*`)).body as {
      events: object[];
    };
    const number = { order_id: id, store_id: 1, increment_id: expect.any(String) as string };
    expect(events).toMatchObject([
      { type: "invoice.created", data: { ...number, entity_id: Number(invoice.body), grand_total: 25 } },
      { type: "shipment.created", data: { ...number, entity_id: Number(shipment.body), total_qty: 2 } },
    ]);
    await app.db.execute("delete from mail");
    const entity = { parent_id: shipment.body, comment: "Two parcels", is_customer_notified: 1 };
    expect((await admin.post(`/V1/shipment/${String(shipment.body)}/comments`, { entity })).status).toBe(200);
    expect(await outbox()).toMatchObject([{ kind: "shipment_comment" }]);
    expect((await outbox())[0]?.body).toContain("\n\nTwo parcels\n");
  });

  it.each(["/V1/orders", ...documents.map(([, path]) => path)])("needs an existing document: %s", async (path) => {
    const unknown = await admin.post(`${path}/999999/emails`);
    expect([unknown.status, unknown.body]).toEqual(unknownEntity);
    expect(await admin.post(`${path}/0/emails`)).toMatchObject({
      status: 400,
      body: { message: "An ID is needed. Set the ID and try again." },
    });
    expect((await app.asGuest().post(`${path}/1/emails`)).status).toBe(401);
  });
});

describe("a comment on an order", () => {
  it("is emailed without its tags to a customer who is to be notified, otherwise only as copies", async () => {
    const { entity_id: id, customer_email } = await importOrder(admin);
    const comment = (more: object) =>
      admin.post(`/V1/orders/${String(id)}/comments`, { statusHistory: { comment: "<i>Soon</i> there", ...more } });
    expect((await comment({ is_customer_notified: 0 })).body).toBe(true);
    expect(await outbox()).toEqual([]);
    expect((await comment({ is_customer_notified: 1 })).body).toBe(true);
    expect(await outbox()).toMatchObject([{ kind: "order_comment", recipient: customer_email }]);
    expect((await outbox())[0]?.body).toContain("Status: Pending.\n\nSoon there\n");
    await app.db.execute("delete from mail");
    await set(app, { "sales_email/order_comment/copy_to": "boss@example.com" });
    await comment({ is_customer_notified: 0 });
    expect(await outbox()).toMatchObject([{ recipient: "boss@example.com", bcc: [] }]);
  });

  it("is not emailed if these emails are disabled", async () => {
    await set(app, { "sales_email/order_comment/enabled": "0" });
    const { entity_id: id } = await importOrder(admin);
    const statusHistory = { comment: "Soon", is_customer_notified: 1 };
    expect((await admin.post(`/V1/orders/${String(id)}/comments`, { statusHistory })).body).toBe(true);
    expect(await outbox()).toEqual([]);
  });
});

describe("a sales email", () => {
  it("uses the templates of the operator, those of the store view first, and the standard ones if they are broken", async () => {
    mkdirSync(join(templates, "default"));
    writeFileSync(join(templates, "order.txt"), "Subject: All {{number}}\n\n{{> signature}}");
    writeFileSync(join(templates, "default", "signature.txt"), "Bye{{#is_guest}} guest{{/is_guest}}\n");
    writeFileSync(join(templates, "invoice.html"), "{{#lines}} without end");
    const { entity_id: id, increment_id: number } = await importOrder(admin);
    await admin.post(`/V1/orders/${String(id)}/emails`);
    const [mail] = await outbox();
    expect(mail).toMatchObject({ subject: `All ${String(number)}`, body: "Bye\n" });
    expect(mail?.html).toContain("Thank you for your order");
    const invoice = await documentOf("invoice", id as number);
    expect((await admin.post(`/V1/invoices/${invoice}/emails`)).body).toBe(true);
    expect((await outbox())[0]?.html).toContain(">Grand total</td>");
  });

  it("is not sent to an invalid email address, and shows plain numbers for an unknown currency", async () => {
    const none = await importOrder(admin);
    await app.db.execute(
      `update sales_order set customer_email = 'nobody' where entity_id = ${String(none.entity_id)}`,
    );
    expect((await admin.post(`/V1/orders/${String(none.entity_id)}/emails`)).body).toBe(false);
    expect(await outbox()).toEqual([]);
    const odd = await importOrder(admin, { order_currency_code: "dollars" });
    const invoice = await documentOf("invoice", odd.entity_id as number);
    expect((await admin.post(`/V1/invoices/${invoice}/emails`)).body).toBe(true);
    expect((await outbox())[0]?.body).toContain("Grand total: 12.50");
  });
});
