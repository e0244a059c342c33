import { describe, expect, it } from "vitest";
import { WebapiError } from "../../../src/api/call/errors.js";
import type { Input } from "../../../src/api/call/arguments/read.js";
import { routeFor } from "./pure.schema.js";

const read = (route: ReturnType<typeof routeFor>, input: Partial<Input>) =>
  route.read({ body: {}, query: {}, path: {}, ...input });
const setPrices = routeFor("setPrices", "POST /V1/prices");
const saveProduct = routeFor("saveProduct", "PUT /V1/products/:sku", { targets: { sku: "product.sku" } });
const product = routeFor("product", "GET /V1/products/:sku");

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof WebapiError) return { status: error.status, ...error.toBody() };
    throw error;
  }
  throw new Error("threw no error");
}

describe("arguments", () => {
  it("accept keys in snake_case and camelCase", () => {
    const body = { prices: [{ price: 1, storeId: 2, sku: "a", price_from: null }] };
    expect(read(setPrices, { body })).toEqual({ prices: [{ price: "1", store_id: 2, sku: "a", price_from: null }] });
  });

  it("accept keys of objects in any case, as clients in .NET send them, but not their own names", () => {
    for (const key of ["StoreId", "STORE_ID", "Store_Id", "storeid"]) {
      expect(read(setPrices, { body: { prices: [{ [key]: 2 }] } })).toEqual({ prices: [{ store_id: 2 }] });
    }
    expect(catchError(() => read(setPrices, { body: { Prices: [] } }))).toMatchObject({
      parameters: { fieldName: "prices" },
    });
  });

  it("keep the last of two spellings of a key", () => {
    const body = { prices: [{ store_id: 1, storeId: 2 }] };
    expect(read(setPrices, { body })).toEqual({ prices: [{ store_id: 2 }] });
  });

  it("come from the body before the path, and from the path before the query", () => {
    expect(read(product, { body: { sku: "b" }, path: { sku: "p" }, query: { sku: "q" } })).toMatchObject({ sku: "b" });
    expect(read(product, { path: { sku: "p" }, query: { sku: "q", store_id: "3" } })).toEqual({
      sku: "p",
      storeId: 3,
      editMode: false,
    });
  });

  it("are filled from the path only if the body leaves the field out", () => {
    expect(read(saveProduct, { body: { product: { name: "x" } }, path: { sku: "p" } })).toEqual({
      product: { name: "x", sku: "p" },
    });
    expect(read(saveProduct, { body: { product: { sku: "b" } }, path: { sku: "p" } })).toEqual({
      product: { sku: "b" },
    });
  });

  it("are filled from the path if the body has a value of the wrong type, but not into a scalar", () => {
    expect(read(saveProduct, { body: { product: { sku: ["b"], name: "x" } }, path: { sku: "p" } })).toEqual({
      product: { name: "x", sku: "p" },
    });
    expect(read(saveProduct, { body: { product: "text" }, path: { sku: "p" } })).toEqual({ product: {} });
  });

  it("that the caller's own account provides are missing for a caller who is no customer", () => {
    const own = routeFor("product", "GET /V1/products/mine", { bind: { sku: () => "own" } });
    expect(read(own, {})).not.toHaveProperty("sku");
    expect(catchError(() => read(own, { lacksOwner: true }))).toMatchObject({ parameters: { fieldName: "sku" } });
  });

  it("ignore unknown keys", () => {
    expect(read(setPrices, { body: { prices: [], other: 1 } })).toEqual({ prices: [] });
  });

  it("are required without a default; null is treated as missing", () => {
    expect(catchError(() => read(setPrices, { body: { prices: null } }))).toEqual({
      status: 400,
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName: "prices" },
    });
  });
});

describe("required fields of objects", () => {
  const savePlace = routeFor("savePlace", "POST /V1/places");
  const lacking = (body: Input["body"]) => catchError(() => read(savePlace, { body }));

  it("are named if they are missing or null, at any depth", () => {
    expect(lacking({ place: { city: null, zip: "1" } })).toEqual({
      status: 400,
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName: "city" },
    });
    const place = { city: "a", zip: "1" };
    expect(lacking({ place: { ...place, region: { name: "x" } } })).toMatchObject({
      parameters: { fieldName: "code" },
    });
    expect(lacking({ place, places: [place, { city: "b" }] })).toMatchObject({ parameters: { fieldName: "zip" } });
    expect(lacking({ place, places: ["x"] })).toMatchObject({
      errors: [{ parameters: { fieldName: "city" } }, { parameters: { fieldName: "zip" } }],
    });
  });

  it("are none if they have a default, or if the object is absent", () => {
    const place = { city: "a", zip: "1", region: null };
    expect(read(savePlace, { body: { place } })).toEqual({ place });
  });

  it("can come from the path or the caller's account, but not from a path that the call does not have", () => {
    const filled = routeFor("savePlace", "PUT /V1/places/:zip", { targets: { zip: "place.zip" } });
    expect(read(filled, { body: { place: { city: "a" } }, path: { zip: "1" } })).toEqual({
      place: { city: "a", zip: "1" },
    });
    expect(catchError(() => read(filled, { body: { place: { city: "a" } } }))).toMatchObject({
      parameters: { fieldName: "zip" },
    });
    const own = routeFor("savePlace", "PUT /V1/places/mine", { bind: { "place.zip": () => "1" } });
    expect(read(own, { body: { place: { city: "a" } } })).toEqual({ place: { city: "a" } });
  });
});

describe("the readers of values", () => {
  const price = (value: unknown) => read(setPrices, { body: { prices: [{ price: value }] } });

  it.each([
    [12.5, "12.5"],
    ["12.50", "12.50"],
    [" 7 ", "7"],
    ["1e3", "1e3"],
    [-0, "0"],
  ])("convert %j to the decimal %s", (given, expected) => {
    expect(price(given)).toEqual({ prices: [{ price: expected }] });
  });

  it.each([["abc"], [""], [true], ["NaN"], ["0x10"], ["1,5"]])("reject %j as a decimal and name its field", (given) => {
    expect(catchError(() => price(given))).toEqual({
      status: 400,
      message:
        `Error occurred during "price" processing. The "${given === true ? "1" : String(given)}" value's type is ` +
        'invalid. The "float" type was expected. Verify and try again.',
    });
  });

  it.each([[[1]], [{ a: 1 }]])("call %j an array in the error if a scalar is expected", (given) => {
    expect(catchError(() => price(given))).toMatchObject({
      message: expect.stringContaining('The "array" value') as string,
    });
  });

  it.each([
    ["7", 7],
    [7.9, 7],
    ["-1", -1],
  ])("truncate %j to the integer %i", (given, expected) => {
    expect(read(product, { path: { sku: "s" }, query: { storeId: given } })).toMatchObject({ storeId: expected });
  });

  it.each([["abc"], ["99999999999"], [1e300], ["1e400"]])("reject %j as a 32-bit integer", (given) => {
    expect(catchError(() => read(product, { path: { sku: "s" }, query: { storeId: given } }))).toEqual({
      status: 400,
      message: `The "${String(given)}" value's type is invalid. The "int" type was expected. Verify and try again.`,
    });
  });

  it.each([
    ["1", true],
    ["true", true],
    [true, true],
    ["no", false],
    [0, false],
    ["", false],
  ])("read %j as the boolean %j", (given, expected) => {
    expect(read(saveProduct, { body: { product: { is_new: given } } })).toMatchObject({
      product: { is_new: expected },
    });
  });

  it("reject a NUL, which PostgreSQL cannot store, and replace an unpaired surrogate", () => {
    expect(catchError(() => read(saveProduct, { body: { product: { sku: "a\0b" } } }))).toMatchObject({ status: 400 });
    expect(read(saveProduct, { body: { product: { sku: "a\ud800" } } })).toEqual({ product: { sku: "a\ufffd" } });
  });

  it("accept text with a script element, as Magento 2.4.7 does", () => {
    const product = { name: "<script>alert(1)</script>" };
    expect(read(saveProduct, { body: { product } })).toEqual({ product });
  });
});

describe("a long text", () => {
  it.each([
    ["digits that end in a letter", `${"1".repeat(1_000_000)}x`],
    ["digits behind a point that end in a letter", `1.${"1".repeat(1_000_000)}x`],
  ])("is read as a number in linear time: %s", (_, price) => {
    expect(catchError(() => read(setPrices, { body: { prices: [{ price }] } }))).toMatchObject({ status: 400 });
  });

  it.each(["1e9999", "1e-9999", `0.${"1".repeat(100)}`])(
    "is rejected as a number if it would have too many digits: %s",
    (price) => {
      expect(catchError(() => read(setPrices, { body: { prices: [{ price }] } }))).toMatchObject({ status: 400 });
    },
  );
});

describe("the readers of objects and lists", () => {
  it.each(["__proto__", "constructor", "prototype"])("reject the key %s, and pollute no prototype", (key) => {
    const body = JSON.parse(`{"product": {"${key}": {"polluted": true}}}`) as Record<string, unknown>;
    expect(catchError(() => read(saveProduct, { body }))).toMatchObject({
      status: 400,
      message: '"%fieldName" is not supported. Correct the field name and try again.',
    });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it.each([
    ["wrong_attribute", "WrongAttribute"],
    ["no_2", "No2"],
    ["camelCase", "CamelCase"],
  ])("name the unknown key %s in upper camel case, also within extension attributes", (key, fieldName) => {
    for (const product of [{ [key]: null }, { extension_attributes: { [key]: null } }]) {
      expect(catchError(() => read(saveProduct, { body: { product } }))).toMatchObject({ parameters: { fieldName } });
    }
  });

  it.each([[""], ["text"], [5], [true]])("read %j as null if a list of objects is expected", (given) => {
    const product = { name: "x", children: given };
    expect(read(saveProduct, { body: { product } })).toEqual({ product: { name: "x", children: null } });
    expect(catchError(() => read(setPrices, { body: { prices: given } }))).toMatchObject({
      message: '"%fieldName" is required. Enter and try again.',
    });
  });

  it("read a scalar and null in a list of objects as objects without fields, under any keys", () => {
    expect(read(setPrices, { body: { prices: [null, "x", 5] } })).toEqual({ prices: [{}, {}, {}] });
    expect(read(setPrices, { body: { prices: { a: { sku: "a" }, b: "x" } } })).toEqual({ prices: [{ sku: "a" }, {}] });
  });

  it("cast the items of a list of texts, and call a scalar in its place by PHP's name of its type", () => {
    expect(read(setPrices, { body: { prices: [], skus: [1, true, null] } })).toMatchObject({ skus: ["1", "1", ""] });
    for (const [given, name] of [
      ["a", "string"],
      [1, "integer"],
      [1.5, "double"],
      [true, "boolean"],
    ]) {
      expect(catchError(() => read(setPrices, { body: { prices: [], skus: given } }))).toMatchObject({
        message: `The "${String(name)}" value's type is invalid. The "string[]" type was expected. Verify and try again.`,
      });
    }
  });

  it("read an object with numeric keys as a list, as in query strings", () => {
    expect(read(setPrices, { body: { prices: [], skus: { 0: "a", 1: "b" } } })).toMatchObject({ skus: ["a", "b"] });
  });

  it("read custom attributes by code as well as in a list", () => {
    const expected = [{ attribute_code: "color", value: "red" }];
    for (const custom_attributes of [expected, { color: "red" }, { color: expected[0] }]) {
      expect(read(saveProduct, { body: { product: { custom_attributes } } })).toEqual({
        product: { custom_attributes: expected },
      });
    }
  });

  it("read an object as the value of a custom attribute like a list, as PHP does", () => {
    const custom_attributes = [{ attribute_code: "stock", value: { qty: 4, is_in_stock: true } }];
    expect(read(saveProduct, { body: { product: { custom_attributes } } })).toEqual({
      product: { custom_attributes: [{ attribute_code: "stock", value: [4, true] }] },
    });
  });

  it.each([
    [{}, "An empty custom attribute is specified. Enter the attribute and try again."],
    ["red", "A custom attribute is specified with a missing attribute code. Verify the code and try again."],
    [{ value: 1 }, "A custom attribute is specified with a missing attribute code. Verify the code and try again."],
    [{ attribute_code: "c" }, 'The "c" attribute code doesn\'t have a value set. Enter the value and try again.'],
  ])("report the missing part of the custom attribute %j", (item, message) => {
    expect(catchError(() => read(saveProduct, { body: { product: { custom_attributes: [item] } } }))).toEqual({
      status: 400,
      message: `Error occurred during "custom_attributes" processing. ${message}`,
    });
  });

  it("ignore further keys of a custom attribute", () => {
    const custom_attributes = [{ attribute_code: "color", value: "red", label: "Color" }];
    expect(read(saveProduct, { body: { product: { custom_attributes } } })).toEqual({
      product: { custom_attributes: [{ attribute_code: "color", value: "red" }] },
    });
  });

  it("read nested objects to their declared depth, and reject an object if a scalar is expected", () => {
    let nested: unknown = "x";
    for (let depth = 0; depth < 5000; depth += 1) nested = [nested];
    const body = { product: { custom_attributes: [{ attribute_code: "c", value: nested }] } };
    expect(catchError(() => read(saveProduct, { body }))).toMatchObject({ status: 400 });
  });
});
