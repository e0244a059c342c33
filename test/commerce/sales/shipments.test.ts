import { beforeAll, describe, expect, it } from "vitest";
import { simple } from "../catalog/support.js";
import { setSourceItems } from "../inventory/support.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { placeOrder, type PlacedLine } from "./placed-order.js";
import { importOrder, unknownEntity } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  for (const sku of ["lens", "body", "strap", "shirt-red"]) {
    const extension_attributes = { stock_item: { qty: 1000, is_in_stock: true } };
    await admin.post("/V1/products", { product: simple(sku, { extension_attributes }) });
  }
});

const ship = async (id: number, body: object = {}) => {
  const reply = await admin.post(`/V1/order/${id}/ship`, body);
  return [reply.status, reply.body] as const;
};
const read = async (id: number) => (await admin.get(`/V1/shipment/${id}`)).body;
const orderOf = async (id: number) => (await admin.get(`/V1/orders/${id}`)).body;
const shippedUnits = async (id: number) =>
  (await orderOf(id)).items.map(({ qty_shipped }: { qty_shipped?: number }) => qty_shipped ?? 0) as number[];
const heading = "Shipment Document Validation Error(s):";
const badRequest = (...messages: string[]) => [400, { message: [heading, ...messages].join("\n") }];
const withoutProducts = "You can't create a shipment without products.";
/** Units of a product at the default source, and those that can be sold. */
const stock = async (sku: string) => {
  const key = { sku_key: sku, source_code: "default" };
  const row = await app.db.models.inventorySourceItem.findUniqueOrThrow({ where: { sku_key_source_code: key } });
  const salable = await admin.get(`/V1/inventory/get-product-salable-quantity/${sku}/1`);
  return [Number(row.quantity), salable.body as number] as const;
};
const difference = (one: readonly number[], other: readonly number[]) =>
  one.map((value, at) => value - (other[at] ?? 0));

describe("shipping an order", () => {
  it("ships all that is left, with tracking numbers and a comment, and takes it from stock", async () => {
    const { id, items } = await placeOrder(app, [{ sku: "lens", qty: 3 }]);
    const before = await stock("lens");
    const [status, shipmentId] = await ship(id, {
      notify: true,
      appendComment: true,
      comment: { comment: "On its way", is_visible_on_front: 1 },
      tracks: [{ track_number: "1Z", title: "UPS", carrier_code: "ups" }],
      packages: [{}],
    });
    expect([status, typeof shipmentId]).toEqual([200, "string"]);
    expect(await read(shipmentId as number)).toMatchObject({
      order_id: id,
      increment_id: "000000001",
      total_qty: 3,
      packages: [{}],
      items: [{ order_item_id: items[0], sku: "lens", qty: 3 }],
      tracks: [{ track_number: "1Z", title: "UPS", carrier_code: "ups", order_id: id }],
      comments: [{ comment: "On its way", is_visible_on_front: 1, is_customer_notified: 1 }],
      extension_attributes: { source_code: "default" },
    });
    expect(await orderOf(id)).toMatchObject({ state: "processing", status: "processing", items: [{ qty_shipped: 3 }] });
    expect(difference(await stock("lens"), before)).toEqual([-3, 0]);
    expect(await ship(id)).toEqual(badRequest("The order does not allow a shipment to be created.", withoutProducts));
  });

  it("ships at most what is left, and nothing of unknown lines", async () => {
    const { id, items } = await placeOrder(app, [
      { sku: "lens", qty: 2 },
      { sku: "body", qty: 2 },
    ]);
    const some = {
      items: [
        { order_item_id: items[0], qty: 1.7 },
        { order_item_id: 999999, qty: 1 },
      ],
    };
    expect((await ship(id, some))[0]).toBe(200);
    expect(await shippedUnits(id)).toEqual([1, 0]);
    expect((await ship(id, { items: [{ orderItemId: items[0], qty: 50 }] }))[0]).toBe(200);
    expect(await shippedUnits(id)).toEqual([2, 0]);
    expect(await ship(id, { items: [{ order_item_id: items[0], qty: 1 }] })).toEqual(badRequest(withoutProducts));
    expect((await ship(id))[0]).toBe(200);
    expect(await shippedUnits(id)).toEqual([2, 2]);
  });

  it("completes an order that is invoiced, and otherwise keeps the status of a processing order", async () => {
    const invoiced = { columns: { qty_invoiced: "2" } };
    const { id, items } = await placeOrder(app, [{ sku: "lens", qty: 2, ...invoiced }], {
      state: "processing",
      status: "picked",
      total_paid: "25",
      grand_total: "25",
    });
    await ship(id, { items: [{ order_item_id: items[0], qty: 1 }] });
    expect(await orderOf(id)).toMatchObject({ state: "processing", status: "picked" });
    await ship(id);
    expect(await orderOf(id)).toMatchObject({ state: "complete", status: "complete" });
  });

  it("ships a configurable product by its line, and takes its variation from stock", async () => {
    const variation: PlacedLine = { sku: "shirt-red", qty: 2 };
    const { id, items } = await placeOrder(app, [
      { sku: "shirt", qty: 2, columns: { product_type: "configurable" }, parts: [variation] },
    ]);
    const before = await stock("shirt-red");
    const [, shipmentId] = await ship(id, { items: [{ order_item_id: items[0], qty: 1 }] });
    expect((await read(shipmentId as number)).items).toMatchObject([{ order_item_id: items[0], qty: 1 }]);
    expect(await shippedUnits(id)).toEqual([1, 0]);
    expect(difference(await stock("shirt-red"), before)).toEqual([-1, 0]);
    expect(await ship(id, { items: [{ order_item_id: items[1], qty: 1 }] })).toEqual(badRequest(withoutProducts));
  });

  it("rejects an order that is closed to shipments, missing or on hold", async () => {
    const { id } = await placeOrder(app, [{ sku: "lens", qty: 1 }]);
    await admin.post(`/V1/orders/${id}/hold`);
    expect(await ship(id, { tracks: [{ track_number: " ", title: "UPS", carrier_code: "ups" }] })).toEqual(
      badRequest(
        "A shipment cannot be created when an order has a status of holded",
        "Please enter a tracking number.",
      ),
    );
    const virtual = await placeOrder(app, [{ sku: "lens", qty: 1, columns: { is_virtual: 1 } }], { is_virtual: 1 });
    expect(await ship(virtual.id)).toEqual(
      badRequest("A shipment cannot be created when an order has a status of pending", withoutProducts),
    );
    expect(await ship(999999)).toEqual(unknownEntity);
    expect(await ship(0)).toEqual([400, { message: "An ID is needed. Set the ID and try again." }]);
  });

  it("rejects items nested in an entity, which would otherwise be ignored and ship everything", async () => {
    const { id, items } = await placeOrder(app, [{ sku: "lens", qty: 2 }]);
    expect(await ship(id, { entity: { items: [{ order_item_id: items[0], qty: 1 }] } })).toEqual([
      400,
      {
        message: '"%fieldName" is not supported. Correct the field name and try again.',
        parameters: { fieldName: "Entity" },
      },
    ]);
    expect((await ship(id, { items: "all" }))[0]).toBe(400);
    expect(await shippedUnits(id)).toEqual([0]);
  });

  it("needs the permission to ship", async () => {
    const viewer = await app.asAdmin(["Magento_Sales::shipment"]);
    expect((await viewer.post("/V1/order/1/ship", {})).status).toBe(401);
  });

  it("takes nothing and says why if the source has too little", async () => {
    const { id } = await placeOrder(app, [{ sku: "lens", qty: 2 }]);
    const before = await stock("lens");
    const failure = "Could not save a shipment, see error log for details";
    const from = (source_code: string) => ({ arguments: { extension_attributes: { source_code } } });
    expect(await ship(id, from("nowhere"))).toEqual([
      400,
      {
        message: failure,
        parameters: {
          reason: "No such entity with source_code = nowhere",
          fieldName: "source_code",
          fieldValue: "nowhere",
        },
      },
    ]);
    await admin.post("/V1/inventory/sources", {
      source: { source_code: "oslo", name: "Oslo", country_id: "NO", postcode: "0150", enabled: true },
    });
    expect((await ship(id, from("oslo")))[1]).toMatchObject({
      message: failure,
      parameters: { reason: "Source item not found by source code: oslo and sku: lens." },
    });
    await setSourceItems(app.db, { sku: "lens", source: "oslo", quantity: 1 });
    expect((await ship(id, from("oslo")))[1]).toMatchObject({
      parameters: { reason: "Not all of your products are available in the requested quantity." },
    });
    expect([await shippedUnits(id), await stock("lens")]).toEqual([[0], before]);
    await setSourceItems(app.db, { sku: "lens", source: "oslo", quantity: 5 });
    const [status, shipmentId] = await ship(id, from("oslo"));
    expect([status, (await read(shipmentId as number)).extension_attributes]).toEqual([200, { source_code: "oslo" }]);
    expect(difference(await stock("lens"), before)).toEqual([0, 2]);
  });

  it("leaves reservations of others alone if the order was imported with their number", async () => {
    const placed = await placeOrder(app, [{ sku: "body", qty: 2 }]);
    const items = [{ sku: "body", qty_ordered: 2, price: 10 }];
    const imported = await importOrder(admin, { store_id: 0, increment_id: placed.incrementId, items });
    const before = await stock("body");
    expect((await ship(imported.entity_id))[0]).toBe(200);
    expect(difference(await stock("body"), before)).toEqual([-2, -2]);
    expect((await ship(placed.id))[0]).toBe(200);
    expect(difference(await stock("body"), before)).toEqual([-4, -2]);
  });
});

describe("shipping a bundle", () => {
  const kit = (shipment_type: number, qty = 2): PlacedLine => ({
    ...{ sku: "kit", qty, columns: { product_option: { shipment_type } } },
    parts: [
      { sku: "body", qty },
      { sku: "strap", qty: 3 * qty },
    ],
  });

  it("ships it with all of its parts if they are shipped together", async () => {
    const { id, items } = await placeOrder(app, [kit(0)]);
    const before = await stock("strap");
    const [, shipmentId] = await ship(id, { items: [{ order_item_id: items[0], qty: 1 }] });
    expect((await read(shipmentId as number)).items).toMatchObject([{ order_item_id: items[0], qty: 1 }]);
    expect(await shippedUnits(id)).toEqual([1, 1, 3]);
    expect(difference(await stock("strap"), before)).toEqual([-3, 0]);
    const together =
      'Cannot create shipment as bundle product "kit" has shipment type "Together". Bundle product itself should be shipped instead.';
    expect(await ship(id, { items: [{ order_item_id: items[1], qty: 1 }] })).toEqual(
      badRequest(withoutProducts, together),
    );
    await ship(id);
    expect(await shippedUnits(id)).toEqual([2, 2, 6]);
  });

  it("ships its parts, and the bundle itself with them, if they are shipped separately", async () => {
    const { id, items } = await placeOrder(app, [kit(1, 1), { sku: "lens", qty: 1 }]);
    const separately =
      'Cannot create shipment as bundle product "kit" has shipment type "Separately". Bundle product options should be shipped instead.';
    expect(await ship(id, { items: [{ order_item_id: items[0], qty: 1 }] })).toEqual(
      badRequest(withoutProducts, separately),
    );
    const before = await stock("strap");
    const [, shipmentId] = await ship(id, { items: [{ order_item_id: items[2], qty: 2 }] });
    expect((await read(shipmentId as number)).items).toMatchObject([
      { order_item_id: items[0], qty: 1 },
      { order_item_id: items[2], qty: 2 },
    ]);
    expect(await shippedUnits(id)).toEqual([1, 0, 2, 0]);
    expect(difference(await stock("strap"), before)).toEqual([-2, 0]);
    await ship(id);
    expect(await shippedUnits(id)).toEqual([1, 1, 3, 1]);
  });

  it("stores a shipment only if its items match how the bundle is shipped", async () => {
    const save = async (order_id: number, ...items: readonly number[]) => {
      const entity = { order_id, items: items.map((order_item_id) => ({ order_item_id, qty: 1 })) };
      const { status, body } = await admin.post("/V1/shipment/", { entity });
      return [status, body.message];
    };
    const together = await placeOrder(app, [kit(0)]);
    const [bundle = 0, body = 0] = together.items;
    expect(await save(together.id, bundle, body)).toEqual([400, expect.stringContaining("Bundle product itself")]);
    expect(await save(together.id, body)).toEqual([
      400,
      "Cannot create shipment as bundle product kit should be included as well.",
    ]);
    expect(await save(together.id, bundle)).toEqual([200, undefined]);
    const separate = await placeOrder(app, [kit(1)]);
    const [whole = 0, part = 0] = separate.items;
    expect(await save(separate.id, whole)).toEqual([400, expect.stringContaining("should also incorporate")]);
    expect(await save(separate.id, whole, part)).toEqual([200, undefined]);
  });
});

describe("a shipment that is stored", () => {
  it("takes its goods from stock and leaves the order as it is", async () => {
    const { id, items } = await placeOrder(app, [{ sku: "lens", qty: 2 }]);
    const before = await stock("lens");
    const entity = {
      ...{ order_id: id, shipment_status: 1, total_weight: 1.5, shipping_label: "Label", packages: [{}] },
      items: [{ order_item_id: items[0], qty: 2 }],
      tracks: [{ track_number: "1Z", carrier_code: "ups", title: "UPS" }],
      comments: [{ comment: "Packed", is_visible_on_front: 0 }],
    };
    const { status, body } = await admin.post("/V1/shipment/", { entity });
    expect([status, body]).toMatchObject([
      200,
      {
        ...entity,
        shipping_label: "TGFiZWw=",
        extension_attributes: { source_code: "default" },
        increment_id: expect.stringMatching(/^0{6}\d+$/),
      },
    ]);
    expect(difference(await stock("lens"), before)).toEqual([-2, 0]);
    expect(await orderOf(id)).toMatchObject({ state: "new", items: [{ sku: "lens" }] });
    expect(await shippedUnits(id)).toEqual([0]);
    expect((await admin.get(`/V1/shipment/${body.entity_id}/label`)).body).toBe("TGFiZWw=");
    const change = {
      entity_id: body.entity_id,
      shipping_label: "New",
      tracks: [{ track_number: "2Z", carrier_code: "dhl" }],
    };
    const changed = (await admin.post("/V1/shipment/", { entity: change })).body;
    expect(changed).toMatchObject({
      ...entity,
      shipping_label: "TmV3",
      tracks: [{ track_number: "1Z" }, { track_number: "2Z" }],
    });
    expect(difference(await stock("lens"), before)).toEqual([-2, 0]);
  });

  it("takes nothing from stock again when it is sent again", async () => {
    const { id, items } = await placeOrder(app, [{ sku: "lens", qty: 2 }]);
    const before = await stock("lens");
    const entity = { order_id: id, items: [{ order_item_id: items[0], qty: 2 }] };
    for (const _again of [1, 2]) expect((await admin.post("/V1/shipment/", { entity })).status).toBe(200);
    expect(difference(await stock("lens"), before)).toEqual([-2, 0]);
  });

  it("keeps its label when it is sent back as it was read", async () => {
    const { id, items } = await placeOrder(app, [{ sku: "lens", qty: 1 }]);
    const lines = [{ order_item_id: items[0], qty: 1 }];
    const { body } = await admin.post("/V1/shipment/", { entity: { order_id: id, items: lines, shipping_label: "A" } });
    const read = (await admin.get(`/V1/shipment/${body.entity_id}`)).body;
    expect((await admin.post("/V1/shipment/", { entity: read })).body.shipping_label).toBe(read.shipping_label);
  });

  it("needs lines of its order, a number of its own and a known order", async () => {
    const { id, items } = await placeOrder(app, [{ sku: "lens", qty: 1 }]);
    const other = await placeOrder(app, [{ sku: "lens", qty: 1 }]);
    const save = async (entity: object) => {
      const { status, body } = await admin.post("/V1/shipment/", { entity });
      return [status, body.message];
    };
    const line = { order_item_id: items[0], qty: 1 };
    const failure = [400, "The shipment couldn't be saved."];
    expect(await save({ order_id: id })).toEqual(failure);
    expect(await save({ items: [line] })).toEqual([400, "An ID is needed. Set the ID and try again."]);
    expect(await save({ order_id: other.id, items: [line] })).toEqual(failure);
    expect((await save({ order_id: 999999, items: [line] }))[0]).toBe(404);
    expect((await save({ entity_id: 999999, shipping_label: "x" }))[0]).toBe(404);
    expect(await save({ order_id: id, items: [line], increment_id: "S-1" })).toEqual([200, undefined]);
    expect(await save({ order_id: id, items: [line], increment_id: "S-1" })).toEqual([
      400,
      "Unique constraint violation found",
    ]);
  });

  it("is found by its fields, read by its id, and has an empty label by default", async () => {
    const { id } = await placeOrder(app, [{ sku: "lens", qty: 1 }]);
    const [, shipmentId] = await ship(id);
    const { body } = await admin.get(`/V1/shipments?${search([["order_id", String(id)]])}`);
    expect(body).toMatchObject({ total_count: 1, items: [{ entity_id: Number(shipmentId), order_id: id }] });
    expect((await admin.get(`/V1/shipments?${search([["nothing", "1"]])}`)).status).toBe(400);
    const label = await admin.get(`/V1/shipment/${String(shipmentId)}/label`);
    expect([label.status, label.body]).toEqual([200, ""]);
    for (const route of ["/V1/shipment/999999", "/V1/shipment/999999/label"]) {
      const unknown = await admin.get(route);
      expect([unknown.status, unknown.body]).toEqual(unknownEntity);
    }
  });

  it("has comments, the oldest first", async () => {
    const { id } = await placeOrder(app, [{ sku: "lens", qty: 1 }]);
    const [, shipmentId] = await ship(id);
    const comments = `/V1/shipment/${String(shipmentId)}/comments`;
    const added = await admin.post(comments, { entity: { comment: "Packed", isVisibleOnFront: 1 } });
    expect([added.status, added.body]).toMatchObject([200, { parent_id: Number(shipmentId), is_visible_on_front: 1 }]);
    expect((await admin.get(comments)).body).toMatchObject({ total_count: 1, items: [{ comment: "Packed" }] });
    expect((await admin.post(comments, { entity: { comment: "" } })).body).toEqual({
      message: "Could not save the shipment comment.",
    });
    expect((await admin.get("/V1/shipment/999999/comments")).body).toMatchObject({ items: [], total_count: 0 });
    expect((await app.asGuest().get(comments)).status).toBe(401);
  });
});

describe("the tracking numbers of a shipment", () => {
  it("are added, changed and deleted", async () => {
    const { id } = await placeOrder(app, [{ sku: "lens", qty: 1 }]);
    const parent_id = Number((await ship(id))[1]);
    const entity = { order_id: id, parent_id, track_number: "1Z", carrier_code: "ups", title: "UPS", weight: 2.5 };
    const save = async (more: object) => {
      const { status, body } = await admin.post("/V1/shipment/track", { entity: { ...entity, ...more } });
      return [status, body] as const;
    };
    const [status, track] = await save({});
    expect([status, track]).toMatchObject([200, entity]);
    expect((await save({ entity_id: track.entity_id, track_number: "2Z" }))[1]).toMatchObject({ track_number: "2Z" });
    const failure = [400, { message: "Could not save the shipment tracking." }];
    const other = await placeOrder(app, [{ sku: "lens", qty: 1 }]);
    for (const wrong of [{ order_id: other.id }, { parent_id: 999999 }, { track_number: "" }, { carrier_code: null }]) {
      expect(await save(wrong)).toEqual(failure);
    }
    expect((await read(parent_id)).tracks).toMatchObject([{ track_number: "2Z" }]);
    const remove = async (trackId: number) => (await admin.delete(`/V1/shipment/track/${trackId}`)).body as unknown;
    expect([await remove(track.entity_id), await remove(999999)]).toEqual([true, true]);
    expect((await read(parent_id)).tracks).toEqual([]);
    expect((await app.asGuest().delete("/V1/shipment/track/1")).status).toBe(401);
  });
});
