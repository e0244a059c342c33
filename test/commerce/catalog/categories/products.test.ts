import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { waitForBulk } from "../../../support/bulk.js";
import { search } from "../../../support/client.js";
import { addCategories, addStores, attributesOf, simple } from "../support.js";
import { create, custom, notFound, path } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
let otherWebsite: number;

beforeAll(async () => {
  ({ otherWebsite } = await addStores(app.db));
  await addCategories(app.db, 40, 41, 42);
  for (const sku of ["cp-1", "cp-2", "cp-3"]) await admin.post("/V1/products", { product: simple(sku) });
});

const productsOf = async (id: number) => (await admin.get(`${path}/${id}/products`)).body;
const noProduct = "The product that was requested doesn't exist. Verify the product and try again.";

describe("the products of a category", () => {
  it("are assigned with a position, moved to another position, listed by id, and removed", async () => {
    const put = (sku: string, more: object = {}) =>
      admin.post(`${path}/40/products`, { productLink: { sku, category_id: "40", ...more } });
    expect((await put("CP-1", { position: 7 })).body).toBe(true);
    expect((await put("cp-2")).body).toBe(true);
    expect(await productsOf(40)).toEqual([
      { sku: "cp-1", position: 7, category_id: "40" },
      { sku: "cp-2", position: 0, category_id: "40" },
    ]);
    const moved = await admin.put(`${path}/40/products`, { productLink: { sku: "cp-2", position: 9 } });
    expect([moved.status, moved.body]).toEqual([200, true]);
    expect((await productsOf(40)).map(({ sku }: { sku: string }) => sku)).toEqual(["cp-1", "cp-2"]);
    expect((await admin.delete(`${path}/40/products/cp-1`)).body).toBe(true);
    expect(await productsOf(40)).toEqual([{ sku: "cp-2", position: 9, category_id: "40" }]);
    const again = await admin.delete(`${path}/40/products/cp-1`);
    expect([again.status, again.body]).toEqual([
      400,
      { message: "The category doesn't contain the specified product." },
    ]);
  });

  it.each(["post", "put"] as const)(
    "are not assigned by %s if the category or the product is unknown",
    async (verb) => {
      const link = async (id: string, productLink: object) => {
        const { status, body } = await admin[verb](`${path}/${id}/products`, { productLink });
        return [status, body] as const;
      };
      expect(await link("99999", { sku: "cp-1" })).toEqual(notFound("99999"));
      expect(await link("abc", { sku: "cp-1" })).toEqual(notFound("abc"));
      expect(await link("40", { sku: "none" })).toEqual([404, { message: noProduct }]);
      expect(await link("40", {})).toEqual([404, { message: noProduct }]);
      const { status, body } = await admin[verb](`${path}/40/products`, {});
      expect([status, body.parameters]).toEqual([400, { fieldName: "productLink" }]);
    },
  );

  it("return an error for an unknown category", async () => {
    const listed = await admin.get(`${path}/99999/products`);
    expect([listed.status, listed.body]).toEqual(notFound(99999));
    expect((await admin.delete(`${path}/99999/products/cp-1`)).status).toBe(404);
    expect((await admin.delete(`${path}/40/products/none`)).body).toEqual({ message: noProduct });
  });

  it("are assigned by concurrent calls and in bulk", async () => {
    const category = await create(admin, "Crowd");
    const skus = ["cp-1", "cp-2", "cp-3"];
    const replies = await Promise.all(
      Array.from({ length: 18 }, (_, index) =>
        admin.post(`${path}/${category.id}/products`, {
          productLink: { sku: skus[index % 3], position: Math.floor(index / 3) },
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await productsOf(category.id)).toHaveLength(3);
    const detail = await waitForBulk(
      admin,
      await admin.put(
        `/async/bulk${path}/byCategoryId/products`,
        [...skus, "none"].map((sku, index) => ({
          categoryId: category.id,
          productLink: { sku, position: 10 - index },
        })),
      ),
    );
    expect(detail.operations_list.map(({ status }) => status)).toEqual([1, 1, 1, 3]);
    expect((await productsOf(category.id)).map(({ sku }: { sku: string }) => sku)).toEqual(["cp-1", "cp-2", "cp-3"]);
  });
});

describe("the categories of a product", () => {
  it("are saved with it; links to unknown ones are ignored, unknown ones in category_ids are refused", async () => {
    const category_links = [
      { category_id: "41", position: 3 },
      { category_id: "88888", position: 1 },
    ];
    const { status, body } = await admin.post("/V1/products", {
      product: simple("linked", { extension_attributes: { category_links } }),
    });
    expect(status).toBe(200);
    expect(body.extension_attributes.category_links).toEqual([{ category_id: "41", position: 3 }]);
    expect(attributesOf(body)["category_ids"]).toEqual(["41"]);
    expect(await productsOf(41)).toEqual([{ sku: "linked", position: 3, category_id: "41" }]);
    const put = (ids: string[]) =>
      admin.put("/V1/products/linked", { product: { custom_attributes: [custom("category_ids", ids)] } });
    const refused = await put(["42", "77777"]);
    expect([refused.status, refused.body]).toEqual(notFound(77777));
    const changed = await put(["41", "42"]);
    expect(changed.body.extension_attributes.category_links).toEqual([
      { category_id: "41", position: 3 },
      { category_id: "42", position: 0 },
    ]);
  });

  it("are named by a list of ids in category_ids, of which a new product ignores unknown ones", async () => {
    const create = (sku: string, ids: unknown) =>
      admin.post("/V1/products", { product: simple(sku, { custom_attributes: [custom("category_ids", ids)] }) });
    const { body } = await create("listed", ["41", "77777"]);
    expect(attributesOf(body)["category_ids"]).toEqual(["41"]);
    const refused = await create("not-listed", "41");
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('The "string" value\'s type is invalid. The "int[]" type was expected.');
    const product = { custom_attributes: [custom("category_ids", ["x"])] };
    expect((await admin.put("/V1/products/listed", { product })).body).toEqual(notFound(0)[1]);
    await admin.delete("/V1/products/listed");
  });

  it("stay when links add another one or change a position, and leave with an empty list of links", async () => {
    const link = (category_id: string, position: number) => ({ category_id, position });
    const save = async (category_links: object[], custom_attributes: object[] = []) => {
      const product = { sku: "merged", extension_attributes: { category_links }, custom_attributes };
      const { body } = await admin.put("/V1/products/merged", { product });
      return body.extension_attributes.category_links;
    };
    const extension_attributes = { category_links: [link("40", 5), link("41", 6)] };
    await admin.post("/V1/products", { product: simple("merged", { extension_attributes }) });
    expect(await save([link("42", 7)])).toEqual([link("40", 5), link("41", 6), link("42", 7)]);
    expect(await save([link("40", 9)])).toEqual([link("40", 9), link("41", 6), link("42", 7)]);
    expect(await save([link("42", 2)], [custom("category_ids", ["41"])])).toEqual([link("41", 6), link("42", 2)]);
    expect(await save([], [custom("category_ids", ["41", "42"])])).toBeUndefined();
  });

  it("are replaced by the attribute category_ids, unless it is empty or null", async () => {
    const extension_attributes = { category_links: [{ category_id: "40", position: 5 }] };
    await admin.post("/V1/products", { product: simple("listed", { extension_attributes }) });
    const save = async (value: unknown) => {
      const product = { custom_attributes: [custom("category_ids", value)] };
      const { body } = await admin.put("/V1/products/listed", { product });
      return body.extension_attributes.category_links;
    };
    for (const value of [[], null, ""]) expect(await save(value)).toEqual([{ category_id: "40", position: 5 }]);
    expect(await save(["41"])).toEqual([{ category_id: "41", position: 0 }]);
  });

  it("are a search field of products", async () => {
    const found = async (...filter: [string, string, string?]) => {
      const { body } = await admin.get(`/V1/products?${search([filter, ["sku", "linked,cp-3", "in"]])}`);
      return body.items.map(({ sku }: { sku: string }) => sku);
    };
    expect(await found("category_id", "42")).toEqual(["linked"]);
    expect(await found("category_id", "42,40", "in")).toEqual(["linked"]);
    expect(await found("category_id", "42", "neq")).toEqual(["cp-3"]);
    expect(await found("category_id", "77777")).toEqual([]);
  });

  it("are removed with the category, even during a save of the product", async () => {
    const before = (await admin.get("/V1/products/cp-1")).body.extension_attributes.category_links;
    for (let round = 0; round < 6; round += 1) {
      const category = await create(admin, `Vanishing ${round}`);
      const link = { category_links: [{ category_id: String(category.id), position: 1 }] };
      const [saved, deleted] = await Promise.all([
        admin.put("/V1/products/cp-1", { product: { extension_attributes: link } }),
        admin.delete(`${path}/${category.id}`),
      ]);
      expect([saved.status, deleted.status]).toEqual([200, 200]);
    }
    const { body } = await admin.get("/V1/products/cp-1");
    expect(body.extension_attributes.category_links).toEqual(before);
  });
});

describe("the number of products in the tree", () => {
  it("includes an anchor's whole subtree, each product once, and with a store code only the website's products", async () => {
    const anchor = await create(admin, "Anchor");
    const plain = await create(admin, "Plain", { parent_id: anchor.id, custom_attributes: [custom("is_anchor", "0")] });
    const leaf = await create(admin, "Leaf", { parent_id: plain.id });
    const put = (id: number, sku: string) => admin.post(`${path}/${id}/products`, { productLink: { sku } });
    await put(anchor.id, "cp-1");
    await put(leaf.id, "cp-1");
    await put(leaf.id, "cp-2");
    await put(plain.id, "cp-3");
    await admin.put("/V1/products/cp-2", { product: { extension_attributes: { website_ids: [otherWebsite] } } });
    const counts = async (store: string) => {
      const { body } = await admin.get(`${path}?rootCategoryId=${anchor.id}`, { store });
      const inner = body.children_data[0];
      return [body.product_count, inner.product_count, inner.children_data[0].product_count];
    };
    expect(await counts("all")).toEqual([3, 1, 2]);
    expect(await counts("default")).toEqual([2, 1, 1]);
    expect(await counts("outlet_view")).toEqual([1, 0, 1]);
  });
});
