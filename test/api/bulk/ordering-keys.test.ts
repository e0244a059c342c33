import { expect, it } from "vitest";
import { declaredRoutes } from "../../conformance/document.js";
import { simple } from "../../commerce/catalog/support.js";
import { newPerson } from "../../commerce/customer/support.js";
import { useApp } from "../../support/app.js";
import { emptyQueue, queuedKeys } from "../../support/bulk.js";

const { app } = useApp();

it("orders every route that changes a product by the SKU, regardless of its path", () => {
  const bySku = declaredRoutes.filter(
    ({ queueable, segments, keySources }) =>
      queueable &&
      segments[1] !== "categories" &&
      (segments.includes(":sku") || keySources.some(({ path = "" }) => /\b(product_)?sku$/.test(path))),
  );
  expect(bySku.length).toBeGreaterThan(30);
  expect(bySku.filter(({ keySources }) => keySources[0]?.aggregate !== "product").map(({ path }) => path)).toEqual([]);
});

it("orders changes of attributes and attribute sets with the changes of every product", () => {
  const depended = /attribute-sets|\/attributes|downloadable-links\/(samples\/)?:id$/;
  const routes = declaredRoutes.filter(
    ({ queueable, path, segments }) => queueable && depended.test(path) && !segments.includes(":sku"),
  );
  expect(routes.length).toBeGreaterThan(12);
  for (const { keySources } of routes) expect(keySources).toEqual([{ aggregate: "product", path: undefined }]);
});

it("names each aggregate in the singular", () => {
  const aggregates = new Set(declaredRoutes.flatMap(({ keySources }) => keySources.map(({ aggregate }) => aggregate)));
  expect([...aggregates].sort()).toEqual([
    "administrator",
    "bulk",
    "cart",
    "category",
    "cms-block",
    "cms-page",
    "creditmemo",
    "currency-rate",
    "customer",
    "customer-group",
    "gift-card",
    "gift-card-pool",
    "gift-registry",
    "gift-wrapping",
    "integration",
    "inventory-source",
    "inventory-stock",
    "invoice",
    "order",
    "order-number",
    "price-schedule",
    "product",
    "product-id",
    "return",
    "reward-rate",
    "sales-rule",
    "setting",
    "shipment",
    "shipment-track",
    "store",
    "tax",
    "webhook",
  ]);
});

it("gives a queued bundle and its options the same key", async () => {
  const admin = await app.asAdmin();
  const bundle = { ...simple("kit"), type_id: "bundle" };
  const option = { sku: "Kit", title: "Body", required: true, type: "select", product_links: [] };
  expect((await admin.post("/async/V1/products", { product: bundle })).status).toBe(202);
  expect((await admin.post("/async/V1/bundle-products/options/add", { option })).status).toBe(202);
  expect((await admin.delete("/async/V1/products/attributes/color")).status).toBe(202);
  expect(await queuedKeys(app)).toEqual([["product:kit"], ["product:kit"], ["product:*"]]);
  await emptyQueue(app);
});

it("orders an operation by the products that it refers to, and by no others", async () => {
  const admin = await app.asAdmin();
  const linked = { link_type: "related", linked_product_sku: "Lens", linked_product_type: "simple", position: 1 };
  const option = { title: "Body", type: "select", product_links: [{ sku: "lens", qty: 1 }] };
  const bodies: [string, object, string[]][] = [
    ["/V1/products", { product: simple("camera") }, ["camera"]],
    ["/V1/products", { product: simple("camera", { product_links: [] }) }, ["camera"]],
    [
      "/V1/products",
      { product: simple("camera", { product_links: [{ ...linked, sku: "camera" }] }) },
      ["camera", "lens"],
    ],
    [
      "/V1/products",
      { product: simple("kit", { type_id: "bundle", extension_attributes: { bundle_product_options: [option] } }) },
      ["kit", "lens"],
    ],
    ["/V1/products/camera/links", { items: [{ ...linked, sku: "camera" }] }, ["camera", "lens"]],
    ["/V1/configurable-products/camera/child", { childSku: "lens" }, ["camera", "lens"]],
    ["/V1/bundle-products/options/add", { option: { ...option, sku: "kit" } }, ["kit", "lens"]],
    ["/V1/bundle-products/kit/links/1", { linkedProduct: { sku: "lens", qty: 1 } }, ["kit", "lens"]],
    ["/V1/products/special-price", { prices: [price("A"), price(" b "), price("a")] }, ["a", "b"]],
  ];
  for (const [path, body] of bodies) expect((await admin.post(`/async${path}`, body)).status).toBe(202);
  expect(await queuedKeys(app)).toEqual(bodies.map(([, , skus]) => skus.map((sku) => `product:${sku}`)));
  await emptyQueue(app);
});

const price = (sku: string) => ({
  sku,
  store_id: 0,
  price: 5,
  price_from: "2030-01-01 00:00:00",
  price_to: "2031-01-01 00:00:00",
});

it("orders a product in a category by both, and after every change of the tree", async () => {
  const admin = await app.asAdmin();
  const productLink = { sku: "lens", category_id: "2", position: 1 };
  expect((await admin.post("/async/V1/categories/2/products", { productLink })).status).toBe(202);
  expect((await admin.delete("/async/V1/categories/2/products/Lens")).status).toBe(202);
  expect((await admin.put("/async/V1/categories/3/move", { parentId: 2 })).status).toBe(202);
  expect(await queuedKeys(app)).toEqual([
    ["category:2", "product:lens"],
    ["category:2", "product:lens"],
    ["category:*"],
  ]);
  await emptyQueue(app);
});

it("shortens a key that is too long for the index without losing its uniqueness", async () => {
  const admin = await app.asAdmin();
  const option = (sku: string) => ({ option: { product_sku: sku, title: "Size", type: "field" } });
  const long = "x".repeat(300);
  for (const sku of [long, `${long}y`, long.toUpperCase()]) {
    expect((await admin.post("/async/V1/products/options", option(sku))).status).toBe(202);
  }
  const [one, other, again] = (await queuedKeys(app)).map(([key]) => key);
  expect(one?.length).toBeLessThan(100);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
  await emptyQueue(app);
});

it("orders calls of customers for their own accounts by their id, whatever id they send", async () => {
  const admin = await app.asAdmin();
  const [one, other] = [await newPerson(app), await newPerson(app)];
  const bodies = [
    { customer: { id: other.id } },
    { customer: {} },
    { customer: { id: one.id, email: "New@example.com" } },
  ];
  const accepted = await one.self.put("/async/bulk/V1/customers/me", bodies);
  const keys = [`customer:${one.id}`, `customer:${one.email}`];
  const own = [keys, keys, [`customer:${one.id}`, ...[`customer:${one.email}`, "customer:new@example.com"].sort()]];
  expect(await queuedKeys(app)).toEqual(own);
  await emptyQueue(app);
  await app.db.execute("update bulk_operation set status = 2 where bulk_uuid = $1::uuid", [accepted.body.bulk_uuid]);
  expect((await admin.post(`/V1/bulk/${accepted.body.bulk_uuid}/retry`)).body).toBe(3);
  expect(await queuedKeys(app)).toEqual(own);
  await emptyQueue(app);
});

it("orders imports and changes of orders by the id of the order, or by the number of a new one", async () => {
  const admin = await app.asAdmin();
  const entities = [
    { entity_id: 7, increment_id: "000000007" },
    { increment_id: "ERP-8" },
    { ext_order_id: "X9" },
    { grand_total: 5 },
  ];
  const accepted = await admin.post(
    "/async/bulk/V1/orders",
    entities.map((entity) => ({ entity })),
  );
  expect(accepted.status).toBe(202);
  expect((await admin.post("/async/V1/orders/7/cancel")).status).toBe(202);
  expect(await queuedKeys(app)).toEqual([
    ["order:7", "order-number:000000007"],
    ["order-number:erp-8"],
    ["order-number:x9"],
    ["order:*"],
    ["order:7"],
  ]);
  await emptyQueue(app);
});
