// cspell:ignore ECLA Straße strasse Привет aatb
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { simple } from "./support.js";

const { admin } = useApp();

const names = ["banana", "Apple", "Éclair", "cherry", "eclipse", "Dates"];

beforeAll(async () => {
  for (const [index, name] of names.entries()) {
    await admin.post("/V1/products", { product: simple(`word-${index}`, { name }) });
    await admin.post("/V1/categories", { category: { name, is_active: true } });
  }
  for (const sku of ["k_u", "Ka1", "KB2", "kz0"]) await admin.post("/V1/products", { product: simple(sku) });
});

const inOrder = ["Apple", "banana", "cherry", "Dates", "Éclair", "eclipse"];
type Named = readonly { readonly name: string; readonly sku: string }[];
const find = async (path: string, filters: Parameters<typeof search>[0], sorting = "") =>
  (await admin.get(`${path}?${search(filters)}${sorting}`)).body.items as Named;
const by = (field: string, direction = "ASC") =>
  `&searchCriteria[sortOrders][0][field]=${field}&searchCriteria[sortOrders][0][direction]=${direction}`;
const products = (filters: Parameters<typeof search>[0], sorting?: string) => find("/V1/products", filters, sorting);

describe("texts in lists of products and categories", () => {
  it("are ordered without regard to case and accents", async () => {
    const found = await products([["sku", "word-%", "like"]], by("name"));
    expect(found.map(({ name }) => name)).toEqual(inOrder);
    const descending = await products([["sku", "word-%", "like"]], by("name", "DESC"));
    expect(descending.map(({ name }) => name)).toEqual([...inOrder].reverse());
    const categories = await find("/V1/categories/list", [["level", "2"]], by("name"));
    expect(categories.map(({ name }) => name)).toEqual(inOrder);
  });

  it.each([
    ["ECLAIR", "eq", ["Éclair"]],
    ["eclair,APPLE", "in", ["Apple", "Éclair"]],
    ["%ECLA%", "like", ["Éclair"]],
    ["Apple  ", "eq", ["Apple"]],
    ["éclair", "gt", ["eclipse"]],
  ])("match %j (%s) without regard to case, accents and trailing blanks", async (value, condition, expected) => {
    const filter: [string, string, string] = ["name", value, condition];
    const found = await products([filter, ["sku", "word-%", "like"]]);
    expect(found.map(({ name }) => name)).toEqual(expected);
    const categories = await find("/V1/categories/list", [filter, ["level", "2"]]);
    expect(categories.map(({ name }) => name)).toEqual(expected);
  });

  it("have underscores after letters in SKUs", async () => {
    const found = await products([["sku", "k%", "like"]], by("sku"));
    expect(found.map(({ sku }) => sku)).toEqual(["Ka1", "KB2", "kz0", "k_u"]);
  });

  it("are not sorted by unknown fields and by fields with several values", async () => {
    for (const field of ["unknown", "category_id"]) {
      expect((await products([["sku", "word-%", "like"]], by(field))).map(({ name }) => name)).toEqual(names);
    }
    expect((await find("/V1/categories/list", [["level", "2"]], by("unknown"))).map(({ name }) => name)).toEqual(names);
    const { status } = await admin.get(`/V1/products?${search([["unknown", "1"]])}`);
    expect(status).toBe(400);
  });
});

describe("the position of products", () => {
  it("is that in the category of a filter, and otherwise the id", async () => {
    const { id } = (await admin.post("/V1/categories", { category: { name: "Sorted", is_active: true } })).body;
    for (const [position, sku] of ["word-3", "word-1", "word-2"].entries()) {
      await admin.post(`/V1/categories/${id}/products`, { productLink: { sku, position, category_id: String(id) } });
    }
    const inCategory: [string, string] = ["category_id", String(id)];
    const skus = async (filters: Parameters<typeof search>[0], sorting?: string) =>
      (await products(filters, sorting)).map(({ sku }) => sku);
    expect(await skus([inCategory], by("position"))).toEqual(["word-3", "word-1", "word-2"]);
    expect(await skus([inCategory], by("position", "DESC"))).toEqual(["word-2", "word-1", "word-3"]);
    expect(await skus([inCategory, ["position", "0", "gt"]])).toEqual(["word-1", "word-2"]);
    expect(await skus([["sku", "word-%", "like"]], by("position", "DESC"))).toEqual(
      ["5", "4", "3", "2", "1", "0"].map((index) => `word-${index}`),
    );
    expect((await admin.get(`/V1/products?${search([["position", "1"]])}`)).status).toBe(400);
  });
});

describe("URL keys", () => {
  it.each([
    ["Straße Ærø", "strasse-aero"],
    ["Привет мир", "privet-mir"],
    ["a@b", "aatb"],
    ["© ® ™ €", "c-r-tm"],
  ])("are made of Latin letters and digits: %s becomes %s", async (name, expected) => {
    const keyIn = (body: { custom_attributes: { attribute_code: string; value: unknown }[] }) =>
      body.custom_attributes.find(({ attribute_code: code }) => code === "url_key")?.value;
    const category = { name, is_active: true };
    expect(keyIn((await admin.post("/V1/categories", { category })).body)).toBe(expected);
    expect(keyIn((await admin.post("/V1/products", { product: simple(expected, { name }) })).body)).toBe(expected);
  });

  it("cannot be made of a category's name without such letters", async () => {
    const save = async (custom_attributes: object[]) => {
      const category = { name: "日本語", is_active: true, custom_attributes };
      const { status, body } = await admin.post("/V1/categories", { category });
      return [status, body.parameters[0]];
    };
    expect(await save([])).toEqual([400, expect.stringContaining('The "日本語" category name can not be used')]);
    expect(await save([{ attribute_code: "url_key", value: "日本" }])).toEqual([
      400,
      expect.stringContaining('The "日本" URL key can not be used'),
    ]);
  });
});
