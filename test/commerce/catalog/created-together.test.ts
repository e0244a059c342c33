import { beforeAll, describe, expect, it } from "vitest";
import { insertProduct } from "../../../src/commerce/catalog/products/save/stored-product.sql.js";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { addCategories, attributesOf, simple } from "./support.js";

// One batch of operations at a time: of two, the later one can be faster, and its products then come first.
const { app, admin } = useApp({ PORTICO_CONSUMER: "on", PORTICO_CONSUMER_CONCURRENCY: "1" });

beforeAll(async () => {
  await addCategories(app.db, 51, 52);
});

const read = async (sku: string) => (await admin.get(`/V1/products/${sku}`, { store: "all" })).body;
const withKey = (url_key: string) => ({ custom_attributes: [{ attribute_code: "url_key", value: url_key }] });

/** Creates products with a bulk, whose operations share a transaction. Returns the status of each operation. */
async function createInBulk(products: readonly object[]): Promise<number[]> {
  const accepted = await admin.post(
    "/async/bulk/V1/products",
    products.map((product) => ({ product })),
    { store: "all" },
  );
  const { operations_list: operations } = await waitForBulk(admin, accepted);
  return [...operations].sort((one, other) => one.id - other.id).map(({ status }) => status);
}

/** Creates products with concurrent calls. */
const createAtOnce = (products: readonly object[]) =>
  Promise.all(products.map((product) => admin.post("/V1/products", { product }, { store: "all" })));

/** The statements that write the rows of a new product. */
const writes = [
  "insert into product\n",
  "claim_url_key",
  "insert into product_values",
  "insert into product_price",
  "insert into product_website",
  "insert into product_category",
  "insert into stock_item",
];

const skusOf = (prefix: string, count = 5) => Array.from({ length: count }, (_, place) => `${prefix}-${place}`);

describe("products that are created together", () => {
  it("share each statement, and get their ids in their order, each with its own rows", async () => {
    const skus = skusOf("shared");
    const products = skus.map((sku, place) =>
      simple(sku, {
        price: 20 + place,
        weight: place + 1,
        extension_attributes: {
          category_links: [
            { category_id: "51", position: place },
            { category_id: "52", position: 10 * place },
          ],
          stock_item: { qty: 100 + place, is_in_stock: place !== 2 },
        },
      }),
    );
    const statements = await app.statementsOf(async () => {
      expect(await createInBulk(products)).toEqual([1, 1, 1, 1, 1]);
    });
    for (const write of writes) {
      const sent = statements.filter((text) => text.includes(write)).length;
      expect(sent, write).toBeGreaterThanOrEqual(1);
      // One for each batch that was claimed.
      expect(sent, write).toBeLessThanOrEqual(2);
    }
    const saved = await Promise.all(skus.map(read));
    const ids = saved.map(({ id }) => id as number);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    saved.forEach((product, place) => {
      expect(product).toMatchObject({
        sku: skus[place],
        name: `Product ${skus[place]}`,
        price: 20 + place,
        weight: place + 1,
        extension_attributes: {
          website_ids: [1],
          category_links: [
            { category_id: "51", position: place },
            { category_id: "52", position: 10 * place },
          ],
          stock_item: { product_id: ids[place], qty: 100 + place, is_in_stock: place !== 2 },
        },
      });
      expect(attributesOf(product)["url_key"]).toBe(`product-${skus[place]}`);
    });
    const items = saved.map(({ extension_attributes: { stock_item } }) => stock_item.item_id as number);
    expect(items).toEqual([...items].sort((one, other) => one - other));
  });

  it("keep the position of a category, leave categories, and reject an unknown one if they are saved again", async () => {
    const skus = skusOf("moved", 4);
    const links = [{ category_id: "51", position: 7 }];
    await createInBulk(skus.map((sku) => simple(sku, { extension_attributes: { category_links: links } })));
    const inCategories = (ids: readonly string[]) => ({
      custom_attributes: [{ attribute_code: "category_ids", value: ids }],
    });
    const changes = [["51", "52"], ["52"], ["51", "999"], ["51"]];
    const statuses = await createInBulk(skus.map((sku, place) => ({ sku, ...inCategories(changes[place] ?? []) })));
    expect(statuses).toEqual([1, 1, 3, 1]);
    const saved = await Promise.all(skus.map(read));
    const kept = { category_id: "51", position: 7 };
    const added = { category_id: "52", position: 0 };
    expect(saved.map(({ extension_attributes }) => extension_attributes.category_links)).toEqual([
      [kept, added],
      [added],
      [kept],
      [kept],
    ]);
  });

  it("get different URL keys from the same name, in their order", async () => {
    const skus = skusOf("named", 4);
    expect(await createInBulk(skus.map((sku) => simple(sku, { name: "Same Name" })))).toEqual([1, 1, 1, 1]);
    const keys = await Promise.all(skus.map(async (sku) => attributesOf(await read(sku))["url_key"]));
    expect(keys).toEqual(["same-name", "same-name-named-1", "same-name-named-2", "same-name-named-3"]);
  });

  it("are rejected if an earlier one has the same given URL key", async () => {
    const skus = skusOf("given");
    const products = skus.map((sku, place) => simple(sku, withKey(place % 2 === 0 ? sku : "given")));
    expect(await createInBulk(products)).toEqual([1, 1, 1, 3, 1]);
    expect(attributesOf(await read("given-1"))["url_key"]).toBe("given");
    expect((await admin.get("/V1/products/given-3")).status).toBe(404);
  });

  it("do not fail with one of them that has wrong values, which leaves nothing", async () => {
    const skus = skusOf("middle");
    const wrong = { ...simple(skus[2] ?? ""), extension_attributes: { stock_item: { qty: 1, stock_id: 9 } } };
    const right = skus.map((sku) => simple(sku, { extension_attributes: { stock_item: { qty: 1 } } }));
    const answers = await createAtOnce(right.map((product, place) => (place === 2 ? wrong : product)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200, 200]);
    const found = await Promise.all(skus.map((sku) => admin.get(`/V1/products/${sku}`)));
    expect(found.map(({ status }) => status)).toEqual([200, 200, 404, 200, 200]);
    const rows = await app.db.query("select sku from inventory_source_item where sku = $1", [skus[2]]);
    expect(rows).toEqual([]);
    const claimed = await app.db.query("select from product_url_key where url_key = $1", [`product-${skus[2]}`]);
    expect(claimed).toEqual([]);
  });

  it("are rejected alone if their URL key is taken or their attribute set is unknown", async () => {
    const skus = skusOf("alone");
    const answers = await createAtOnce(
      skus.map((sku, place) => ({
        ...simple(sku, withKey(place === 1 || place === 3 ? "contested" : sku)),
        ...(place === 2 ? { attribute_set_id: 999 } : {}),
      })),
    );
    const statuses = answers.map(({ status }) => status);
    expect([statuses[0], statuses[4]]).toEqual([200, 200]);
    expect(statuses[2]).not.toBe(200);
    expect([statuses[1], statuses[3]].sort()).toEqual([200, 400]);
  });

  it("are one product if they have the same SKU, which the later ones change", async () => {
    const answers = await createAtOnce(["Twice", "TWICE", "twice"].map((sku) => simple(sku, { name: "Twice" })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id as number)).size).toBe(1);
    const rows = await app.db.query("select from stock_item where product_id = $1", [answers[0]?.body.id]);
    expect(rows).toHaveLength(1);
  });

  it("get one row for a SKU in any case, which the later ones find created", async () => {
    const own = { typeId: "simple", attributeSetId: 4, hasFixedPrice: false };
    const rows = ["Row", "other", "ROW"].map((sku) => ({ sku, ...own }));
    const ids = await app.db.transaction((tx) => Promise.all(rows.map((row) => insertProduct(tx, row))));
    expect(ids).toEqual([expect.any(Number), expect.any(Number), undefined]);
    const stored = await app.db.query("select id, sku from product where id = any($1::int[]) order by id", [
      ids.slice(0, 2),
    ]);
    expect(stored).toEqual([
      { id: ids[0], sku: "Row" },
      { id: ids[1], sku: "other" },
    ]);
  });

  it("keep what a source already has of a SKU", async () => {
    const skus = skusOf("sourced", 3);
    const sourceItems = [{ sku: skus[1], source_code: "default", quantity: 30, status: 1 }];
    expect((await admin.post("/V1/inventory/source-items", { sourceItems })).status).toBe(200);
    expect(await createInBulk(skus.map((sku) => simple(sku)))).toEqual([1, 1, 1]);
    const rows = await app.db.query("select sku, quantity from inventory_source_item where sku = any($1::text[])", [
      skus,
    ]);
    expect(rows).toEqual([{ sku: skus[1], quantity: "30.0000" }]);
    const saved = await Promise.all(skus.map(read));
    expect(saved.map(({ extension_attributes: { stock_item } }) => stock_item.qty ?? 0)).toEqual([0, 30, 0]);
  });
});
