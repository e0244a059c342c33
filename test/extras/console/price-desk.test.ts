import { describe, expect, it } from "vitest";
import { isAmbiguous, isSame, parseAmount, roundTo } from "../../../src/extras/console/page/lib/desk/amounts.js";
import { changesToApprove, outcomeOf } from "../../../src/extras/console/page/lib/desk/approval.js";
import { computeChanges, type MassChange } from "../../../src/extras/console/page/lib/desk/mass-change.js";
import { readPasted, separatorOf } from "../../../src/extras/console/page/lib/desk/paste.js";
import type { PricedProduct, TrayChange } from "../../../src/extras/console/page/lib/desk/products.js";
import {
  defaultState,
  formatState,
  parseState,
  productsPath,
  shownColumns,
} from "../../../src/extras/console/page/lib/desk/view-state.js";

const product = (sku: string, given: Partial<PricedProduct> = {}): PricedProduct => ({
  ...{ id: 1, sku, name: sku, type_id: "simple", status: 1, thumbnail: null, price: 10, special_price: null },
  ...{ special_from: null, special_to: null, cost: null, margin_percent: null, tier_price_count: 0 },
  ...{ lowest_tier_price: null, quantity: null, changed_at: null, changed_by: null },
  ...given,
});

describe("a typed amount", () => {
  it.each([
    ["12.5", "12.5"],
    ["12,50", "12.5"],
    ["1,234.50", "1234.5"],
    ["1.234,50", "1234.5"],
    ["€ 9,99", "9.99"],
    ["1 299", "1299"],
    ["1234.567", "1234.567"],
    ["0,123", "0.123"],
    ["1.234.567", "1234567"],
    [".99", "0.99"],
    ["12.", "12"],
    ["", null],
    ["call us", undefined],
    ["12,34,56", undefined],
    ["-5", undefined],
    ["1e3", undefined],
    ["1.2345678", undefined],
    ["100000000000000", undefined],
  ])("reads %s as %s", (text, amount) => {
    expect([parseAmount(text, "."), parseAmount(text, ",")]).toEqual([amount, amount]);
    expect(isAmbiguous(text)).toBe(false);
  });

  it.each([
    ["1.234", "1.234", "1234"],
    ["1,234", "1234", "1.234"],
    ["€ 12.500", "12.5", "12500"],
  ])("reads the ambiguous %s with a decimal point as %s, and with a decimal comma as %s", (text, point, comma) => {
    expect([parseAmount(text, "."), parseAmount(text, ",")]).toEqual([point, comma]);
    expect(isAmbiguous(text)).toBe(true);
  });

  it("equals one with other zeros at its end", () => {
    expect([isSame("10.00", "10"), isSame(null, "0"), isSame(null, null)]).toEqual([true, false, true]);
  });
});

describe("an ending", () => {
  it.each([
    ["8.5", ".99", "8.99"],
    ["9.2", ".99", "8.99"],
    ["0.2", ".99", "0.99"],
    ["10.45", ".95", "10.95"],
    ["10.44", ".95", "9.95"],
    ["10.5", ".00", "11"],
    ["0.3", ".00", "1"],
    ["10.005", "", "10.01"],
  ] as const)("rounds %s to %s as %s", (amount, ending, rounded) => {
    expect(roundTo(amount, ending)).toBe(rounded);
  });
});

describe("a change of many prices", () => {
  const percent: MassChange = { kind: "base", from: "base", way: "percent", by: "10", ending: "" };

  it("computes with exact decimals, and counts the products that it leaves out", () => {
    const products = [
      product("a", { price: "0.1" }),
      product("b", { price: null }),
      product("c", { type_id: "configurable" }),
    ];
    const { changes, ...counts } = computeChanges(products, { ...percent, by: "200" }, 0);
    expect(changes).toMatchObject([{ sku: "a", kind: "base", store: 0, old: "0.1", value: "0.3" }]);
    expect(counts).toEqual({ left: 2, belowZero: 0, equal: 0 });
  });

  it("leaves out prices that would not be above 0, and those that stay", () => {
    const one = [product("a")];
    expect(computeChanges(one, { ...percent, way: "amount", by: "-10" }, 0)).toMatchObject({
      belowZero: 1,
      changes: [],
    });
    expect(computeChanges(one, { ...percent, by: "0" }, 0)).toMatchObject({ equal: 1, changes: [] });
  });

  it("copies a kind of price to another", () => {
    const copied = computeChanges([product("a")], { ...percent, kind: "special", by: "0" }, 2);
    expect(copied.changes).toMatchObject([{ kind: "special", store: 2, old: null, value: "10" }]);
  });

  it("leaves out the special prices of bundles, which are percentages", () => {
    const bundle = product("set", { type_id: "bundle", special_price: 80 });
    const changed = computeChanges([bundle], { ...percent, kind: "special", from: "special" }, 0);
    expect(changed).toMatchObject({ changes: [], left: 1 });
  });
});

describe("a pasted column", () => {
  it("sets the products from the cell downwards, and names other lines", () => {
    const products = [product("a"), product("b"), product("c")];
    const target = { products, kind: "base", store: 0 } as const;
    const { changes, skipped } = readPasted("11\tx\r\n\r\nn/a\r\n12\r\n", target, ".");
    expect(changes.map(({ sku, value }) => [sku, value])).toEqual([["a", "11"]]);
    expect(skipped).toEqual([
      { line: 3, text: "n/a" },
      { line: 4, text: "12" },
    ]);
  });
});

describe("a pasted column with ambiguous amounts", () => {
  const target = { products: [product("a"), product("b")], kind: "base", store: 0 } as const;

  it("is read as its unambiguous amounts are, wherever they are", () => {
    const column = "1.234\t7.5\r\n12,50\r\n";
    const { changes, ambiguous } = readPasted(column, target, separatorOf(column, "."));
    expect(changes.map(({ value }) => value)).toEqual(["1234", "12.5"]);
    expect(ambiguous).toEqual({ text: "1.234", value: "1234" });
  });

  it.each([
    ["1.234\n5.678", undefined],
    ["1,5\n1.5", undefined],
    ["call us 1.5\n7", undefined],
    ["1.234.567\n1.234", ","],
    ["1,234.5\n1.234", "."],
  ] as const)("has the decimal separator of %j, or else that of the language", (column, found) => {
    expect([separatorOf(column, "."), separatorOf(column, ",")]).toEqual([found ?? ".", found ?? ","]);
  });
});

describe("a view of the price desk", () => {
  it("survives its address, and drops unknown names", () => {
    const state = { ...defaultState, text: "50% & more", columns: "price,cost", sort: "price" };
    expect(parseState(`${formatState(state)}&constructor=1`)).toEqual(state);
    expect(formatState(defaultState)).toBe("");
    expect(shownColumns(state).map(({ id }) => id)).toEqual(["price", "cost"]);
  });

  it("asks for the products that match, with typed amounts as plain digits", () => {
    const now = new Date("2026-01-10T12:00:00Z");
    const query = decodeURIComponent(
      productsPath(
        { ...defaultState, text: "5%", from: "9,50", to: "1,234.50", days: "3" },
        { size: 50, now },
      ).replaceAll("+", " "),
    );
    expect(query).toContain("[0][filters][1][field]=name");
    expect(query).toContain("[value]=%5\\%%");
    expect(query).toContain("[value]=9.5&");
    expect(query).toContain("[value]=1234.5&");
    expect(query).toContain("[value]=2026-01-07 12:00:00");
  });
});

describe("changes for approval", () => {
  const change = (sku: string, given: Partial<TrayChange> = {}): TrayChange => ({
    ...{ sku, kind: "cost", store: 0, old: "1", value: "2", until: null },
    ...given,
  });
  const row = (sku: string, code?: string) => ({
    ...{ message: "No. Row ID: SKU = %SKU, Store ID: %storeId.", parameters: [sku, "0"] },
    ...(code ? { extension_attributes: { code } } : {}),
  });

  it("are those of each kind that breaks a guard-rail, without deletions", () => {
    const changes = [change("a"), change("b", { kind: "base" }), change("c", { value: null }), change("d")];
    const failure = { line: 1, message: "Too high.", code: "price_rise" };
    expect(changesToApprove(changes, [failure])).toEqual([changes[0], changes[3]]);
    expect(changesToApprove(changes, [{ ...failure, line: 3 }])).toEqual([]);
    expect(changesToApprove(changes, [{ ...failure, code: "unknown_sku" }])).toEqual([]);
  });

  it("count as sent if they are held or written, and not if they failed", () => {
    const [held, failed] = [change("A"), change("b")];
    expect(outcomeOf([held, failed], [row("a", "PRICE_HELD"), row("b")])).toMatchObject({ sent: [held], isHeld: true });
    expect(outcomeOf([held, failed], [row("b", "PRICE_RISE")])).toMatchObject({
      ...{ sent: [held], isHeld: false, failed: ["No. Row ID: SKU = b, Store ID: 0."] },
    });
    expect(outcomeOf([held], [{ message: "No." }])).toMatchObject({ sent: [], failed: ["No."] });
  });
});
