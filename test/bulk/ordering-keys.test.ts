import { afterAll, beforeAll, expect, it } from "vitest";
import { declaredRoutes } from "../conformance/document.js";
import { simple } from "../catalog/support.js";
import { newPerson } from "../customer/support.js";
import { startApp, type TestApp } from "../support/app.js";

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app[Symbol.asyncDispose]());

it("every route that changes a product is queued among the changes of products, wherever its path leads", () => {
  const aboutProducts = declaredRoutes.filter(
    ({ queueable, segments, entity = "" }) =>
      queueable && segments[1] !== "categories" && (segments.includes(":sku") || /\bsku$/.test(entity)),
  );
  expect(aboutProducts.length).toBeGreaterThan(30);
  expect(aboutProducts.filter(({ kind }) => kind !== "products").map(({ path }) => path)).toEqual([]);
});

it("what products depend on is queued in order with the changes of all of them", () => {
  const depended = /attribute-sets|\/attributes|downloadable-links\/(samples\/)?:id$/;
  const routes = declaredRoutes.filter(
    ({ queueable, path, segments }) => queueable && depended.test(path) && !segments.includes(":sku"),
  );
  expect(routes.length).toBeGreaterThan(12);
  expect(routes.filter(({ kind, entity }) => kind !== "products" || entity !== "*").map(({ path }) => path)).toEqual(
    [],
  );
});

it("a bundle that is queued and its options have one place in the order", async () => {
  const admin = await app.asAdmin();
  const bundle = { ...simple("kit"), type_id: "bundle" };
  const option = { sku: "Kit", title: "Body", required: true, type: "select", product_links: [] };
  expect((await admin.post("/async/V1/products", { product: bundle })).status).toBe(202);
  expect((await admin.post("/async/V1/bundle-products/options/add", { option })).status).toBe(202);
  expect((await admin.delete("/async/V1/products/attributes/color")).status).toBe(202);
  const queued = await app.db.query("select entity_kind as kind, entity_key as key from bulk_queue order by seq");
  const [kit, all] = [
    { kind: "products", key: "kit" },
    { kind: "products", key: "*" },
  ];
  expect(queued).toEqual([kit, kit, all]);
});

it("what names other products has its place behind the changes of all of them", async () => {
  const admin = await app.asAdmin();
  await app.db.execute("delete from bulk_queue");
  const linked = { link_type: "related", linked_product_sku: "lens", linked_product_type: "simple", position: 1 };
  const option = { title: "Body", type: "select", product_links: [{ sku: "lens", qty: 1 }] };
  const bodies: [string, object][] = [
    ["/V1/products", { product: simple("camera") }],
    ["/V1/products", { product: simple("camera", { product_links: [] }) }],
    ["/V1/products", { product: simple("camera", { product_links: [{ ...linked, sku: "camera" }] }) }],
    [
      "/V1/products",
      { product: simple("kit", { type_id: "bundle", extension_attributes: { bundle_product_options: [option] } }) },
    ],
    ["/V1/products/camera/links", { items: [{ ...linked, sku: "camera" }] }],
    ["/V1/configurable-products/camera/child", { childSku: "lens" }],
    ["/V1/bundle-products/options/add", { option: { ...option, sku: "kit" } }],
    ["/V1/bundle-products/kit/links/1", { linkedProduct: { sku: "lens", qty: 1 } }],
  ];
  for (const [path, body] of bodies) expect((await admin.post(`/async${path}`, body)).status).toBe(202);
  const queued = await app.db.query<{ key: string }>("select entity_key as key from bulk_queue order by seq");
  expect(queued.map(({ key }) => key)).toEqual(["camera", "camera", "*", "*", "*", "*", "*", "*"]);
  await app.db.execute("delete from bulk_queue");
});

it("what a customer queues about the own account is about that, whatever id is sent with it", async () => {
  const admin = await app.asAdmin();
  const [one, other] = [await newPerson(app), await newPerson(app)];
  const bodies = [{ customer: { id: other.id } }, { customer: {} }, { customer: { id: one.id } }];
  const accepted = await one.self.put("/async/bulk/V1/customers/me", bodies);
  const keys = async () =>
    (
      await app.db.query<{ entity_key: string }>(
        "select entity_key from bulk_queue where entity_kind = 'customers' order by seq",
      )
    ).map(({ entity_key }) => entity_key);
  const own = [1, 2, 3].map(() => String(one.id));
  expect(await keys()).toEqual(own);
  await app.db.execute("delete from bulk_queue where entity_kind = 'customers'");
  await app.db.execute("update bulk_operation set status = 2 where bulk_uuid = $1::uuid", [accepted.body.bulk_uuid]);
  expect((await admin.post(`/V1/bulk/${accepted.body.bulk_uuid}/retry`)).body).toBe(3);
  expect(await keys()).toEqual(own);
});
