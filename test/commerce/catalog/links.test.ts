import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { simple } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  for (const sku of ["one", "two", "three", "four"]) await admin.post("/V1/products", { product: simple(sku) });
});

const productNotFound = {
  message: "The product that was requested doesn't exist. Verify the product and try again.",
};
const create = async (sku: string, product_links: object[] = [], more: object = {}) =>
  (await admin.post("/V1/products", { product: simple(sku, { product_links, ...more }) })).body;
const link = (link_type: string, linked_product_sku: string, more: object = {}) => ({
  link_type,
  linked_product_sku,
  ...more,
});
const set = (sku: string, items: object[]) => admin.post(`/V1/products/${sku}/links`, { items });
const put = (sku: string, entity: object) => admin.put(`/V1/products/${sku}/links`, { entity });
/** Returns the links of a type as `sku@position`. */
const list = async (sku: string, type: string) =>
  (await admin.get(`/V1/products/${sku}/links/${type}`)).body.map(
    (found: { linked_product_sku: string; position: number }) => `${found.linked_product_sku}@${found.position}`,
  );

describe("link types", () => {
  it("are listed with their ids", async () => {
    expect((await admin.get("/V1/products/links/types")).body).toEqual([
      { code: 1, name: "related" },
      { code: 5, name: "crosssell" },
      { code: 4, name: "upsell" },
      { code: 3, name: "associated" },
    ]);
  });

  it.each([
    ["related", [{ code: "position", type: "int" }]],
    [
      "associated",
      [
        { code: "position", type: "int" },
        { code: "qty", type: "decimal" },
      ],
    ],
    ["constructor", []],
  ])("include %s with its attributes", async (type, attributes) => {
    expect((await admin.get(`/V1/products/links/${type}/attributes`)).body).toEqual(attributes);
  });

  it("require the permission to read the catalog, as links do", async () => {
    const other = await app.asAdmin(["Magento_Catalog::products"]);
    const replies = [
      await other.get("/V1/products/links/types"),
      await other.get("/V1/products/links/related/attributes"),
      await other.get("/V1/products/one/links/related"),
      await other.post("/V1/products/one/links", { items: [] }),
      await other.put("/V1/products/one/links", { entity: {} }),
      await other.delete("/V1/products/one/links/related/two"),
    ];
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(401));
  });
});

describe("the links of a product", () => {
  it("are read by type, in the order of the linked products' ids", async () => {
    await create("read", [
      link("related", "two", { position: 1 }),
      link("related", "one", { position: 2 }),
      link("upsell", "three", { position: 1 }),
    ]);
    expect((await admin.get("/V1/products/READ/links/upsell")).body).toEqual([
      { sku: "read", link_type: "upsell", linked_product_sku: "three", linked_product_type: "simple", position: 1 },
    ]);
    expect(await list("read", "related")).toEqual(["one@2", "two@1"]);
    expect(await list("read", "crosssell")).toEqual([]);
  });

  it("are numbered in the order of the request if a link of their type has no position, on every route", async () => {
    const links = [
      link("related", "three", { position: 9 }),
      link("related", "one"),
      link("upsell", "two", { position: 7 }),
    ];
    await create("numbered", links);
    await create("numbered-too");
    expect((await set("numbered-too", links)).body).toBe(true);
    for (const sku of ["numbered", "numbered-too"]) {
      expect(await list(sku, "related")).toEqual(["one@2", "three@1"]);
      expect(await list(sku, "upsell")).toEqual(["two@7"]);
    }
  });

  it("are added to the links that the product has", async () => {
    await create("added", [link("related", "one", { position: 1 }), link("crosssell", "two", { position: 1 })]);
    const { status, body } = await set("added", [
      link("related", "THREE", { position: 100 }),
      link("related", "one", { position: 7 }),
    ]);
    expect([status, body]).toEqual([200, true]);
    expect(await list("added", "related")).toEqual(["one@7", "three@100"]);
    expect(await list("added", "crosssell")).toEqual(["two@1"]);
  });

  it("are numbered after the stored ones if an added link has no position", async () => {
    await create("renumbered", [link("related", "one", { position: 8 }), link("related", "two", { position: 9 })]);
    await set("renumbered", [link("related", "one"), link("related", "three")]);
    expect(await list("renumbered", "related")).toEqual(["one@3", "two@2", "three@4"]);
  });

  it("are rejected as an empty list", async () => {
    const { status, body } = await set("one", []);
    expect([status, body]).toEqual([
      400,
      {
        message: 'Invalid value of "%value" provided for the %fieldName field.',
        parameters: { fieldName: "items", value: "empty array" },
      },
    ]);
  });

  it("never lead to the product itself", async () => {
    await create("self", [link("related", "one", { position: 1 })]);
    expect((await set("self", [link("related", "SELF", { position: 2 })])).body).toBe(true);
    expect((await put("self", link("upsell", "self", { position: 2 }))).body).toBe(true);
    const { product_links } = (await admin.get("/V1/products/self")).body;
    expect(product_links).toMatchObject([{ linked_product_sku: "one" }]);
    await admin.put("/V1/products/self", { product: { product_links: [link("related", "self")] } });
    expect((await admin.get("/V1/products/self")).body.product_links).toEqual([]);
  });

  it("list the products of a grouped product last and by position, with the quantity 0 if none was sent", async () => {
    const links = [link("associated", "one", { position: 2 }), link("associated", "two", { position: 1 })];
    const { product_links } = await create("ordered", [...links, link("crosssell", "three", { position: 1 })], {
      type_id: "grouped",
    });
    expect(product_links).toMatchObject([
      { linked_product_sku: "three" },
      { linked_product_sku: "two", extension_attributes: { qty: 0 } },
      { linked_product_sku: "one", extension_attributes: { qty: 0 } },
    ]);
  });

  it("are saved one by one, and keep absent fields", async () => {
    await create("single", [link("related", "one", { position: 1 })]);
    expect((await put("single", link("related", "two", { position: 5 }))).body).toBe(true);
    expect((await put("single", link("related", "one", { position: 1000 }))).body).toBe(true);
    expect((await put("single", { sku: "SINGLE", ...link("related", "two") })).body).toBe(true);
    expect(await list("single", "related")).toEqual(["one@1000", "two@5"]);
  });

  it("have a quantity only for grouped products", async () => {
    await create("group", [], { type_id: "grouped" });
    const qty = (value: number | string) => ({ position: 1, extension_attributes: { qty: value } });
    await put("group", link("associated", "one", qty(2.5)));
    await put("group", link("associated", "one", { position: 3 }));
    await put("group", link("related", "one", qty(2)));
    const [found] = (await admin.get("/V1/products/group/links/associated")).body;
    expect(found).toEqual({
      sku: "group",
      link_type: "associated",
      linked_product_sku: "one",
      linked_product_type: "simple",
      position: 3,
      extension_attributes: { qty: 2.5 },
    });
    expect((await admin.get("/V1/products/group")).body.product_links).toContainEqual(found);
    const [related] = (await admin.get("/V1/products/group/links/related")).body;
    expect(related).not.toHaveProperty("extension_attributes");
    for (const wrong of [-1, "1e30"]) {
      const { status, body } = await put("group", link("associated", "two", qty(wrong)));
      expect([status, body.parameters]).toEqual([400, { fieldName: "qty", value: String(wrong) }]);
    }
  });

  it("are removed one by one", async () => {
    await create("removed", [link("related", "one", { position: 1 }), link("related", "two", { position: 2 })]);
    expect((await admin.delete("/V1/products/Removed/links/related/ONE")).body).toBe(true);
    expect(await list("removed", "related")).toEqual(["two@2"]);
    const again = await admin.delete("/V1/products/removed/links/related/one");
    expect([again.status, again.body]).toEqual([
      404,
      { message: "Product %1 doesn't have linked %2 as %3", parameters: ["removed", "one", "related"] },
    ]);
  });

  it("are rejected with an unknown type", async () => {
    const unknown = { message: 'The "%1" link type is unknown. Verify the type and try again.', parameters: ["kin"] };
    const wrong = { message: 'The "%1" link type wasn\'t found. Verify the type and try again.', parameters: ["kin"] };
    for (const reply of [
      await admin.get("/V1/products/one/links/kin"),
      await admin.delete("/V1/products/one/links/kin/two"),
    ]) {
      expect([reply.status, reply.body]).toEqual([404, unknown]);
    }
    for (const reply of [await set("one", [link("kin", "two")]), await put("one", link("kin", "two"))]) {
      expect([reply.status, reply.body]).toEqual([404, wrong]);
    }
    const whole = await admin.put("/V1/products/one", { product: { product_links: [link("kin", "two")] } });
    expect([whole.status, whole.body]).toEqual([
      400,
      { message: "The linked products data is invalid. Verify the data and try again." },
    ]);
    const none = await set("one", [{ linked_product_sku: "two" }]);
    expect([none.status, none.body.parameters]).toEqual([400, { fieldName: "linkType" }]);
  });

  it("are rejected with an unknown product", async () => {
    for (const reply of [
      await admin.get("/V1/products/nobody/links/related"),
      await admin.delete("/V1/products/nobody/links/related/one"),
      await set("nobody", [link("related", "one")]),
      await put("nobody", link("related", "one")),
      await put("one", link("related", "nobody")),
    ]) {
      expect([reply.status, reply.body]).toEqual([404, productNotFound]);
    }
    const { status, body } = await set("one", [link("related", "two"), link("related", "nobody")]);
    expect([status, body]).toEqual([
      400,
      { message: "The linked products data is invalid. Verify the data and try again." },
    ]);
    expect(await list("one", "related")).toEqual([]);
  });

  it("are all kept when they are added concurrently", async () => {
    await create("at-once");
    const skus = ["one", "two", "three", "four"];
    const replies = await Promise.all(
      skus.map((sku, index) => put("at-once", link("related", sku, { position: index }))),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await list("at-once", "related")).toEqual(["one@0", "two@1", "three@2", "four@3"]);
  });

  it("take a constant number of statements to save, including lock and update time", async () => {
    await create("counted");
    const count = async (skus: string[], more: object = { position: 1 }) => {
      const items = skus.map((sku) => link("related", sku, more));
      return (await app.statementsOf(() => set("counted", items))).filter((text) => /\bproduct/.test(text)).length;
    };
    expect(await count(["one"])).toBe(3);
    expect(await count(["one", "two", "three", "four"])).toBe(3);
    // Numbering the links reads the stored ones.
    expect(await count(["one", "two", "three", "four"], {})).toBe(4);
  });

  it("are removed with either product", async () => {
    await create("gone", [link("related", "one")]);
    await create("pointing", [link("related", "gone")]);
    await admin.delete("/V1/products/gone");
    expect(await list("pointing", "related")).toEqual([]);
  });

  it("are set in bulk and over GraphQL", async () => {
    await create("bulk");
    const accepted = await admin.post("/async/bulk/V1/products/bySku/links", [
      { sku: "bulk", items: [link("related", "one")] },
      { sku: "nobody", items: [link("related", "one")] },
    ]);
    const { operations_list: operations } = await waitForBulk(admin, accepted);
    expect(operations.map(({ status }) => status)).toEqual([1, 3]);
    const { body } = await admin.graphql(
      `mutation { saveProductLink(entity: { sku: "bulk", link_type: UPSELL, linked_product_sku: "two" })
        deleteProductLink(sku: "bulk", type: "related", linkedProductSku: "one") }`,
    );
    expect(body.data).toEqual({ saveProductLink: true, deleteProductLink: true });
    const read = await admin.graphql(`{ productLinks(sku: "bulk", type: "upsell") { linked_product_sku position } }`);
    expect(read.body.data.productLinks).toEqual([{ linked_product_sku: "two", position: 0 }]);
  });
});
