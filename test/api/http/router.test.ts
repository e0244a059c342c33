import { describe, expect, it } from "vitest";
import { Router } from "../../../src/api/http/router.js";
import { routeFor } from "../call/pure.schema.js";

const lines = [
  "GET /V1/products/:sku",
  "GET /V1/products/types",
  "POST /V1/products/special-price",
  "GET /V1/products/:sku/options",
  "GET /V1/products/:sku/options/:optionId",
  "GET /V1/products/options/types",
  "GET /V1/products/attributes/:attributeCode",
  "GET /V1/bulk",
];
const router = new Router(lines.map((line) => routeFor("product", line)));
const find = (method: string, path: string) => {
  const match = router.find(method, path.split("/").slice(1));
  return match && [match.target.path, match.parameters];
};

describe("a path", () => {
  it.each([
    ["/V1/products/types", "/V1/products/types", {}],
    ["/V1/products/options/types", "/V1/products/options/types", {}],
    ["/V1/products/abc/options", "/V1/products/:sku/options", { sku: "abc" }],
    ["/V1/products/attributes/options", "/V1/products/attributes/:attributeCode", { attributeCode: "options" }],
    ["/V1/products/options/options/5", "/V1/products/:sku/options/:optionId", { sku: "options", optionId: "5" }],
  ])("matches the route with the left-most literal: %s matches %s", (path, route, parameters) => {
    expect(find("GET", path)).toEqual([route, parameters]);
  });

  it("matches a parameter if the literal does not have the method", () => {
    expect(find("GET", "/V1/products/special-price")).toEqual(["/V1/products/:sku", { sku: "special-price" }]);
  });

  it.each([
    ["a%2Fb", "a/b"],
    ["a%20b", "a b"],
    ["a+b", "a b"],
    ["a%2Bb", "a+b"],
    ["%E5%95%86%E5%93%81", "商品"],
    ["100%", "100%"],
    ["a%252Fb", "a%2Fb"],
  ])("is decoded once: %s becomes %s", (encoded, sku) => {
    expect(find("GET", `/V1/products/${encoded}`)).toEqual(["/V1/products/:sku", { sku }]);
  });

  it.each([
    ["DELETE", "/V1/products/abc"],
    ["GET", "/V1/products"],
    ["GET", "/V1/products/a/b/c/d"],
    ["GET", "/V2/bulk"],
    ["GET", "/V1/products//options"],
  ])("can match no route: %s %s", (method, path) => {
    expect(find(method, path)).toBeUndefined();
  });
});
