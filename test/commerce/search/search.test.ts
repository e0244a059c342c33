import { beforeAll, describe, expect, it } from "vitest";
import { addCategories, addStores, simple } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";

const { app, admin } = useApp();
let guest: Client;
let otherWebsite: number;
const ids = new Map<number, string>();

const attribute = (code: string, more: object = {}) => ({
  attribute: {
    attribute_code: code,
    frontend_input: "select",
    default_frontend_label: code,
    frontend_labels: [],
    scope: "global",
    is_required: false,
    is_searchable: "1",
    is_filterable: true,
    is_filterable_in_search: true,
    options: ["Crimson", "Navy"].map((label, sort_order) => ({ label, value: "", sort_order })),
    ...more,
  },
});
let crimson: string;

async function save(product: { sku: string }): Promise<void> {
  const { status, body } = await admin.post("/V1/products", { product });
  expect(status, JSON.stringify(body)).toBe(200);
  ids.set(body.id, product.sku);
}

const listed = (category: number) => ({ category_links: [{ category_id: String(category), position: 1 }] });

beforeAll(async () => {
  guest = app.asGuest();
  ({ otherWebsite } = await addStores(app.db));
  await addCategories(app.db, 12, 13);
  const made = await admin.post("/V1/products/attributes", attribute("tint"));
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  crimson = made.body.options.find((option: { label: string }) => option.label === "Crimson").value;
  const own = (attribute_code: string, value: string) => ({ attribute_code, value });
  await save(simple("chair-1", { name: "Oak chair", price: 25, extension_attributes: listed(12) }));
  await save(
    simple("chair-2", {
      name: "Beech stool",
      price: 47,
      custom_attributes: [own("description", "<b>A</b> small chair")],
    }),
  );
  await save(
    simple("sofa-1", {
      name: "Velvet sofa",
      price: 310,
      custom_attributes: [own("tint", crimson)],
      extension_attributes: listed(13),
    }),
  );
  await save(simple("off-1", { name: "Chair switched off", status: 2 }));
  await save(simple("hid-1", { name: "Chair that is hidden", visibility: 1 }));
  await save(simple("far-1", { name: "Chair elsewhere", extension_attributes: { website_ids: [otherWebsite] } }));
  await save(simple("cat-1", { name: "Bench of the catalogue", visibility: 2, price: 90 }));
});

type Filters = Parameters<typeof search>[0];
const quick = "quick_search_container";
interface Call {
  readonly more?: Parameters<typeof search>[1];
  readonly store?: string;
  readonly requestName?: string;
}
const call = (filters: Filters, { more = {}, store, requestName = quick }: Call = {}) =>
  guest.get(`/V1/search?${search(filters, { requestName, ...more })}`, store === undefined ? {} : { store });
const skusOf = (body: { items: { id: number }[] }) => body.items.map(({ id }) => ids.get(id));
async function found(...args: Parameters<typeof call>) {
  const { status, body } = await call(...args);
  expect(status, JSON.stringify(body)).toBe(200);
  return skusOf(body);
}
const term = (text: string): Filters => [["search_term", text]];

describe("a quick search", () => {
  it("matches words in names, then in descriptions, without a token", async () => {
    const { status, body } = await call(term("Chair"));
    expect([status, skusOf(body), body.total_count]).toEqual([200, ["chair-1", "chair-2"], 2]);
    const scores = body.items.map((item: { custom_attributes: { attribute_code: string; value: string }[] }) => {
      expect(item.custom_attributes.map(({ attribute_code }) => attribute_code)).toEqual(["score"]);
      return Number(item.custom_attributes[0]?.value);
    });
    expect(scores[0]).toBeGreaterThan(scores[1]);
    expect(body.search_criteria).toEqual({
      request_name: quick,
      filter_groups: [{ filters: [{ field: "search_term", value: "Chair", condition_type: "eq" }] }],
    });
  });

  it.each<readonly [string, readonly string[]]>([
    ["velv", ["sofa-1"]],
    ["SOFA-1", ["sofa-1"]],
    ["chair-", ["chair-1", "chair-2"]],
    ["crimson", ["sofa-1"]],
    ["oak sofa", ["chair-1", "sofa-1"]],
    ["velvte", ["sofa-1"]],
    ["zzzzzz", []],
    ["", []],
    ["'\\ :* | & ! <->", []],
  ])("finds for %j the products %j", async (text, expected) => {
    expect([...(await found(term(text)))].sort()).toEqual(expected);
  });

  it("matches other forms of a word in the language of the store view", async () => {
    await save(simple("lamp-1", { name: "Reading lamp" }));
    await app.db.execute(
      `insert into config_value (scope, scope_id, path, value)
       select 'stores', id, 'general/locale/code', 'de_AT' from store where code = 'german'`,
    );
    await admin.put("/V1/products/lamp-1", { product: { name: "Lesestuhl" } }, { store: "german" });
    expect(await found(term("lamps"))).toEqual(["lamp-1"]);
    expect(await found(term("reads lamp"))).toEqual(["lamp-1"]);
    expect(await found(term("crimsons"))).toEqual(["sofa-1"]);
    expect(await found(term("Lesestühle"), { store: "german" })).toEqual(["lamp-1"]);
    await admin.delete("/V1/products/lamp-1");
  });

  it("ignores stop words unless there are no other words", async () => {
    expect(await found(term("bench of the king"))).toEqual(["cat-1"]);
    expect(await found(term("of the kigdom"))).toEqual([]);
    expect(await found(term("of the"))).toEqual(["cat-1"]);
  });

  it("matches a single letter as a SKU prefix only if it is the only word", async () => {
    expect(await found(term("c"))).toEqual(["chair-1", "chair-2", "cat-1"]);
    expect((await found(term("c velvet")))[0]).toBe("sofa-1");
  });

  it("excludes products that are disabled, hidden or on another website", async () => {
    const all = await found([]);
    expect(all).toEqual(["chair-1", "chair-2", "sofa-1", "cat-1"]);
    expect(await found(term("elsewhere"), { store: "outlet_view" })).toEqual(["far-1"]);
  });

  it("filters by visibility, category, price and filterable attributes", async () => {
    expect(await found([["visibility", "2"]])).toEqual(["cat-1"]);
    expect(await found([["category_ids", "12"]])).toEqual(["chair-1"]);
    expect(
      await found([
        ["price.from", "40"],
        ["price.to", "100"],
      ]),
    ).toEqual(["chair-2", "cat-1"]);
    expect(await found([["tint", crimson]])).toEqual(["sofa-1"]);
    expect(await found([["price.from", "much"]])).toHaveLength(4);
    expect(await found([["no_such_field", "1"]])).toHaveLength(4);
  });

  it("counts the filter values of the found products", async () => {
    const { body } = await call([]);
    const { buckets, bucket_names } = body.aggregations;
    expect(bucket_names.slice(0, 2)).toEqual(["price_bucket", "category_bucket"]);
    const bucket = (name: string) => buckets.find((one: { name: string }) => one.name === name)?.values;
    expect(bucket("price_bucket")).toEqual([
      { value: "0_100", metrics: ["0_100", "3"] },
      { value: "300_400", metrics: ["300_400", "1"] },
    ]);
    // The root category contains what its subcategories do.
    expect(bucket("category_bucket")).toEqual([
      { value: "2", metrics: ["2", "2"] },
      ...["12", "13"].map((value) => ({ value, metrics: [value, "1"] })),
    ]);
    expect(bucket("tint_bucket")).toEqual([{ value: crimson, metrics: [crimson, "1"] }]);
  });

  it("sorts by price and name, and numbers pages from 0", async () => {
    const sorted = (field: string, direction: string, more: object = {}) =>
      found([], { more: { "sortOrders][0][field": field, "sortOrders][0][direction": direction, ...more } });
    expect(await sorted("price", "DESC")).toEqual(["sofa-1", "cat-1", "chair-2", "chair-1"]);
    expect(await sorted("name", "ASC")).toEqual(["chair-2", "cat-1", "chair-1", "sofa-1"]);
    expect(await sorted("name", "ASC", { pageSize: 3, currentPage: 0 })).toEqual(["chair-2", "cat-1", "chair-1"]);
    const { body } = await call([], { more: { pageSize: 3, currentPage: 1 } });
    expect([skusOf(body), body.total_count]).toEqual([["cat-1"], 4]);
  });
});

describe("the sort order", () => {
  const sorted = (field: string, direction: string, filters: Filters = []) =>
    found(filters, {
      more: { "sortOrders][0][field": field, "sortOrders][0][direction": direction },
      requestName: "catalog_view_container",
    });

  it("can be the position in a category", async () => {
    await app.db.execute(
      `insert into product_category (product_id, category_id, position)
       select id, 13, case sku when 'chair-2' then 5 else 0 end from product where sku in ('chair-2', 'cat-1')`,
    );
    expect(await sorted("position", "ASC", [["category_ids", "13"]])).toEqual(["cat-1", "sofa-1", "chair-2"]);
    expect(await sorted("position", "DESC", [["category_ids", "13"]])).toEqual(["chair-2", "sofa-1", "cat-1"]);
    expect(await sorted("position", "ASC")).toEqual(["chair-1", "chair-2", "sofa-1", "cat-1"]);
    await app.db.execute(`delete from product_category where category_id = 13 and position in (0, 5)`);
  });

  it("can be SKU and creation time if these attributes are sortable", async () => {
    await app.db.execute(
      `update attribute set flags = flags || '{"used_for_sort_by": true}' where code in ('sku', 'created_at')`,
    );
    await app.db.execute(`update product set created_at = '2020-01-01' where sku = 'sofa-1'`);
    expect(await sorted("sku", "DESC")).toEqual(["sofa-1", "chair-2", "chair-1", "cat-1"]);
    expect((await sorted("created_at", "ASC"))[0]).toBe("sofa-1");
  });
});

describe("other types of search", () => {
  it("list and count the products of a category in a catalog view", async () => {
    const { body } = await call([["category_ids", "13"]], { requestName: "catalog_view_container" });
    expect(skusOf(body)).toEqual(["sofa-1"]);
    expect(body.aggregations.bucket_names).toContain("tint_bucket");
  });

  it("include the products below an anchor category, each once", async () => {
    await app.db.execute(`insert into category (id, parent_id, path, level, position) values
      (120, 12, '1/2/12/120', 3, 1), (121, 120, '1/2/12/120/121', 4, 1), (1200, 2, '1/2/1200', 2, 9)`);
    const below = [120, 121, 12, 1200].map((category) => ({ category_id: String(category), position: 1 }));
    await save(simple("rug-1", { name: "Rug", extension_attributes: { category_links: below.slice(0, 2) } }));
    await save(simple("rug-2", { name: "Mat", extension_attributes: { category_links: below.slice(1) } }));
    const view = async (category: number) => {
      const { body } = await call([["category_ids", String(category)]], { requestName: "catalog_view_container" });
      const [, categories] = body.aggregations.buckets as { values: { metrics: string[] }[] }[];
      return [skusOf(body), categories?.values.map(({ metrics }) => metrics)];
    };
    const anchor = (value: string) =>
      app.db.execute(
        `update category_values set data = data || jsonb_build_object('is_anchor', $1::text) where category_id = 12`,
        [value],
      );
    const deepest = ["121", "2"];
    expect((await view(12))[0]).toEqual(["chair-1", "rug-2"]);
    await anchor("1");
    expect(await view(12)).toEqual([
      ["chair-1", "rug-1", "rug-2"],
      [["2", "3"], ["12", "3"], ["120", "1"], deepest, ["1200", "1"]],
    ]);
    expect(await view(120)).toEqual([
      ["rug-1"],
      [
        ["2", "1"],
        ["12", "1"],
        ["120", "1"],
        ["121", "1"],
      ],
    ]);
    await anchor("0");
    for (const sku of ["rug-1", "rug-2"]) await admin.delete(`/V1/products/${sku}`);
  });

  it("match words of attributes and parts of SKUs in an advanced search, without counts", async () => {
    const advanced = (filters: Filters) => call(filters, { requestName: "advanced_search_container" });
    const { body } = await advanced([["name", "sofa velvet"]]);
    expect([skusOf(body), body.aggregations]).toEqual([["sofa-1"], { buckets: [], bucket_names: [] }]);
    expect(
      skusOf(
        (
          await advanced([
            ["sku", "%air%"],
            ["price.from", "30"],
          ])
        ).body,
      ),
    ).toEqual(["chair-2"]);
  });

  it.each([
    ["nonsense", { message: "Request name '%1' doesn't exist.", parameters: ["nonsense"] }],
    ["", { message: "Request name not defined." }],
  ])("reject the request name %j", async (name, expected) => {
    const { status, body } = await call([], { requestName: name });
    expect([status, body]).toEqual([400, expected]);
  });

  it("reject an attribute that is not sortable, and an invalid page", async () => {
    expect((await call([], { more: { "sortOrders][0][field": "description" } })).status).toBe(400);
    expect(
      (await call([], { more: { "sortOrders][0][field": "price", "sortOrders][0][direction": "UP" } })).status,
    ).toBe(400);
    expect((await call([], { more: { pageSize: -1 } })).status).toBe(400);
  });

  it("are available in GraphQL", async () => {
    const { body } = await guest.graphql(
      `{ searchCatalog(searchCriteria: { request_name: "quick_search_container", filter_groups: [
        { filters: [{ field: "search_term", value: "velvet" }] }] }) { total_count items { id } } }`,
    );
    expect([body.errors, body.data?.searchCatalog.total_count]).toEqual([undefined, 1]);
  });
});

describe("the search index", () => {
  it("is up to date right after a save of a product, a store view value or an attribute, and after a deletion", async () => {
    await save(simple("new-1", { name: "Walnut desk" }));
    expect(await found(term("walnut"))).toEqual(["new-1"]);
    await admin.put("/V1/products/new-1", { product: { name: "Nussbaumtisch" } }, { store: "german" });
    expect(await found(term("nussbaumtisch"), { store: "german" })).toEqual(["new-1"]);
    expect(await found(term("walnut"), { store: "german" })).toEqual([]);
    expect(await found(term("walnut"))).toEqual(["new-1"]);
    await admin.put("/V1/products/new-1", {
      product: { custom_attributes: [{ attribute_code: "tint", value: crimson }] },
    });
    expect(await found(term("crimson desk"))).toContain("new-1");
    await app.db.execute("update attribute set flags = flags || '{\"is_searchable\": false}' where code = 'tint'");
    expect(await found(term("crimson"))).not.toContain("new-1");
    await admin.delete("/V1/products/new-1");
    expect(await found(term("walnut"))).toEqual([]);
  });
});

describe("the number of statements", () => {
  it("is two without words, three with words, and four with misspelled words", async () => {
    const count = async (filters: Filters) =>
      (await app.statementsOf(() => call(filters))).filter((text) => /attribute|product/.test(text)).length;
    expect([await count([]), await count(term("sofa")), await count(term("velvte"))]).toEqual([2, 3, 4]);
  });
});
