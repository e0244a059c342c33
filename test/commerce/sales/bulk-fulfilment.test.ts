import { expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import type { Reply } from "../../support/client.js";
import { order, path } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

/** Imports orders of two lenses each and returns their ids. */
async function importOrders(count: number): Promise<number[]> {
  await waitForBulk(
    admin,
    await admin.post(
      `/async/bulk${path}`,
      Array.from({ length: count }, () => ({ entity: order() })),
    ),
    60,
  );
  const rows = await app.db.models.salesOrder.findMany({ select: { entity_id: true }, orderBy: { entity_id: "desc" } });
  return rows.slice(0, count).map(({ entity_id }) => entity_id);
}

/** Waits for the end of a bulk and returns status, message and result of each operation. */
const outcomes = async (reply: Reply) =>
  (await waitForBulk(admin, reply, 120)).operations_list.map(
    ({ status, result_message: message, result_serialized_data: result }) =>
      status === 1 ? [status, typeof JSON.parse(result ?? "null")] : [status, message],
  );

const stateOf = async (id: number) => {
  const { body } = await admin.get(`/V1/orders/${id}`);
  const { state, status, items } = body as { state: string; status: string; items: Record<string, number>[] };
  return [state, status, items.map(({ qty_invoiced, qty_shipped }) => [qty_invoiced ?? 0, qty_shipped ?? 0])];
};

const noShipment = [
  "Shipment Document Validation Error(s):",
  "The order does not allow a shipment to be created.",
  "You can't create a shipment without products.",
].join("\n");

it("invoices one order asynchronously, and many in bulk, each operation by itself", async () => {
  const [one = 0, two = 0, three = 0] = await importOrders(3);
  expect(await outcomes(await admin.post(`/async/V1/order/${one}/invoice`, { capture: true }))).toEqual([
    [1, "string"],
  ]);
  const line = (await admin.get(`/V1/orders/${two}`)).body.items[0].item_id as number;
  const invoiced = await admin.post("/async/bulk/V1/order/byOrderId/invoice", [
    { orderId: two, items: [{ order_item_id: line, qty: 1 }] },
    { orderId: two, items: [{ order_item_id: line, qty: 2 }] },
    { orderId: one },
    { orderId: 999_999 },
    { orderId: two },
    { orderId: three, capture: true, notify: false },
  ]);
  const results = await outcomes(invoiced);
  expect(results.map(([status]) => status)).toEqual([1, 3, 3, 3, 1, 1]);
  expect(results[1]?.[1]).toBe('We found an invalid quantity to invoice item "Lens".');
  expect(results[3]?.[1]).toBe("The entity that was requested doesn't exist. Verify the entity and try again.");
  for (const id of [one, two, three]) expect(await stateOf(id)).toEqual(["processing", "processing", [[2, 0]]]);
  expect(await app.db.models.salesInvoice.count()).toBe(4);
});

it("ships a hundred orders with tracking numbers in one bulk, each of them once", async () => {
  const count = 100;
  const ids = await importOrders(count);
  const shipment = (id: number) => ({
    orderId: id,
    tracks: [{ carrier_code: "ups", title: "UPS", track_number: `1Z-${id}` }],
  });
  const bodies = [...ids.map(shipment), shipment(ids[0] ?? 0)];
  const results = await outcomes(await admin.post("/async/bulk/V1/order/byOrderId/ship", bodies));
  expect(results).toEqual([...ids.map(() => [1, "string"]), [3, noShipment]]);
  const shipments = await app.db.models.salesShipment.findMany({
    where: { order_id: { in: ids } },
    select: { order_id: true, tracks: { select: { track_number: true } } },
  });
  expect(new Map(shipments.map(({ order_id, tracks }) => [order_id, tracks]))).toEqual(
    new Map(ids.map((id) => [id, [{ track_number: `1Z-${id}` }]])),
  );
  expect(shipments).toHaveLength(count);
  const types = (await admin.get(`/V1/events?types=shipment.created&limit=1000`)).body.events as unknown[];
  expect(types).toHaveLength(count);
});
