import { GraphQLList, type GraphQLOutputType } from "graphql";
import { describe, expect, it } from "vitest";
import { lazily } from "../../../src/api/call/answer/lazy-list.js";
import { splitterOf } from "../../../src/api/call/answer/long-result.js";
import { Selection } from "../../../src/api/call/answer/selection.js";
import { writerOf } from "../../../src/api/call/answer/write.js";
import { encodeLong } from "../../../src/api/http/answer/long-answer.js";
import { toXml } from "../../../src/api/http/answer/xml.js";
import { typeOf } from "./pure.schema.js";

const product = (id: number) => ({
  id,
  sku: id % 3 === 0 ? "" : `<${id}> & "é😀"\u0007`,
  name: id % 2 === 0 ? null : `Product ${id}`,
  price: `${id}.500000`,
  values: id % 5 === 0 ? [] : [id, "text", null],
  children: id % 7 === 0 ? [{ id: 1, sku: "child" }] : undefined,
});
const page = (count: number) => ({ items: Array.from({ length: count }, (_, at) => product(at)), total_count: count });

const encode = (type: GraphQLOutputType, selection?: Selection) => async (value: unknown, format: "json" | "xml") => {
  const long = splitterOf(type)(value, selection);
  return long && Buffer.concat(await encodeLong(long, format)).toString();
};

describe("a long result", () => {
  it.each([undefined, "items[sku,price],total_count", "items", "total_count,items[values]"])(
    "is the same in slices as in one piece, with the fields %s",
    async (fields) => {
      const selection = fields === undefined ? undefined : Selection.parse(fields);
      const products = typeOf("products");
      const whole = writerOf(typeOf("products"))(page(1000), selection) ?? "";
      expect(await encode(products, selection)(page(1000), "json")).toBe(whole);
      expect(await encode(products, selection)(page(1000), "xml")).toBe(toXml(whole));
    },
  );

  it("can be a list by itself", async () => {
    const products = new GraphQLList(typeOf("product"));
    const { items } = page(1000);
    const whole = writerOf(products)(items) ?? "";
    expect(await encode(products)(items, "json")).toBe(whole);
    expect(await encode(products)(items, "xml")).toBe(toXml(whole));
  });

  it("creates the items of a lazy list only when they are written", async () => {
    let made = 0;
    const items = lazily(page(1000).items, (item) => {
      made += 1;
      return item;
    });
    const long = splitterOf(typeOf("products"))({ items, total_count: 1000 });
    expect(made).toBe(0);
    const parts = long && (await encodeLong(long, "json"));
    expect(made).toBe(1000);
    expect(Buffer.concat(parts ?? []).toString()).toBe(writerOf(typeOf("products"))(page(1000)));
  });

  it("is not sliced if it is a short page or an unselected list", () => {
    let made = 0;
    const items = lazily(page(100).items, (item) => {
      made += 1;
      return item;
    });
    const result = { items, total_count: 100 };
    expect(splitterOf(typeOf("products"))(result)).toBeUndefined();
    expect(made).toBe(0);
    expect(writerOf(typeOf("products"))(result)).toBe(writerOf(typeOf("products"))(page(100)));
    expect(made).toBe(100);
  });

  it("leaves a short page and an unselected list to be written at once", () => {
    const split = splitterOf(typeOf("products"));
    expect(split(page(100))).toBeUndefined();
    expect(split(page(1000), Selection.parse("total_count"))).toBeUndefined();
    expect(split(null)).toBeUndefined();
  });
});
