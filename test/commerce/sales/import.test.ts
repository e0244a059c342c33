import { beforeAll, describe, expect, it } from "vitest";
import { addStores } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { address, importOrder, order, path, unknownEntity } from "./support.js";

const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Sales::api_actions", "Magento_Sales::create", "Magento_Sales::actions_view"]);
  await addStores(app.db);
});

const refused = async (entity: unknown) => {
  const { status, body } = await admin.post(path, { entity });
  return [status, body.message];
};

describe("an imported order", () => {
  it("is stored as sent, with a number, names and a key of its own", async () => {
    const created = await importOrder(admin, { total_item_count: 9, protect_code: "mine" });
    expect(created).toMatchObject({
      grand_total: 25,
      base_grand_total: 25,
      subtotal: 20,
      total_due: 25,
      state: "new",
      status: "pending",
      store_id: 1,
      store_name: "Main Website\nMain Website Store\nDefault Store View",
      total_item_count: 1,
      customer_email: "somebody@example.com",
      payment: { method: "checkmo", additional_information: [] },
      billing_address: {
        ...address,
        email: "somebody@example.com",
        address_type: "billing",
        region: "Texas",
        region_code: "TX",
      },
    });
    expect(created.increment_id).toMatch(/^0000000\d\d$/);
    expect(created.protect_code).toMatch(/^[0-9a-f]{32}$/);
    const [{ shipping, items }] = created.extension_attributes.shipping_assignments;
    expect(shipping).toMatchObject({
      address: { ...address, email: "somebody@example.com", address_type: "shipping" },
      method: "flatrate_flatrate",
      total: { shipping_amount: 5 },
    });
    expect(items).toEqual(created.items);
  });

  it("has zero in GraphQL for amounts without a value, but no costs, and is answered whole by a change", async () => {
    const { body } = await admin.post(path, { entity: order({ total_paid: 20 }) });
    const rest = await admin.get(`${path}/${body.entity_id}`);
    expect(rest.body).not.toHaveProperty("total_refunded");
    const fields = `grand_total total_paid total_due total_refunded email_sent base_total_invoiced_cost
      items { row_total qty_shipped weee_tax_applied_amount }
      extension_attributes { shipping_assignments { shipping { total { shipping_canceled } } } }`;
    const expected = {
      ...{
        grand_total: 25,
        total_paid: 20,
        total_due: 5,
        total_refunded: 0,
        email_sent: 0,
        base_total_invoiced_cost: null,
      },
      items: [{ row_total: 20, qty_shipped: 0, weee_tax_applied_amount: 0 }],
      extension_attributes: {
        shipping_assignments: [{ shipping: { total: { shipping_canceled: 0 } } }],
      },
    };
    const read = await admin.graphql(`{ order(id: ${body.entity_id}) { ${fields} } }`);
    expect(read.body).toEqual({ data: { order: expected } });
    const change = { entity_id: body.entity_id, ext_order_id: "erp-1", payment: { method: "checkmo" } };
    const changed = await admin.graphql(
      `mutation ($entity: OrderInput!) { saveOrder(entity: $entity) { ext_order_id ${fields} } }`,
      { entity: change },
    );
    expect(changed.body).toEqual({ data: { saveOrder: { ...expected, ext_order_id: "erp-1" } } });
  });

  it("is answered as it was sent, with its ids and without the values that a read adds", async () => {
    const comment = { comment: "By telephone", is_customer_notified: 0, is_visible_on_front: 0, parent_id: 0 };
    const { body } = await admin.post(path, { entity: order({ status_histories: [comment] }) });
    const { body: read } = await admin.get(`${path}/${body.entity_id}`);
    expect(read.items[0]).toMatchObject({ qty_invoiced: 0, extension_attributes: { itemized_taxes: [] } });
    expect(Object.keys(body.items[0])).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^qty_invoiced|^extension_attributes/)]),
    );
    const { created_at: _at, ...entry } = read.status_histories[0];
    expect(body).toMatchObject({
      ...{ increment_id: read.increment_id, total_item_count: 1, status_histories: [entry] },
      extension_attributes: {
        shipping_assignments: [
          { shipping: { address: { city: "Austin", entity_id: expect.any(Number) } }, items: null },
        ],
      },
    });
    expect(body.extension_attributes).not.toHaveProperty("taxes");
  });

  it("has the default status of its state if it has none", async () => {
    expect((await importOrder(admin, { status: undefined })).status).toBe("pending");
    expect((await importOrder(admin, { status: undefined, state: undefined })).status).toBeNull();
  });

  it("has an empty list in place of amounts of shipping if it has none", async () => {
    const { extension_attributes: more } = await importOrder(admin, { shipping_amount: undefined });
    expect(more.shipping_assignments[0].shipping.total).toEqual([]);
  });

  it("keeps its number and time, and is rejected if another order of the store view has the number", async () => {
    const increment_id = "ERP-1";
    const created = await importOrder(admin, { increment_id, created_at: "2019-05-06 07:08:09" });
    expect(created).toMatchObject({ increment_id, created_at: "2019-05-06 07:08:09" });
    expect(await refused(order({ increment_id }))).toEqual([400, "Unique constraint violation found"]);
    const elsewhere = await admin.post(path, { entity: order({ increment_id }) }, { store: "german" });
    expect([elsewhere.status, elsewhere.body.increment_id]).toEqual([200, increment_id]);
    expect(elsewhere.body.store_id).not.toBe(created.store_id);
  });

  it("has no shipping address if it is virtual", async () => {
    const { entity_id, extension_attributes: more } = await importOrder(admin, { is_virtual: 1 });
    const [{ shipping }] = more.shipping_assignments;
    expect(shipping).toEqual({ total: { shipping_amount: 5 } });
    const entity = { entity_id, extension_attributes: order().extension_attributes };
    await admin.put(`${path}/create`, { entity });
    const changed = await admin.get(`${path}/${entity_id}`);
    expect(changed.body.extension_attributes.shipping_assignments[0].shipping).toEqual(shipping);
  });

  it("links parts to their parent line, by its id in the request or by its SKU", async () => {
    const { items } = await importOrder(admin, {
      items: [
        { sku: "kit", item_id: 70, qty_ordered: 1 },
        { sku: "a", qty_ordered: 1, parent_item: { sku: "KIT" } },
        { sku: "kit", item_id: 71, qty_ordered: 1 },
        { sku: "b", qty_ordered: 1, parent_item: { sku: "kit" } },
        { sku: "c", qty_ordered: 1, parent_item_id: 70 },
      ],
    });
    const [first, a, second, b, c] = items;
    expect([a, b, c].map(({ parent_item_id }) => parent_item_id)).toEqual([
      first.item_id,
      second.item_id,
      first.item_id,
    ]);
    expect(a.parent_item).toMatchObject({ sku: "kit", item_id: first.item_id });
    expect([first.item_id, first.parent_item]).not.toContain(70);
  });

  it("keeps the choices of its lines, its taxes and the details of its payment", async () => {
    const product_option = { extension_attributes: { custom_options: [{ option_id: "4", option_value: "Ada" }] } };
    const applied_taxes = [{ code: "VAT", title: "VAT", percent: 8.25, amount: 1.65, base_amount: 1.65 }];
    const item_applied_taxes = [{ type: "product", applied_taxes }];
    const payment_additional_info = [{ key: "approval", value: "11122" }];
    const created = await importOrder(admin, {
      items: [{ sku: "lens", qty_ordered: 1, product_option }],
      extension_attributes: { applied_taxes, item_applied_taxes, payment_additional_info },
    });
    const { body } = await admin.get(`${path}/${created.entity_id}`);
    expect(body.items[0].product_option).toEqual(product_option);
    expect(body.payment.additional_information).toEqual(["11122"]);
    expect(body.extension_attributes).toMatchObject({ applied_taxes, item_applied_taxes, payment_additional_info });
  });

  it("becomes complete immediately if it is processing and nothing is left to invoice or ship", async () => {
    const items = [{ sku: "lens", qty_ordered: 2, qty_invoiced: 2, qty_shipped: 2 }];
    const given = { state: "processing", status: "processing", items };
    expect(await importOrder(admin, { ...given, total_paid: 25 })).toMatchObject({ state: "complete", total_due: 0 });
    expect(await importOrder(admin, given)).toMatchObject({ state: "closed", status: "closed" });
  });

  it.each([
    [{ billing_address: undefined }, "Please provide billing address for the order."],
    [{ payment: undefined }, "Please provide payment for the order."],
    [{ payment: {} }, "The payment method you requested is not available."],
    [{ items: [] }, "Please specify order items."],
    [{ items: [{ sku: "a", parent_item: { sku: "b" } }] }, "Please specify order items."],
    [{ customer_email: undefined, extension_attributes: {} }, "We can't save the address:\n%1"],
    [
      { items: [{ sku: "a" }, { sku: "b", parent_item: { sku: "c" } }] },
      "No such entity with %fieldName = %fieldValue",
    ],
    [{ items: [{ name: "Lens" }] }, '"%fieldName" is required. Enter and try again.'],
    [{ grand_total: "1e30" }, 'Invalid value of "%value" provided for the %fieldName field.'],
    [{ created_at: "yesterday" }, 'Invalid value of "%value" provided for the %fieldName field.'],
    [{ customer_dob: "2001-02-30" }, 'Invalid value of "%value" provided for the %fieldName field.'],
    [{ increment_id: "9".repeat(51) }, '"%1" length must be equal or less than %2 characters.'],
    [{ store_id: 99 }, "The store that was requested wasn't found. Verify the store and try again."],
  ])("is rejected with %j", async (more, message) => {
    const [status, text] = await refused(order(more));
    expect([[400, 404].includes(status), text]).toEqual([true, message]);
  });

  it("is rejected with all rules that an address breaks", async () => {
    const more = { customer_email: "nobody", billing_address: { firstname: "Ada", email: "ada@example.com" } };
    const { status, body } = await admin.post(path, { entity: order(more) });
    const labels = ["Zip code", "Last name", "Street", "City", "Country", "Phone Number"];
    const missing = labels.map((label) => `"${label}" is required. Enter and try again.`);
    expect([status, body]).toEqual([
      400,
      { message: "We can't save the address:\n%1", parameters: [[...missing, "Email has a wrong format"].join("\n")] },
    ]);
  });

  it("gives its email address to its addresses, or takes that of the shipping address", async () => {
    const mails = (body: Awaited<ReturnType<typeof importOrder>>): unknown[] => [
      ...[body.customer_email, body.billing_address.email],
      body.extension_attributes.shipping_assignments[0].shipping.address.email,
    ];
    const { email: _email, ...plain } = address;
    const given = await importOrder(admin, { billing_address: plain });
    expect(mails(given)).toEqual(Array(3).fill("somebody@example.com"));
    const taken = await importOrder(admin, { customer_email: undefined, billing_address: plain });
    expect(mails(taken)).toEqual(Array(3).fill("ada@example.com"));
  });

  it("counts lines without parts, takes a parent without id and SKU for none, and fills lines with zeros", async () => {
    const { items, total_item_count: count } = await importOrder(admin, {
      items: [
        { item_id: 1, sku: "kit", qty_ordered: 1, price: 3 },
        { sku: "part", qty_ordered: 1, parent_item_id: 1 },
        { sku: "lens", qty_ordered: 1, parent_item: { weight: 1 } },
      ],
    });
    expect(count).toBe(2);
    expect(items.map(({ parent_item_id: id }: { parent_item_id?: number }) => id)).toEqual([
      undefined,
      items[0].item_id,
      undefined,
    ]);
    const zero = { qty_invoiced: 0, qty_shipped: 0, amount_refunded: 0, tax_percent: 0, free_shipping: 0, weight: 0 };
    expect(items[0]).toMatchObject({ ...zero, original_price: 3 });
    expect(items[0]).not.toHaveProperty("store_id");
  });

  it("is written in a few statements, however many lines it has", async () => {
    const items = Array.from({ length: 20 }, (_, at) => ({ sku: `line-${at}`, qty_ordered: 1 }));
    const post = (more: object) => app.statementsOf(() => admin.post(path, { entity: order({ ...more }) }));
    const sent = await post({ items, increment_id: "ERP-20" });
    const few = await post({ increment_id: "ERP-21" });
    expect(sent.length).toBe(few.length);
    expect(sent.filter((text) => /sales_order/.test(text)).length).toBeLessThanOrEqual(3);
  });

  it("needs the permission of its route", async () => {
    for (const client of [app.asGuest(), await app.asAdmin(["Magento_Sales::actions_view"])]) {
      expect((await client.post(path, { entity: order() })).body.parameters).toEqual({
        resources: "Magento_Sales::create",
      });
      expect((await client.put(`${path}/create`, { entity: order() })).body.parameters).toEqual({
        resources: "Magento_Sales::create",
      });
    }
  });
});

describe("a changed order", () => {
  const change = (entity: unknown) => admin.put(`${path}/create`, { entity });

  it("keeps its number and the fields that the request lacks", async () => {
    const { entity_id, updated_at: _before, ...created } = await importOrder(admin);
    const read = async () => (await admin.get(`${path}/${entity_id}`)).body;
    await change({ entity_id, state: "processing", status: "fraud", increment_id: "other" });
    const { updated_at: _after, ...changed } = await read();
    expect(changed).toEqual({ ...created, entity_id, state: "processing", status: "fraud" });
    await change({ entity_id });
    expect(await read()).toMatchObject({ state: "processing", grand_total: 25 });
    await change({ entity_id, subtotal: null });
    expect(await read()).not.toHaveProperty("subtotal");
  });

  it("is answered with the fields that were sent, and with its lines, billing address, payment and history", async () => {
    const { entity_id, items, billing_address, payment } = await importOrder(admin);
    const { status, body } = await change({ entity_id, status: "fraud" });
    const { extension_attributes: _taxes, ...line } = items[0];
    expect([status, body]).toEqual([
      200,
      {
        ...{ entity_id, status: "fraud", items: [line], billing_address, payment, status_histories: [] },
        ...{ grand_total: null, base_grand_total: null, customer_email: null, total_due: 0, base_total_due: 0 },
        billing_address_id: billing_address.entity_id,
        ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      },
    ]);
  });

  it("changes lines with an id, adds the others, and changes its shipping address and payment, not its billing address", async () => {
    const created = await importOrder(admin);
    const [line] = created.items;
    const answer = await change({
      entity_id: created.entity_id,
      items: [
        { item_id: line.item_id, qty_shipped: 1 },
        { sku: "case", qty_ordered: 1, parent_item_id: line.item_id },
      ],
      billing_address: { city: "Dallas" },
      payment: { last_trans_id: "T1" },
      extension_attributes: { shipping_assignments: [{ shipping: { address: { ...address, city: "Houston" } } }] },
      status_histories: [{ comment: "Moved" }],
    });
    expect(answer.body.items).toMatchObject([
      { item_id: line.item_id, qty_shipped: 1, sku: null },
      { sku: "case", qty_ordered: 1, item_id: expect.any(Number) },
    ]);
    const { body } = await admin.get(`${path}/${created.entity_id}`);
    expect(body.items).toMatchObject([
      { ...line, qty_shipped: 1, updated_at: expect.any(String) },
      { sku: "case", parent_item_id: line.item_id, parent_item: { sku: "lens" } },
    ]);
    expect(body.billing_address).toEqual(created.billing_address);
    expect(body.billing_address_id).toBe(created.billing_address_id);
    expect(body.payment).toMatchObject({ ...created.payment, last_trans_id: "T1" });
    const [{ shipping }] = body.extension_attributes.shipping_assignments;
    expect(shipping).toMatchObject({ address: { city: "Houston" }, method: "flatrate_flatrate" });
    expect(body.status_histories).toMatchObject([{ comment: "Moved" }]);
  });

  it("keeps its number in another store view, unless the number is taken there", async () => {
    const [mine, theirs] = [await importOrder(admin, { increment_id: "ERP-30" }), { increment_id: "ERP-31" }];
    const german = await app.db.models.store.findUniqueOrThrow({ where: { code: "german" } });
    await admin.post(path, { entity: order(theirs) }, { store: "german" });
    const other = await importOrder(admin, theirs);
    expect((await change({ entity_id: mine.entity_id, store_id: german.id })).body.store_id).toBe(german.id);
    const taken = await change({ entity_id: other.entity_id, store_id: german.id });
    expect([taken.status, taken.body.message]).toEqual([400, "Unique constraint violation found"]);
    expect((await change({ entity_id: other.entity_id, store_id: 99 })).status).toBe(404);
  });

  it("is unchanged if a part belongs to another order", async () => {
    const [mine, other] = [await importOrder(admin), await importOrder(admin)];
    for (const part of [
      { items: [{ item_id: other.items[0].item_id, qty_ordered: 5 }] },
      { status_histories: [{ entity_id: 999, comment: "x" }] },
    ]) {
      const { status, body } = await change({ entity_id: mine.entity_id, subtotal: 1, ...part });
      expect([status, body]).toEqual(unknownEntity);
    }
    expect((await admin.get(`${path}/${mine.entity_id}`)).body).toEqual(mine);
    expect((await admin.get(`${path}/${other.entity_id}`)).body).toEqual(other);
  });

  it("must exist", async () => {
    const { status, body } = await change({ entity_id: 9999, state: "new" });
    expect([status, body]).toEqual([400, { message: "Please provide payment for the order." }]);
  });
});

describe("an address of an order", () => {
  const saved = (id: number, entity: unknown) => admin.put(`${path}/${id}`, { entity });
  const whole = { ...address, address_type: "billing" };

  it("is changed by its id, and added without one", async () => {
    const created = await importOrder(admin);
    const { entity_id: id } = created.billing_address;
    const changed = await saved(created.entity_id, { ...whole, entity_id: id, city: "Dallas" });
    const { email } = whole;
    expect([changed.status, changed.body]).toEqual([200, { ...created.billing_address, email, city: "Dallas" }]);
    const added = await saved(created.entity_id, whole);
    expect(added.body.entity_id).toBeGreaterThan(id);
    const { body } = await admin.get(`${path}/${created.entity_id}`);
    expect(body.billing_address).toEqual(changed.body);
  });

  it("is rejected without a required key, and for an unknown order or an address of another one", async () => {
    const [mine, other] = [await importOrder(admin), await importOrder(admin)];
    const { city: _city, ...incomplete } = whole;
    const reply = await saved(mine.entity_id, incomplete);
    expect([reply.status, reply.body]).toEqual([400, { message: "The order address couldn't be saved." }]);
    const foreign = await saved(mine.entity_id, { ...whole, entity_id: other.billing_address.entity_id });
    expect([foreign.status, foreign.body]).toEqual(unknownEntity);
    const unknown = await saved(9999, whole);
    expect([unknown.status, unknown.body]).toEqual([reply.status, reply.body]);
  });
});
