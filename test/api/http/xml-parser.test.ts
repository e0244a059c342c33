import { describe, expect, it } from "vitest";
import { parseElements } from "../../../src/api/http/body/xml-parser.js";

const parse = (text: string) => parseElements(text, 1000);

describe("an XML body", () => {
  it("becomes parameters from the children of any root", () => {
    expect(parse("<any><sku>a&amp;b</sku><prices><item><price>1.50</price></item></prices></any>")).toEqual({
      sku: "a&b",
      prices: { item: { price: "1.50" } },
    });
  });

  it("becomes a list for children with the same name", () => {
    expect(parse("<a><b>1</b><c/><b>2</b><b><d>3</d></b></a>")).toEqual({ b: ["1", "2", { d: "3" }], c: null });
  });

  it.each<readonly [text: string, expected: unknown, what: string]>([
    ["<a><b x='1' y:z=\"2\" >t</b ></a >", { b: "t" }, "attributes"],
    [
      '<?xml version="1.0"?><!-- one --><a><!-- < & --><b/></a><!-- two -->\n',
      { b: null },
      "comments and instructions",
    ],
    ["<a><b> <![CDATA[<i>&amp;</i>]]>&#33;&#x21;</b></a>", { b: " <i>&amp;</i>!!" }, "CDATA and references"],
    ["<a>\n  <b>\r\n x\r\ny </b>\n</a>", { b: "\n x\ny " }, "white space"],
    ["<a>one<b/>two</a>", { b: null, "#text": "onetwo" }, "text between elements"],
    ["<größe><日本>1</日本></größe>", { 日本: "1" }, "names in any script"],
    ["<a/>", null, "an empty root"],
    ["<a><toString/><constructor>1</constructor></a>", { toString: null, constructor: "1" }, "names of every object"],
  ])("becomes parameters: %s becomes %j (%s)", (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it("can contain a child called __proto__", () => {
    const value = parse("<a><__proto__><b>1</b></__proto__></a>");
    expect(Object.entries(value as object)).toEqual([["__proto__", { b: "1" }]]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ["", "nothing"],
    ["plain", "no element"],
    ["<a>", "no end"],
    ["<a></b>", "another end"],
    ["<a><b></a></b>", "crossed elements"],
    ["</a>", "an end alone"],
    ["<a/><a/>", "two roots"],
    ["<a/>x", "text behind the root"],
    ["x<a/>", "text before the root"],
    ["<a b=1/>", "an attribute without quotation marks"],
    ["<a b/>", "an attribute without a value"],
    ["<1/>", "a name that begins with a digit"],
    ["<a>&</a>", "an ampersand alone"],
    ["<a>&nbsp;</a>", "an unknown entity"],
    ["<a>&toString;</a>", "an entity that every object has"],
    ["<a>&#1114112;</a>", "a number past the last character"],
    ["<a>&#0;</a>", "a character that XML does not have"],
    ["<a>\u0001</a>", "a control character"],
    ["<a><![CDATA[x</a>", "an open CDATA section"],
    ["<a><!-- x</a>", "an open comment"],
    ["<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "a document type"],
  ])("is rejected for %j: %s", (text) => {
    expect(() => parse(text)).toThrow("Decoding error.");
  });

  it("is rejected above the limit of elements, CDATA sections and comments", () => {
    for (const piece of ["<b/>", "<![CDATA[x]]>", "<!-- x -->"]) {
      expect(() => parse(`<a>${piece.repeat(1000)}</a>`)).toThrow("The request body has more than 1000 values.");
      expect(() => parse(`<a>${piece.repeat(999)}</a>`)).not.toThrow();
    }
  });

  it("is rejected above a hundred levels", () => {
    const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
    expect(() => parse(nested(101))).toThrow("The request body nests deeper than 100 levels.");
    expect(() => parse(nested(100))).not.toThrow();
  });
});
