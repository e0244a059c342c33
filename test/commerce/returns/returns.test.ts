import { PDFDocument } from "pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { ship } from "../balance/support.js";
import { answered, guestWith, refused, set, createProductsInStock } from "../checkout/support.js";
import { jpeg } from "../../platform/media/images.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";

const { app, admin } = useApp({ PORTICO_EDITION: "commerce" });

beforeAll(async () => {
  await createProductsInStock(app, { shirt: {}, mug: {}, ebook: { type_id: "virtual" } });
  await set(app, { "carriers/flatrate/active_rma": "1" });
});

/** An order of five shirts, a mug and an e-book, of which three shirts and the e-book were shipped. */
async function shippedOrder() {
  const guest = await guestWith(app, ["shirt", 5], ["mug", 1], ["ebook", 1]);
  await ship(guest, "ada@example.com");
  const { body: id } = await guest.client.put(`${guest.cart}/order`, { paymentMethod: { method: "checkmo" } });
  const lines = await app.db.models.salesOrderItem.findMany({
    where: { order_id: id as number },
    orderBy: { item_id: "asc" },
  });
  const [shirt = 0, mug = 0, ebook = 0] = lines.map(({ item_id }) => item_id);
  await app.db.models.salesOrderItem.updateMany({
    where: { item_id: { in: [shirt, ebook] } },
    data: { qty_shipped: "3" },
  });
  return { id: id as number, shirt, mug, ebook };
}

const why = { reason: "8", condition: "4", resolution: "2" };
const body = (order_id: number, ...items: object[]) => ({ rmaDataObject: { order_id, items } });
const request = (order: { id: number; shirt: number }, qty_requested: number) =>
  admin.post("/V1/returns", body(order.id, { order_item_id: order.shirt, qty_requested, ...why }));
const change = (id: number, rmaDataObject: object) => admin.put(`/V1/returns/${id}`, { rmaDataObject });

describe("a return", () => {
  it("is complete when it is created, read and found, whatever ids and states are sent", async () => {
    const order = await shippedOrder();
    const item = {
      order_item_id: order.shirt,
      qty_requested: 2,
      ...why,
      reason: "10",
      status: "approved",
      qty_approved: 2,
    };
    const answer = await admin.post("/V1/returns", {
      rmaDataObject: {
        order_id: order.id,
        increment_id: "X",
        entity_id: 77,
        status: "approved",
        items: [{ ...item, extension_attributes: { reason_other: "A hole" } }],
        comments: [{ comment: "It has a hole." }],
        tracks: [{ track_number: "1Z", carrier_code: "flatrate" }],
      },
    });
    const { entity_id: id, increment_id } = answer.body as { entity_id: number; increment_id: string };
    expect(increment_id).toMatch(/^0000000\d\d$/);
    const expected = {
      entity_id: id,
      order_id: order.id,
      store_id: 1,
      status: "pending",
      items: [
        {
          order_item_id: order.shirt,
          rma_entity_id: id,
          qty_requested: 2,
          qty_approved: null,
          status: "pending",
          extension_attributes: { reason_other: "A hole" },
        },
      ],
      comments: [{ comment: "It has a hole.", status: "pending", admin: true }],
      tracks: [{ track_number: "1Z", carrier_code: "flatrate", carrier_title: "Flat Rate" }],
    };
    expect(answer.body).toMatchObject(expected);
    expect((await admin.get(`/V1/returns/${id}`)).body).toMatchObject(expected);
    const found = await admin.get(`/V1/returns?${search([["order_id", String(order.id)]])}`);
    expect(found.body).toMatchObject({ items: [expected], total_count: 1 });
    expect((await admin.get(`/V1/returns?${search([["nothing", "1"]])}`)).status).toBe(400);
    expect(answered(await admin.get("/V1/returns/9999"))).toMatchObject([404, { parameters: { fieldName: "id" } }]);
  });

  it("accepts only units that were shipped, are goods and are not in another return", async () => {
    const order = await shippedOrder();
    const line = (order_item_id: number, more: object = {}) => ({ order_item_id, qty_requested: 1, ...why, ...more });
    const create = (...items: object[]) => admin.post("/V1/returns", body(order.id, ...items));
    const tooMuch = 'The quantity to return of "%1" is more than the %2 that can still be returned.';
    expect(answered(await create(line(order.mug)))).toEqual(refused(400, `"%1" can't be returned.`, ["mug"]));
    expect(answered(await create(line(order.ebook)))).toEqual(refused(400, `"%1" can't be returned.`, ["ebook"]));
    const twice = [line(order.shirt, { qty_requested: 2 }), line(order.shirt, { qty_requested: 2 })];
    expect(answered(await create(...twice))).toEqual(refused(400, tooMuch, ["shirt", 1]));
    const { body: several } = await create(line(order.shirt, { reason: "1", resolution: null, qty_requested: 9 }));
    expect(several.errors).toHaveLength(3);
    expect((await create(line(order.shirt, { qty_requested: 0 }))).status).toBe(400);
    expect((await create()).body).toMatchObject({ parameters: { fieldName: "items" } });
    expect(answered(await create(line(99_999)))).toMatchObject([404, { parameters: { fieldName: "orderItemId" } }]);
    expect(answered(await admin.post("/V1/returns", body(99_999, line(1))))).toMatchObject([
      404,
      { parameters: { fieldName: "orderId" } },
    ]);
    const answers = await Promise.all([request(order, 2), request(order, 2), request(order, 2)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { body: created } = answers.find(({ status }) => status === 200) ?? { body: {} };
    const [item] = created.items as { entity_id: number }[];
    const denied = { items: [{ entity_id: item?.entity_id, status: "denied" }] };
    expect((await change(created.entity_id as number, denied)).body).toMatchObject({ status: "denied" });
    expect((await request(order, 3)).status).toBe(200);
  });

  it("follows its items from request to approval, counts what was approved, and is closed", async () => {
    const order = await shippedOrder();
    const { body: created } = await admin.post(
      "/V1/returns",
      body(order.id, ...[2, 1].map((qty_requested) => ({ order_item_id: order.shirt, qty_requested, ...why }))),
    );
    const id = created.entity_id as number;
    const [first, second] = (created.items as { entity_id: number }[]).map(({ entity_id }) => ({ entity_id }));
    const step = (...items: object[]) => change(id, { items });
    const statusOf = async (answer: ReturnType<typeof step>) => ((await answer).body as { status: string }).status;
    expect(answered(await step({ ...first, status: "approved" }))).toEqual(
      refused(400, 'The status can\'t change from "%1" to "%2".', ["pending", "approved"]),
    );
    expect((await step({ ...first, status: "authorized", qty_authorized: 3 })).status).toBe(400);
    expect(await statusOf(step({ ...first, status: "authorized" }))).toBe("partially_authorized");
    expect(await statusOf(step({ ...second, status: "authorized" }))).toBe("authorized");
    expect(await statusOf(step({ ...first, status: "received" }))).toBe("received_on_item");
    expect(answered(await admin.delete(`/V1/returns/${id}`))).toEqual(refused(400, "The return can't be deleted."));
    expect((await change(id, { status: "closed" })).status).toBe(400);
    expect(
      await statusOf(step({ ...second, status: "denied" }, { ...first, status: "approved", qty_approved: 1 })),
    ).toBe("approved_on_item");
    const line = await app.db.models.salesOrderItem.findUniqueOrThrow({ where: { item_id: order.shirt } });
    expect(line.qty_returned).toBe("1.0000");
    expect((await change(id, { status: "processed_and_closed" })).body).toMatchObject({ status: "processed_closed" });
    const track = { track: { track_number: "1", carrier_code: "custom" } };
    expect((await admin.post(`/V1/returns/${id}/tracking-numbers`, track)).status).toBe(400);
    expect((await admin.post(`/V1/returns/${id}/comments`, { data: { comment: "Done" } })).body).toBe(true);
    expect((await change(99_999, {})).status).toBe(404);
  });

  it("has comments, parcels and labels, and can be deleted before anything is returned", async () => {
    const order = await shippedOrder();
    const { body: created } = await request(order, 1);
    const path = `/V1/returns/${created.entity_id as number}`;
    const comment = (data: object) => admin.post(`${path}/comments`, { data });
    expect(answered(await comment({ comment: "Hello", customer_notified: true }))).toEqual([200, true]);
    expect((await comment({})).body).toMatchObject({ parameters: { fieldName: "comment" } });
    expect((await comment({ comment: "Hello", rma_entity_id: 99_999 })).status).toBe(400);
    expect((await comment({ comment: "Hello", is_admin: true })).body).toMatchObject({
      parameters: { fieldName: "IsAdmin" },
    });
    expect((await admin.get(`${path}/comments`)).body).toMatchObject({
      items: [{ comment: "Hello", customer_notified: true, visible_on_front: false, status: "pending" }],
      total_count: 1,
    });
    expect(answered(await admin.get(`${path}/labels`))).toEqual([200, ""]);
    const track = (given: object) => admin.post(`${path}/tracking-numbers`, { track: given });
    const shipping_label = jpeg().toString("base64");
    const labelled = { track_number: "1Z", carrier_code: "custom", extension_attributes: { shipping_label } };
    expect(answered(await track(labelled))).toEqual([200, true]);
    expect((await track({ carrier_code: "custom" })).status).toBe(400);
    expect((await track({ track_number: "1", carrier_code: "ups" })).body).toMatchObject({
      parameters: { fieldName: "carrier_code", value: "ups" },
    });
    const { body: tracks } = await admin.get(`${path}/tracking-numbers`);
    expect(tracks).toMatchObject({ items: [{ track_number: "1Z", carrier_title: "" }], total_count: 1 });
    const pdf = await PDFDocument.load((await admin.get(`${path}/labels`)).body as string);
    expect(pdf.getPages().map((page) => page.getSize())).toEqual([{ width: 298, height: 420 }]);
    const trackId = (tracks.items as { entity_id: number }[])[0]?.entity_id ?? 0;
    expect((await admin.delete(`${path}/tracking-numbers/${trackId}`)).body).toBe(true);
    expect((await admin.delete(`${path}/tracking-numbers/${trackId}`)).status).toBe(404);
    expect((await admin.delete(path)).body).toBe(true);
    for (const gone of ["", "/comments", "/tracking-numbers", "/labels"]) {
      expect((await admin.get(`${path}${gone}`)).status).toBe(404);
    }
    expect((await admin.delete(path)).status).toBe(404);
    expect((await comment({ comment: "Hello" })).status).toBe(404);
  });
});

describe("the emails of a return", () => {
  const outbox = () =>
    app.db.query<{ kind: string; recipient: string; subject: string; body: string; html: string }>(
      "select kind, recipient, subject, body, html from mail where kind like 'return%' order by created_at, kind",
    );

  it("go to the customer, or to their own address, when it is created and for comments that request it, unless disabled", async () => {
    const order = await shippedOrder();
    await app.db.execute("delete from mail");
    const { body: created } = await request(order, 1);
    const path = `/V1/returns/${created.entity_id as number}`;
    const [mail, ...more] = await outbox();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: "return", recipient: "ada@example.com" });
    expect(mail?.subject).toContain(`Return ${created.increment_id as string} for your order `);
    expect(mail?.body).toContain("Status: Pending.");
    expect(mail?.body).toContain("1 x Product shirt (shirt)\n");
    expect(mail?.html).toMatch(/<span class="badge" style="[^"]+">Pending</);
    await app.db.execute("delete from mail");
    const comment = (data: object) => admin.post(`${path}/comments`, { data });
    await comment({ comment: "Quiet" });
    await change(created.entity_id as number, { customer_custom_email: "other@example.com" });
    await comment({ comment: "It <b>came</b>.", customer_notified: true });
    await set(app, { "sales_email/magento_rma_comment/enabled": "0", "sales_email/magento_rma/enabled": "0" });
    await comment({ comment: "Silent", customer_notified: true });
    expect((await request(order, 1)).status).toBe(200);
    await set(app, { "sales_email/magento_rma_comment/enabled": "1", "sales_email/magento_rma/enabled": "1" });
    const mails = await outbox();
    expect(mails).toMatchObject([{ kind: "return_comment", recipient: "other@example.com" }]);
    expect(mails[0]?.body).toContain("It came.");
  });
});

describe("the attributes of returns", () => {
  it("are listed by form and by code, with the labels of the store view", async () => {
    const labels = { "1": "Why" };
    await app.db.models.rmaAttribute.update({ where: { code: "reason" }, data: { labels } });
    const { body: all } = await admin.get("/V1/returnsAttributeMetadata");
    expect((all as { attribute_code: string }[]).map(({ attribute_code }) => attribute_code)).toEqual([
      "resolution",
      "condition",
      "reason",
      "reason_other",
    ]);
    expect((await admin.get("/V1/returnsAttributeMetadata/form/default")).body).toEqual(all);
    expect((await admin.get("/V1/returnsAttributeMetadata/form/other")).body).toEqual([]);
    expect((await admin.get("/V1/returnsAttributeMetadata/custom")).body).toEqual([]);
    expect((await admin.get("/V1/returnsAttributeMetadata/reason")).body).toMatchObject({
      frontend_input: "select",
      store_label: "Why",
      frontend_label: "Reason to Return",
      required: true,
      options: [{ value: "" }, { label: "Wrong Color", value: "7" }, { value: "8" }, { value: "9" }, { value: "10" }],
    });
    expect(answered(await admin.get("/V1/returnsAttributeMetadata/nothing"))).toMatchObject([
      404,
      { parameters: { fieldName: "entityType", fieldValue: "rma_item", field2Name: "attributeCode" } },
    ]);
    const guest = app.asGuest();
    for (const path of ["", "/custom", "/form/default"]) {
      expect((await guest.get(`/V1/returnsAttributeMetadata${path}`)).status).toBe(401);
    }
  });
});
