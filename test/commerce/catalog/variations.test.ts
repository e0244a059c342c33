import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { configurableProducts, path } from "./configurable-products.js";
import { attributesOf, messageOf, noOption, noProduct, simple } from "./support.js";

const { app, admin } = useApp();
const { addAttributes, choice, option, create, child, parent, addOption, addChild, skusOf, optionsOf, shirt } =
  configurableProducts(() => admin);

beforeAll(async () => {
  await addAttributes(app);
});

describe("the variations of a configurable product", () => {
  it("are listed as products, and other product types have none", async () => {
    await shirt("listed");
    const { status, body } = await admin.get(`${path}/listed/children`);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { sku: "listed-red", price: 10.5, type_id: "simple", status: 1, visibility: 1 },
      { sku: "listed-blue" },
    ]);
    expect(attributesOf(body[0])).toMatchObject({ shade: String(choice("shade", "red")) });
    expect(await skusOf("listed-red")).toEqual([]);
    expect(messageOf(await admin.get(`${path}/nobody/children`))).toEqual(noProduct);
  });

  it("are empty for a product that is no longer configurable", async () => {
    await shirt("former");
    await child("former-green", { shade: "green" });
    await admin.put("/V1/products/former", { product: { type_id: "simple" } });
    expect(await skusOf("former")).toEqual([]);
    expect(messageOf(await addChild("former", "former-green"))).toEqual([
      400,
      "The parent product doesn't have configurable product options.",
    ]);
  });

  it("add their values to the options", async () => {
    await shirt("wider");
    await child("wider-green", { shade: "green" });
    await addChild("wider", "wider-green");
    const [shade] = await optionsOf("wider");
    expect(shade).toMatchObject({
      values: ["red", "blue", "green"].map((label) => ({ value_index: choice("shade", label) })),
    });
  });

  it("are not added if they are ambiguous, incomplete, already added or composite", async () => {
    await shirt("strict");
    await child("strict-twin", { shade: "red" });
    await child("strict-none", { format: "small" });
    await create({
      ...simple("strict-set", { type_id: "grouped" }),
      custom_attributes: [{ attribute_code: "shade", value: String(choice("shade", "green")) }],
    });
    const { id: twin } = (await admin.get("/V1/products/strict-twin")).body;
    const { id: red } = (await admin.get("/V1/products/strict-red")).body;
    expect(messageOf(await addChild("strict", "strict-red"))).toEqual([400, "The product is already attached."]);
    expect(messageOf(await addChild("strict", "strict-none"))).toEqual([
      400,
      'The child product doesn\'t have the "%1" attribute value. Verify the value and try again.',
      ["shade"],
    ]);
    expect(messageOf(await addChild("strict", "strict-twin"))).toEqual([
      400,
      'Products "%1" and "%2" have the same set of attribute values.',
      [twin, red],
    ]);
    expect(messageOf(await addChild("strict", "strict-set"))).toEqual([
      400,
      "The configurable product can't contain another composite product.",
    ]);
    expect(messageOf(await addChild("strict", "nobody"))).toEqual(noProduct);
    expect(messageOf(await addChild("nobody", "strict-red"))).toEqual(noProduct);
    expect(messageOf(await addChild("strict-twin", "strict-none"))).toEqual([
      400,
      "The parent product doesn't have configurable product options.",
    ]);
    expect(await skusOf("strict")).toEqual(["strict-red", "strict-blue"]);
  });

  it("are added once if two equal variations are added concurrently", async () => {
    await parent("race");
    await addOption("race", option("shade", ["red"]));
    const twins = ["race-1", "race-2", "race-3", "race-4"];
    for (const sku of twins) await child(sku, { shade: "red" });
    const replies = await Promise.all(twins.map((sku) => addChild("race", sku)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await skusOf("race")).toHaveLength(1);
  });

  it("are removed, and answer 404 if they were not added", async () => {
    await shirt("fewer");
    const remove = (sku: string) => admin.delete(`${path}/fewer/children/${sku}`);
    expect((await remove("FEWER-RED")).body).toBe(true);
    expect(await skusOf("fewer")).toEqual(["fewer-blue"]);
    expect(messageOf(await remove("fewer-red"))).toEqual(noOption);
    expect(messageOf(await admin.delete(`${path}/fewer-red/children/fewer-blue`))).toEqual([
      400,
      'The product with the "%1" SKU isn\'t a configurable product.',
      ["fewer-red"],
    ]);
  });
});

describe("generated variations", () => {
  const generate = (options: object[], product: object = { sku: "tee", name: "Tee", price: 10 }) =>
    admin.put(`${path}/variation`, { product, options });

  it("include one product for each combination, and are not stored", async () => {
    const [red, blue, small, large] = [
      choice("shade", "red"),
      choice("shade", "blue"),
      choice("format", "small"),
      choice("format", "large"),
    ];
    const { status, body } = await generate(
      [option("shade", ["blue", "red", "red"]), option("format", ["small", "large"], { attribute_id: "format" })],
      {
        sku: "tee",
        name: "Tee",
        price: 10,
        visibility: 4,
        weight: 2,
        custom_attributes: [
          { attribute_code: "description", value: "Soft" },
          { attribute_code: "shade", value: "0" },
        ],
      },
    );
    expect(status).toBe(200);
    const products = body as { sku: string; custom_attributes: [] }[];
    expect(products.map(({ sku }) => sku)).toEqual([
      `tee-${red}-${small}`,
      `tee-${red}-${large}`,
      `tee-${blue}-${small}`,
      `tee-${blue}-${large}`,
    ]);
    expect(products[1]).toMatchObject({ name: `Tee-${red}-${large}`, price: 10, weight: 2, status: 1, visibility: 1 });
    expect(products[1]?.custom_attributes).toEqual([
      { attribute_code: "description", value: "Soft" },
      { attribute_code: "shade", value: String(red) },
      { attribute_code: "format", value: String(large) },
    ]);
    expect((await admin.get(`/V1/products/tee-${red}-${small}`)).status).toBe(404);
  });

  it("can be created unchanged", async () => {
    const { body } = await generate([option("shade", ["green"])], simple("made"));
    const [product] = body as { sku: string }[];
    expect((await admin.post("/V1/products", { product })).body).toMatchObject({ sku: product?.sku, visibility: 1 });
  });

  it("are empty without values, and need existing attributes", async () => {
    expect((await generate([])).body).toEqual([]);
    expect((await generate([option("shade", []), option("format", ["small"])])).body).toEqual([]);
    expect(messageOf(await generate([option("shade", ["red"], { attribute_id: "nothing" })]))).toEqual([
      404,
      'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
      ["nothing"],
    ]);
    expect(messageOf(await generate([{ values: [] }]))).toEqual([400, "Option attribute ID is not specified."]);
  });

  it("are limited to the size of one bulk call", async () => {
    const many = Array.from({ length: 14 }, () => option("format", ["small", "large"]));
    expect(messageOf(await generate(many))).toEqual([
      400,
      "The options have %1 combinations. The limit is %2.",
      [16384, 10000],
    ]);
  });
});
