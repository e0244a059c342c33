import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { waitForBulk } from "../../../support/bulk.js";
import { search } from "../../../support/client.js";
import { addStores, attributesOf, simple } from "../support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
/** Ids of the options of `finish` by label. */
const finishes = new Map<string, string>();

const add = async (attribute_code: string, frontend_input: string, more: Readonly<Record<string, unknown>> = {}) => {
  const attribute = { attribute_code, frontend_input, default_frontend_label: attribute_code, ...more };
  const { status, body } = await admin.post("/V1/products/attributes", { attribute });
  expect(status).toBe(200);
  return body as { options: { label: string; value: string }[] };
};
const valuesOf = (values: Readonly<Record<string, unknown>>) => ({
  custom_attributes: Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value })),
});
const product = (sku: string, values: Readonly<Record<string, unknown>>) => simple(sku, valuesOf(values));
const create = (sku: string, values: Readonly<Record<string, unknown>>) =>
  admin.post("/V1/products", { product: product(sku, values) });
const give = (sku: string, values: Readonly<Record<string, unknown>>, store = "all") =>
  admin.put(`/V1/products/${sku}`, { product: valuesOf(values) }, { store });
type Filters = Parameters<typeof search>[0];
const found = async (filters: Filters, more: Record<string, string> = {}, store = "default") => {
  const { status, body } = await admin.get(`/V1/products?${search(filters, more)}`, { store });
  expect(status).toBe(200);
  const skus = (body.items as { sku: string }[]).map(({ sku }) => sku);
  expect(body.total_count).toBe(skus.length);
  return skus;
};

beforeAll(async () => {
  await addStores(app.db);
  const labels = ["Matt", "Gloss", "Satin"];
  const { options } = await add("finish", "select", {
    is_filterable: true,
    options: labels.map((label, index) => ({ label, value: "", sort_order: index + 1, is_default: label === "Satin" })),
  });
  for (const { label, value } of options) finishes.set(label, value);
  await add("rooms", "multiselect", { options: ["Hall", "Bath", "Kitchen"].map((label) => ({ label, value: "" })) });
  await add("lead_free", "boolean", { default_value: "1" });
  await add("mixed_on", "date");
  await add("density", "price", { scope: "website" });
  await add("tint", "text", { scope: "store" });
  await add("batch", "text", { is_unique: true });
});

describe("a new attribute", () => {
  it("stores values of its type", async () => {
    const { body } = await create("held", {
      finish: Number(finishes.get("Matt")),
      rooms: "7, 9",
      lead_free: 0,
      mixed_on: "2026-02-03",
      density: 1.5,
      tint: "Sea",
    });
    expect(attributesOf(body)).toMatchObject({
      finish: finishes.get("Matt"),
      rooms: "7,9",
      lead_free: "0",
      mixed_on: "2026-02-03 00:00:00",
      density: "1.500000",
      tint: "Sea",
    });
  });

  it.each([
    ["finish", "Matt", 'Attribute "finish" has invalid value. The "Matt" value\'s type is invalid.'],
    ["lead_free", 2, 'Invalid value of "%value" provided for the %fieldName field.'],
    ["rooms", "7 8", 'Invalid value of "%value" provided for the %fieldName field.'],
    ["mixed_on", "2026-02-31", 'Invalid value of "%value" provided for the %fieldName field.'],
    ["density", -1, "Please enter a number 0 or greater in this field."],
    ["density", "thick", 'Attribute "density" has invalid value. The "thick" value\'s type is invalid.'],
    [
      "finish",
      "",
      'Attribute "finish" has invalid value. The "" value\'s type is invalid. The "int" type was expected.',
    ],
    ["lead_free", true, 'Attribute "lead_free" has invalid value. The "1" value\'s type is invalid.'],
    ["lead_free", false, 'Attribute "lead_free" has invalid value. The "" value\'s type is invalid.'],
    ["rooms", ["7", "8"], 'Attribute "rooms" has invalid value. The "array" value\'s type is invalid.'],
    ["tint", ["Sea"], 'Attribute "tint" has invalid value. The "array" value\'s type is invalid.'],
  ])("rejects an invalid value: %s %j", async (code, value, message) => {
    const { status, body } = await create("refused", { [code]: value });
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });

  it("is 0 after an empty text if it is a price, and empty after `false` if it is a text", async () => {
    await create("emptied", { density: 2, cost: 3, tint: "Sea" });
    const { body } = await give("emptied", { density: "", cost: "", tint: false });
    expect(attributesOf(body)).toMatchObject({ density: "0.000000", cost: "0.000000" });
    expect(attributesOf(body)).not.toHaveProperty("tint");
  });

  it("keeps the first 255 characters of a longer text of one line", async () => {
    const { body } = await create("cut", { tint: "x".repeat(256) });
    expect(attributesOf(body)).toMatchObject({ tint: "x".repeat(255) });
  });

  it("adds its default only to new products of its sets", async () => {
    const none = await create("not-defaulted", {});
    expect(attributesOf(none.body)["finish"]).toBeUndefined();
    for (const attributeCode of ["finish", "lead_free"]) {
      const place = { attributeSetId: 4, attributeGroupId: 7, attributeCode, sortOrder: 0 };
      await admin.post("/V1/products/attribute-sets/attributes", place);
    }
    const { body } = await create("defaulted", {});
    expect(attributesOf(body)).toMatchObject({ finish: finishes.get("Satin"), lead_free: "1" });
    await add("added_later", "text", { default_value: "fresh" });
    const place = { attributeSetId: 4, attributeGroupId: 7, attributeCode: "added_later", sortOrder: 0 };
    await admin.post("/V1/products/attribute-sets/attributes", place);
    expect(attributesOf((await give("defaulted", { tint: "Sky" })).body)["added_later"]).toBeUndefined();
  });

  it("stores values by its scope, and prices by the scope of all prices", async () => {
    await create("scoped", { tint: "Sea", density: 1, finish: finishes.get("Matt") });
    await give("scoped", { tint: "Meer", density: 2, finish: finishes.get("Gloss") }, "german");
    const readValues = async (store: string) => attributesOf((await admin.get("/V1/products/scoped", { store })).body);
    const gloss = finishes.get("Gloss");
    expect(await readValues("german")).toMatchObject({ tint: "Meer", density: "2.000000", finish: gloss });
    expect(await readValues("default")).toMatchObject({ tint: "Sea", density: "2.000000", finish: gloss });
    expect(await readValues("outlet_view")).toMatchObject({ tint: "Sea", density: "2.000000", finish: gloss });
  });

  it("applies to the named product types", async () => {
    await add("only_virtual", "text", { apply_to: ["virtual"] });
    const { body } = await create("not-virtual", { only_virtual: "x" });
    expect(attributesOf(body)["only_virtual"]).toBeUndefined();
  });

  it("checks its validation class", async () => {
    const cases = [
      ["validate-number", "12.5", "12,5"],
      ["validate-digits", "007", "1.5"],
      ["validate-email", "a@example.com", "a@example"],
      ["validate-url", "https://example.com/a?b", "example.com"],
      ["validate-alpha", "Abc", "Abc1"],
      ["validate-alphanum", "Abc1", "Abc-1"],
    ] as const;
    for (const [frontend_class, good, bad] of cases) {
      const code = frontend_class.replace("-", "_");
      await add(code, "text", { frontend_class });
      expect((await create(`good-${frontend_class}`, { [code]: good })).status).toBe(200);
      const { status, body } = await create(`bad-${frontend_class}`, { [code]: bad });
      expect([frontend_class, status, body.parameters]).toEqual([frontend_class, 400, [code]]);
    }
  });
});

describe("a unique attribute", () => {
  const taken = { message: 'The value of the "batch" attribute isn\'t unique. Set a unique value and try again.' };

  it("accepts a value only once, in any scope and ignoring case", async () => {
    await create("first", { batch: "B-1" });
    const second = await create("second", { batch: "b-1" });
    expect([second.status, second.body]).toEqual([400, taken]);
    expect((await create("second", { batch: "B-2" })).status).toBe(200);
    expect((await give("second", { batch: "B-1" })).status).toBe(400);
    expect((await give("first", { batch: "B-1" })).status).toBe(200);
  });

  it("accepts a value for another product after it was removed", async () => {
    await create("giver", { batch: "B-3" });
    await give("giver", { batch: null });
    expect((await create("taker", { batch: "B-3" })).status).toBe(200);
  });

  it("accepts a value for only one of several concurrent saves", async () => {
    const replies = await Promise.all([1, 2, 3, 4].map((index) => create(`rush-${index}`, { batch: "B-4" })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });
});

describe("searches of products by a new attribute", () => {
  beforeAll(async () => {
    await create("f-1", { finish: finishes.get("Gloss"), rooms: "11,12", density: 3, tint: "Ember, dark" });
    await create("f-2", { finish: finishes.get("Gloss"), rooms: "12", density: 4.25, tint: "ASH", lead_free: 0 });
    await create("f-3", { finish: finishes.get("Matt"), rooms: "112", density: 5, tint: "Überblau" });
    await give("f-2", { tint: "Asche" }, "german");
  });
  const gloss = () => finishes.get("Gloss") ?? "";
  const matt = () => finishes.get("Matt") ?? "";
  const ours = ["sku", "f-%", "like"] as const;

  it("match an option, and one of several options", async () => {
    expect(await found([ours, ["finish", gloss()]])).toEqual(["f-1", "f-2"]);
    expect(await found([ours, ["finish", `${gloss()}, ${matt()}`, "in"]])).toEqual(["f-1", "f-2", "f-3"]);
    expect(await found([ours, ["finish", matt(), "neq"]])).toEqual(["f-1", "f-2"]);
    expect(await found([["finish", "Gloss"]])).toEqual([]);
  });

  it("match an option of a multiple selection only in list conditions", async () => {
    expect(await found([ours, ["rooms", "12", "finset"]])).toEqual(["f-1", "f-2"]);
    expect(await found([ours, ["rooms", "11", "finset"]])).toEqual(["f-1"]);
    expect(await found([ours, ["rooms", "12"]])).toEqual(["f-2"]);
    expect(await found([ours, ["rooms", "11,12"]])).toEqual(["f-1"]);
  });

  it("match text regardless of case, with commas and accents", async () => {
    expect(await found([["tint", "ash"]])).toEqual(["f-2"]);
    expect(await found([["tint", "EMBER, DARK"]])).toEqual(["f-1"]);
    expect(await found([["tint", "Überblau"]])).toEqual(["f-3"]);
    expect(await found([["tint", "a%", "like"]])).toEqual(["f-2"]);
    await give("f-3", { tint: "y".repeat(200) });
    expect(await found([["tint", "Y".repeat(200)]])).toEqual(["f-3"]);
  });

  it("match the values of the store view", async () => {
    expect(await found([["tint", "ash"]], {}, "german")).toEqual([]);
    expect(await found([["tint", "asche"]], {}, "german")).toEqual(["f-2"]);
    expect(await found([["tint", "asche"]])).toEqual([]);
    expect(await found([["tint", "Ember, dark"]], {}, "german")).toEqual(["f-1"]);
    expect(await found([["tint", "ash"]], {}, "all")).toEqual(["f-2"]);
    await give("f-2", { tint: null }, "german");
    expect(await found([["tint", "ash"]], {}, "german")).toEqual(["f-2"]);
  });

  it("match numbers in any notation", async () => {
    expect(await found([ours, ["density", "4.25"]])).toEqual(["f-2"]);
    expect(await found([ours, ["density", "4.2500000"]])).toEqual(["f-2"]);
    expect(await found([ours, ["density", "3", "gt"]])).toEqual(["f-2", "f-3"]);
    expect(await found([ours, ["lead_free", "0"]])).toEqual(["f-2"]);
    expect(await found([ours, ["finish", `${gloss()}.0`]])).toEqual(["f-1", "f-2"]);
  });

  it("sort by it", async () => {
    const sorted = { "sortOrders][0][field": "density", "sortOrders][0][direction": "DESC" };
    expect(await found([ours], sorted)).toEqual(["f-3", "f-2", "f-1"]);
  });

  it("sort by the places of options, not by their ids, and by digits as numbers", async () => {
    const options = ["Late", "Early"].map((label, index) => ({ label, value: "", sort_order: 2 - index }));
    const { options: places } = await add("season", "select", { options });
    await add("year", "text", { frontend_class: "validate-digits" });
    const ofLabel = (label: string) => places.find((option) => option.label === label)?.value;
    await create("o-1", { season: ofLabel("Late"), year: "900" });
    await create("o-2", { season: ofLabel("Early"), year: "1000" });
    const sorted = (field: string) =>
      found([["sku", "o-%", "like"]], {
        "sortOrders][0][field": field,
        "sortOrders][0][direction": "ASC",
      });
    expect(await sorted("season")).toEqual(["o-2", "o-1"]);
    expect(await sorted("year")).toEqual(["o-1", "o-2"]);
  });

  it("reject a deleted attribute and a category attribute", async () => {
    await add("short_lived", "text");
    await admin.delete("/V1/products/attributes/short_lived");
    const { status, body } = await admin.get(`/V1/products?${search([["short_lived", "1"]])}`);
    expect([status, body]).toEqual([
      400,
      { message: 'The "%1" attribute name is invalid. Reset the name and try again.', parameters: ["short_lived"] },
    ]);
  });

  it("take a constant number of statements with five hundred more attributes", async () => {
    const statements = async () => {
      const listed = await app.statementsOf(() => found([["finish", gloss()]]));
      const saved = await app.statementsOf(() => give("f-1", { tint: "Coal", rooms: ["11"] }));
      return [listed, saved].map((texts) => texts.filter((text) => /\bproduct|\battribute/.test(text)).length);
    };
    await statements();
    const before = await statements();
    await app.db.execute(
      `insert into attribute (entity_type_id, code, backend_type, scope, frontend_input, is_user_defined)
       select 4, 'more_' || n, 'varchar', 'store', 'text', true from generate_series(1, 500) n`,
    );
    expect(await statements()).toEqual(before);
  });
});

describe("attributes in bulk", () => {
  const queue = (method: string, path: string, body: unknown) =>
    admin.request(`/rest/async${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  it("are added, and used by products of the next bulk", async () => {
    const attributes = ["bulk_a", "bulk_b"].map((attribute_code) => ({
      attribute: { attribute_code, frontend_input: "text", default_frontend_label: attribute_code },
    }));
    const first = await waitForBulk(admin, await queue("POST", "/bulk/V1/products/attributes", attributes));
    expect(first.operations_list.map(({ status }) => status)).toEqual([1, 1]);
    const given = { product: product("bulk-1", { bulk_a: "one", bulk_b: "two" }) };
    await waitForBulk(admin, await queue("POST", "/V1/products", given));
    expect(attributesOf((await admin.get("/V1/products/bulk-1")).body)).toMatchObject({ bulk_a: "one", bulk_b: "two" });
  });

  it("give a unique value to only one product of a bulk", async () => {
    const given = ["B-5", "b-5", "B-6"].map((batch, index) => ({
      product: product(`bulk-unique-${index}`, { batch }),
    }));
    const created = await waitForBulk(admin, await queue("POST", "/bulk/V1/products", given));
    const [one, other, third] = created.operations_list.map(({ status }) => status);
    expect([[one, other].sort(), third]).toEqual([[1, 3], 1]);
    const changes = [one === 1 ? 0 : 1, 2].map((index) => ({
      sku: `bulk-unique-${index}`,
      product: valuesOf({ batch: index === 2 ? "b-7" : "B-7" }),
    }));
    const changed = await waitForBulk(admin, await queue("PUT", "/bulk/V1/products/bySku", changes));
    expect(changed.operations_list.map(({ status }) => status).sort()).toEqual([1, 3]);
  });
});
