import { beforeAll, describe, expect, it } from "vitest";
import { resourceIds } from "../../../src/api/auth/acl.js";
import { declarationOf, eventTypes, matchingTypes } from "../../../src/commerce/events/published.js";
import { recordEvents } from "../../../src/commerce/events/published.recording.js";
import { removeOldEvents } from "../../../src/commerce/events/feed.sql.js";
import { address, answered, guestWith, refused, createProductsInStock } from "../checkout/support.js";
import { importOrder } from "../sales/support.js";
import { buildSurface } from "../../../src/schema.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

const { app, admin } = useApp();
let reader: Client;

beforeAll(async () => {
  reader = await app.asAdmin([
    "Portico_Events::events",
    ...Object.values(eventTypes).map(({ permission }) => permission),
  ]);
  await createProductsInStock(app, {
    rare: { extension_attributes: { stock_item: { qty: 3, is_in_stock: true }, website_ids: [1] } },
  });
});

interface Page {
  readonly events: { readonly id: string; readonly type: string; readonly created_at: string; readonly data: object }[];
  readonly next: string;
}

async function read(query: Readonly<Record<string, string>> = {}): Promise<Page> {
  const { status, body } = await reader.get(`/V1/events?${new URLSearchParams(query).toString()}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}

/** Runs the work and returns the events that it caused, as type and data. */
async function eventsOf(work: () => Promise<unknown>) {
  const { next: after } = await read({ after: "latest" });
  await work();
  return (await read({ after })).events.map(({ type, data }) => [type, data]);
}

const email = "ada@example.com";

/** Places an order of a guest and returns its id. */
async function placeOrder(qty: number): Promise<number> {
  const { client, cart } = await guestWith(app, ["rare", qty]);
  const addressInformation = {
    shipping_address: { ...address, email },
    billing_address: { ...address, email },
    shipping_carrier_code: "flatrate",
    shipping_method_code: "flatrate",
  };
  await client.post(`${cart}/shipping-information`, { addressInformation });
  const placed = await client.put(`${cart}/order`, { paymentMethod: { method: "checkmo" } });
  expect(placed.status).toBe(200);
  return placed.body;
}

describe("the feed of events", () => {
  it("has a placed order, the stock that falls below its threshold, and the states of the order", async () => {
    let id = 0;
    const placed = await eventsOf(async () => void (id = await placeOrder(3)));
    const order = {
      entity_id: id,
      increment_id: expect.stringMatching(/^\d{9}$/) as string,
      store_id: 1,
      order_currency_code: "USD",
      base_currency_code: "USD",
      grand_total: 45,
      base_grand_total: 45,
    };
    expect(placed).toEqual([
      ["order.placed", { ...order, state: "new", status: "pending" }],
      ["stock.below_threshold", { sku: "rare", stock_id: 1, quantity: 0, notify_stock_qty: 1 }],
    ]);
    const actions = await eventsOf(async () => {
      await admin.post(`/V1/orders/${id}/hold`);
      await admin.post(`/V1/orders/${id}/hold`);
      await admin.post(`/V1/orders/${id}/unhold`);
      await admin.post(`/V1/orders/${id}/comments`, { statusHistory: { comment: "no change" } });
      await admin.post(`/V1/orders/${id}/cancel`);
    });
    expect(actions.map(([type, data]) => [type, (data as { state: string }).state])).toEqual(
      ["holded", "new", "canceled"].map((state) => ["order.state_changed", state]),
    );
    expect(await eventsOf(() => importOrder(admin))).toEqual([]);
  });

  it("has saved and deleted products and new customers, but nothing from failed calls", async () => {
    const product = { sku: "thing", name: "Thing", attribute_set_id: 4, type_id: "virtual", price: 5 };
    let id = 0;
    const events = await eventsOf(async () => {
      id = (await admin.post("/V1/products", { product })).body.id as number;
      await admin.put("/V1/products/THING", { product: { price: 6 } });
      await admin.put("/V1/products/thing", { product: { name: "Other" } });
      await admin.put("/V1/products/thing", { product: { price: -1 } });
      await admin.delete("/V1/products/thing");
      await admin.delete("/V1/products/thing");
    });
    const saved = (sku: string) => ["product.saved", { id, sku, type_id: "virtual" }];
    expect(events).toEqual([
      ...[saved("thing"), saved("THING"), saved("thing")],
      ["product.deleted", { id, sku: "thing" }],
    ]);
    const customer = { email: "new@example.com", firstname: "New", lastname: "Customer" };
    const customers = await eventsOf(async () => {
      for (const password of ["short", "Correct-horse-1", "Correct-horse-1"]) {
        await app.asGuest().post("/V1/customers", { customer, password });
      }
    });
    expect(customers).toEqual([
      ["customer.created", { id: expect.any(Number) as number, group_id: 1, website_id: 1, store_id: 1 }],
    ]);
  });

  it("has the prices of a call in a few events, stored with one more statement, without failed rows", async () => {
    await createProductsInStock(app, { one: {}, two: {} });
    const many = Array.from({ length: 600 }, (_, at) => ({ sku: "one", store_id: 0, price: at / 4 }));
    const prices = [...many, { sku: "TWO", store_id: 0, price: "12.3456" }, { sku: "none", store_id: 0, price: 1 }];
    let statements: string[] = [];
    const events = await eventsOf(async () => {
      statements = await app.statementsOf(() => admin.post("/V1/products/base-prices", { prices }));
    });
    expect(statements.filter((text) => text.includes("feed_event"))).toHaveLength(1);
    const shown = events.map(([, data]) => data as { kind: string; prices: object[] });
    expect(shown.map(({ kind, prices: rows }) => [kind, rows.length])).toEqual([
      ["base", 250],
      ["base", 250],
      ["base", 101],
    ]);
    expect(shown[2]?.prices.at(-1)).toEqual({ sku: "two", store_id: 0, price: 12.3456 });
    const others = await eventsOf(async () => {
      const special = { sku: "one", store_id: 0, price: 3 };
      const tier = {
        sku: "two",
        website_id: 0,
        customer_group: "ALL GROUPS",
        quantity: 2,
        price: 1,
        price_type: "fixed",
      };
      await admin.post("/V1/products/special-price", { prices: [special] });
      await admin.post("/V1/products/special-price-delete", { prices: [special] });
      await admin.post("/V1/products/tier-prices", { prices: [tier] });
      await admin.post("/V1/products/cost", { prices: [{ sku: "one", store_id: 0, cost: 2.5 }] });
      await admin.post("/V1/products/cost-delete", { skus: ["one"] });
    });
    const one = { sku: "one", store_id: 0 };
    expect(others.map(([, data]) => data)).toEqual([
      { kind: "special", prices: [{ ...one, price: 3, price_to: null }] },
      { kind: "special", prices: [{ ...one, price: null, price_from: null, price_to: null }] },
      { kind: "tier", prices: [{ sku: "two" }] },
      { kind: "cost", prices: [{ ...one, cost: 2.5 }] },
      { kind: "cost", prices: [{ sku: "one", cost: null }] },
    ]);
  });

  it("is read page by page, by type, and by GraphQL", async () => {
    const { next: after } = await read({ after: "latest" });
    const orders = ["A", "B", "C"].map((sku) => ({ type: "product.deleted", data: { sku } }) as const);
    await recordEvents(app.db, [...orders, { type: "order.placed", data: { entity_id: 1 } }]);
    const first = await read({ after, limit: "2" });
    const second = await read({ after: first.next, limit: "2" });
    expect([...first.events, ...second.events].map(({ data }) => data)).toEqual([
      ...["A", "B", "C"].map((sku) => ({ sku })),
      { entity_id: 1 },
    ]);
    expect(second.events.at(-1)?.id).toBe(second.next);
    expect(await read({ after: second.next })).toEqual({ events: [], next: second.next });
    expect((await read({ after, types: "order.*,customer.created" })).events).toMatchObject([{ type: "order.placed" }]);
    expect(await read({ after, types: "customer.created" })).toEqual({ events: [], next: second.next });
    const { body } = await reader.graphql(
      `query ($after: String) { events(after: $after, limit: 1) { next events { type data } } }`,
      { after },
    );
    expect(body.data).toEqual({
      events: { next: first.events[0]?.id, events: [{ type: "product.deleted", data: { sku: "A" } }] },
    });
  });

  it.each([
    { after: "soon" },
    { after: "-1" },
    { types: "order" },
    { limit: "0" },
    { limit: "1001" },
    { payload: "whole" },
  ])("rejects %o", async (query) => {
    expect((await reader.get(`/V1/events?${new URLSearchParams(query).toString()}`)).status).toBe(400);
  });

  it("has the objects as their routes return them, each read once, with the full payload", async () => {
    const { next: after } = await read({ after: "latest" });
    const id = await placeOrder(1);
    const product = { sku: "full", name: "Full", attribute_set_id: 4, type_id: "virtual", price: 5 };
    await admin.post("/V1/products", { product });
    await admin.post(`/V1/order/${id}/invoice`, {});
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "full", store_id: 0, price: 7 }] });
    const order = (await admin.get(`/V1/orders/${id}`)).body as object;
    const saved = (await admin.get("/V1/products/full", { store: "all" })).body as object;
    await admin.delete("/V1/products/full");
    const { body } = await reader.get(`/V1/events?after=${after}&payload=full`, { store: "all" });
    const events = (body as { events: { type: string; data: object; object: object }[] }).events;
    const objects = Object.fromEntries(events.map((event) => [event.type, event.object]));
    expect(objects["order.placed"]).toEqual(order);
    expect(objects["order.state_changed"]).toEqual(order);
    const [invoice] = events.filter(({ type }) => type === "invoice.created");
    const { data, object } = invoice as { data: { entity_id: number }; object: object };
    expect(object).toEqual((await admin.get(`/V1/invoices/${data.entity_id}`)).body);
    expect([objects["product.saved"], objects["price.changed"]]).toEqual([null, null]);
    await admin.post("/V1/products", { product });
    const { body: again } = await reader.get(`/V1/events?after=${after}&types=product.saved&payload=full`, {
      store: "all",
    });
    const [first, second] = (again as { events: { object: Record<string, unknown> }[] }).events;
    expect(first?.object).toMatchObject({ sku: "full", price: 5 });
    expect(Object.keys(second?.object ?? {}).sort()).toEqual(Object.keys(saved).sort());
    const { body: graphql } = await reader.graphql(
      `query ($after: String) { events(after: $after, types: "order.placed", payload: "full") { events { object } } }`,
      { after },
    );
    expect(graphql.data.events.events).toMatchObject([{ object: { entity_id: id } }]);
  });

  it("shows a caller only the types for which the caller has the permission, and rejects others that the call names", async () => {
    const clerk = await app.asAdmin(["Portico_Events::events", "Magento_Sales::shipment", "Magento_Catalog::products"]);
    const { next: after } = await read({ after: "latest" });
    await recordEvents(
      app.db,
      (["order.placed", "shipment.created", "customer.created", "product.deleted"] as const).map((type) => ({
        type,
        data: { sku: "one" },
      })),
    );
    const typesSeen = async (query: string) => {
      const { status, body } = await clerk.get(`/V1/events?after=${after}${query}`);
      return [status, (body as Page).events.map(({ type }) => type)];
    };
    expect(await typesSeen("")).toEqual([200, ["shipment.created", "product.deleted"]]);
    expect(await typesSeen("&types=*,product.*")).toEqual([200, ["shipment.created", "product.deleted"]]);
    const message = "The consumer isn't authorized to access %resources.";
    for (const types of ["order.*", "shipment.*,order.placed"]) {
      expect(answered(await clerk.get(`/V1/events?types=${types}`))).toEqual(
        refused(401, message, { resources: "Magento_Sales::actions_view" }),
      );
    }
  });

  it("requires for each type the permission of the route that reads the same data", () => {
    const { operations } = buildSurface();
    const routes = new Map(operations.flatMap(({ routes: own }) => own).map((route) => [route.line, route]));
    for (const type of matchingTypes(["*"])) {
      const { permission, object } = declarationOf(type);
      expect(resourceIds.has(permission), permission).toBe(true);
      if (object) expect([type, routes.get(object.line)?.permission]).toEqual([type, [permission]]);
    }
  });

  it("requires its permission", async () => {
    expect((await app.asGuest().get("/V1/events")).status).toBe(401);
    expect((await (await app.asAdmin(["Magento_Sales::sales"])).get("/V1/events")).status).toBe(401);
  });

  it("returns each event once, and those of one record in order, during concurrent writes", async () => {
    const { next } = await read({ after: "latest" });
    const counts = [0, 0, 0, 0];
    const write = async (writer: number) => {
      for (let at = 1; at <= 24; at += 1) {
        await app.db.transaction(async (tx) => {
          // A transaction that is open longer than others, and began to write before them.
          await tx.execute("update config_value set value = value where path = $1", [`none/${writer}`]);
          const thing = at % counts.length;
          await tx.query("select pg_advisory_xact_lock(77, $1::int)", [thing]);
          const count = (counts[thing] ?? 0) + 1;
          await recordEvents(tx, [{ type: "product.saved", data: { thing, count } }]);
          if (at % 5 === 0) await tx.query("select pg_sleep(0.005)");
          counts[thing] = count;
        });
      }
    };
    let isWriting = true;
    const seen: { id: string; data: { thing: number; count: number } }[] = [];
    const follow = async () => {
      let after = next;
      for (let isLast = false; !isLast;) {
        isLast = !isWriting;
        const page = await read({ after, limit: "7" });
        seen.push(...(page.events as unknown as typeof seen));
        isLast &&= page.events.length === 0;
        after = page.next;
      }
    };
    const writing = Promise.all([0, 1, 2, 3].map(write)).then(() => void (isWriting = false));
    await Promise.all([writing, follow(), follow().then(() => undefined)]);
    expect(seen).toHaveLength(192);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(96);
    for (const thing of counts.keys()) {
      const ids = new Map(
        seen.filter(({ data }) => data.thing === thing).map(({ id, data }) => [Number(id), data.count]),
      );
      const inOrder = [...ids].sort(([one], [other]) => one - other).map(([, count]) => count);
      expect(inOrder).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
    }
  });

  it("drops old events, and answers 400 to a client that missed some", async () => {
    const { events } = await read({ limit: "1" });
    const first = events[0]?.id ?? "";
    await app.db.execute(
      "update feed_event set created_at = now() - interval '31 days' where position <= $1::bigint + 1",
      [first],
    );
    expect(await removeOldEvents(app.db, 30, 1)).toBe(1);
    expect(await removeOldEvents(app.db, 30, 10)).toBe(1);
    expect(await removeOldEvents(app.db, 30, 10)).toBe(0);
    const removed = String(Number(first) + 1);
    expect(answered(await reader.get("/V1/events?after=0"))).toEqual(
      refused(400, "The events after the cursor %1 were removed. Reload the data you need, then continue with %2.", [
        "0",
        removed,
      ]),
    );
    expect((await read({ limit: "1" })).events[0]?.id).toBe(String(Number(removed) + 1));
    expect((await read({ after: removed, limit: "1" })).events).toHaveLength(1);

    // Reads only the first positions, so that its time does not depend on the number of events.
    const old = Number(removed) + 3;
    await app.db.execute("update feed_event set created_at = now() - interval '31 days' where position = $1", [old]);
    expect(await removeOldEvents(app.db, 30, 2)).toBe(0);
    expect(await removeOldEvents(app.db, 30, 10)).toBe(3);
  });
});
