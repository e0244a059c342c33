import { describe, expect, it } from "vitest";
import { writerOf } from "../../../src/api/call/answer/write.js";
import { plainDecimal } from "../../../src/api/contract/scalars.js";
import { Selection } from "../../../src/api/call/answer/selection.js";
import { SharedList } from "../../../src/api/call/answer/lazy-list.js";
import { toXml } from "../../../src/api/http/answer/xml.js";
import { typeOf } from "./pure.schema.js";

const product = writerOf(typeOf("product"));
const products = writerOf(typeOf("products"));
const page = {
  items: [
    { sku: "a", name: "A" },
    { sku: "b", name: "B" },
  ],
  total_count: 2,
};

describe("the writer of responses", () => {
  it("leaves out unset values, and writes null as null", () => {
    expect(product({ id: 1, sku: undefined, name: null })).toBe('{"id":1,"name":null}');
  });

  it("keeps every digit of a decimal, without trailing zeros", () => {
    expect(product({ price: "12345678901234.123456" })).toBe('{"price":12345678901234.123456}');
    expect(product({ price: "29.950000" })).toBe('{"price":29.95}');
  });

  it.each(["29.950000", "100.000000", "1200", "-0.000000", "0.5", ".500", "-12.340", "1e3", "10.0"])(
    "writes the decimal %s as a number",
    (price) => {
      expect(product({ price })).toBe(JSON.stringify({ price: Number(price) + 0 }));
    },
  );

  it.each([
    "plain",
    'a "quote"',
    "back\\slash",
    "line\nbreak",
    "\u0000",
    "\u2028",
    "\ud83d\ude00",
    "\ud83d",
    "<ä€>",
    "",
  ])("escapes the text %j as JSON does", (name) => {
    expect(product({ name })).toBe(JSON.stringify({ name }));
  });

  it("writes a whole shared list once, and each selection of it again", () => {
    let reads = 0;
    const counted = {
      ...page.items[0],
      get sku() {
        reads += 1;
        return "a";
      },
    };
    const items = SharedList.from([counted]) as SharedList<typeof counted>;
    const whole = products({ items });
    expect([whole, products({ items }), reads]).toEqual(['{"items":[{"sku":"a","name":"A"}]}', whole, 1]);
    expect(products({ items }, Selection.parse("items[name]"))).toBe('{"items":[{"name":"A"}]}');
    expect(products({ items })).toBe(whole);
  });

  it("writes only declared keys", () => {
    expect(product({ sku: "a", password_hash: "secret" })).toBe('{"sku":"a"}');
  });

  it.each([
    ["items[sku],total_count", '{"items":[{"sku":"a"},{"sku":"b"}],"total_count":2}'],
    ["total_count", '{"total_count":2}'],
    ["items[sku", "[]"],
    ["items[sku]]", "[]"],
    ["na me", "[]"],
    ["name", "[]"],
    ["items[nothing]", '{"items":[[],[]]}'],
  ])("includes only the requested fields for fields=%s", (fields, expected) => {
    expect(products(page, Selection.parse(fields))).toBe(expected);
  });
});

describe("decimals", () => {
  it.each([
    ["1.500000", "1.5"],
    ["0.000000", "0"],
    ["-0.00", "0"],
    ["1e-7", "0.0000001"],
    ["1.5E3", "1500"],
    ["+2", "2"],
    [".5", "0.5"],
    ["1200", "1200"],
  ])("are written in plain notation: %s is %s", (given, expected) => {
    expect(plainDecimal(given)).toBe(expected);
  });
});

describe("an XML response", () => {
  it("has a response element, items for lists and escaped text", () => {
    expect(toXml('{"message":"a < b","list":[1,true,null],"1":"x","empty":[]}')).toBe(
      '<?xml version="1.0"?>\n<response><item_1>x</item_1><message>a &lt; b</message><list><item>1</item><item>true</item><item/></list><empty/></response>\n',
    );
  });
});
