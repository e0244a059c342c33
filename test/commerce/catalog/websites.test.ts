import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { addStores, simple } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
let outlet: number;

beforeAll(async () => {
  outlet = (await addStores(app.db)).otherWebsite;
});

const create = async (sku: string, website_ids: number[]) =>
  (await admin.post("/V1/products", { product: simple(sku, { extension_attributes: { website_ids } }) })).body;
const websites = async (sku: string) =>
  (await admin.get(`/V1/products/${sku}`)).body.extension_attributes.website_ids as number[];

describe("the websites of a product", () => {
  it("are added one by one, by POST and by PUT, with the SKU in the path or in the body", async () => {
    const { id } = await create("sold", []);
    await app.db.execute("update product set updated_at = '2020-01-01' where id = $1", [id]);
    const first = await admin.post("/V1/products/sold/websites", { productWebsiteLink: { website_id: 1 } });
    expect([first.status, first.body]).toEqual([200, true]);
    const body = { productWebsiteLink: { sku: "SOLD", website_id: outlet } };
    for (const reply of [
      await admin.put("/V1/products/sold/websites", body),
      await admin.put("/V1/products/sold/websites", body),
    ]) {
      expect([reply.status, reply.body]).toEqual([200, true]);
    }
    expect(await websites("sold")).toEqual([1, outlet]);
    expect((await admin.get("/V1/products/sold")).body.updated_at > "2025").toBe(true);
  });

  it("are removed one by one, even if the product is not on the website", async () => {
    await create("taken-off", [1, outlet]);
    for (const id of [outlet, outlet, 999]) {
      expect((await admin.delete(`/V1/products/taken-off/websites/${id}`)).body).toBe(true);
    }
    expect(await websites("taken-off")).toEqual([1]);
  });

  it("cannot be missing, unknown, or the admin website", async () => {
    const { id } = await create("strict", [1]);
    const add = (website_id?: number) =>
      admin.post("/V1/products/strict/websites", { productWebsiteLink: { sku: "strict", website_id } });
    for (const none of [undefined, 0]) {
      const { status, body } = await add(none);
      expect([status, body]).toEqual([400, { message: "There are not websites for assign to product" }]);
    }
    const { status, body } = await add(999);
    expect([status, body]).toEqual([
      400,
      { message: 'Could not assign product "%1" to websites "%2"', parameters: [id, 999] },
    ]);
    expect(await websites("strict")).toEqual([1]);
  });

  it("can be the admin website, on which no shop sells it", async () => {
    await create("unsold", [0]);
    expect(await websites("unsold")).toEqual([0]);
  });

  it("require an existing product", async () => {
    const link = { productWebsiteLink: { website_id: 1 } };
    for (const reply of [
      await admin.post("/V1/products/nobody/websites", link),
      await admin.put("/V1/products/nobody/websites", link),
      await admin.delete("/V1/products/nobody/websites/1"),
    ]) {
      expect([reply.status, reply.body.message]).toEqual([
        404,
        "The product that was requested doesn't exist. Verify the product and try again.",
      ]);
    }
  });

  it("require the permission to change products", async () => {
    const other = await app.asAdmin(["Magento_Catalog::categories"]);
    const replies = [
      await other.post("/V1/products/sold/websites", {}),
      await other.put("/V1/products/sold/websites", {}),
      await other.delete("/V1/products/sold/websites/1"),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it("are all kept when they are added concurrently", async () => {
    await create("at-once", []);
    const add = (id: number) => admin.post("/V1/products/at-once/websites", { productWebsiteLink: { website_id: id } });
    const replies = await Promise.all([add(1), add(outlet), add(1), add(outlet)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await websites("at-once")).toEqual([1, outlet]);
  });

  it("are removed with the website", async () => {
    const { id } = await app.db.models.website.create({ data: { code: "short_lived", name: "Short-lived" } });
    await create("left", [1, id]);
    await app.db.execute("delete from website where id = $1", [id]);
    expect(await websites("left")).toEqual([1]);
  });

  it("are changed in bulk and over GraphQL", async () => {
    await create("bulk", []);
    const accepted = await admin.post("/async/bulk/V1/products/bySku/websites", [
      { productWebsiteLink: { sku: "bulk", website_id: outlet } },
      { productWebsiteLink: { sku: "bulk", website_id: 999 } },
    ]);
    const { operations_list: operations } = await waitForBulk(admin, accepted);
    expect(operations.map(({ status }) => status)).toEqual([1, 3]);
    const { body } = await admin.graphql(
      `mutation ($outlet: Int!) { addProductToWebsite(productWebsiteLink: { sku: "bulk", website_id: 1 })
        removeProductFromWebsite(sku: "bulk", websiteId: $outlet) }`,
      { outlet },
    );
    expect(body.data).toEqual({ addProductToWebsite: true, removeProductFromWebsite: true });
    expect(await websites("bulk")).toEqual([1]);
  });
});
