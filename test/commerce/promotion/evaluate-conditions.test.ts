import { describe, expect, it } from "vitest";
import { asAmount, asQuantity } from "../../../src/platform/money/amount.js";
import { cartRoot, itemRoot, type StoredCondition } from "../../../src/commerce/promotion/conditions/conditions.js";
import { compileComparison, type ConditionValue } from "../../../src/commerce/promotion/conditions/compare-values.js";
import {
  compileCartCondition,
  compileItemAlone,
  compileItemCondition,
  type ConditionItem,
} from "../../../src/commerce/promotion/conditions/evaluate-conditions.js";

const node = (type: string, fields: Partial<StoredCondition>): StoredCondition => ({
  operator: null,
  value: null,
  ...fields,
  condition_type: `Magento\\SalesRule\\Model\\Rule\\Condition\\${type}`,
});

const compared = (attribute_name: string, operator: string, value: string) => ({ attribute_name, operator, value });
const ofProduct = (name: string, operator: string, value: string) => node("Product", compared(name, operator, value));
const ofAddress = (name: string, operator: string, value: string) => node("Address", compared(name, operator, value));

const item = (attributes: Record<string, ConditionValue>, fields: Partial<ConditionItem> = {}): ConditionItem => ({
  attribute: (name) => attributes[name],
  total: (name) => (name === "qty" ? asQuantity(2) : asAmount(20)),
  children: [],
  countsChildren: false,
  ...fields,
});

const cart = (items: ConditionItem[], attributes: Record<string, ConditionValue> = {}) => ({
  items,
  attribute: (name: string) => attributes[name],
});

describe("a comparison", () => {
  it.each<[ConditionValue, string, string, boolean]>([
    ["Red", "==", "red", true],
    ["10.00", "==", "10", true],
    ["010", "==", "10", false],
    ["Red", "!=", "red", false],
    ["9", "<", "10", true],
    ["10", "<", "10", false],
    ["10", "<=", "10", true],
    ["10", ">", "9", true],
    ["9", ">=", "10", false],
    ["Reddish", "{}", "RED", true],
    ["Reddish", "!{}", "blue", true],
    ["b", "()", "a; B ,c", true],
    ["d", "!()", "a,b", true],
    [["3", "4"], "==", "4", true],
    [["3", "4"], "{}", "5, 4", true],
    [["3", "4"], "()", "5", false],
    [["3", "4"], "!()", "5", true],
    [["3", "4"], ">", "1", false],
    [null, "==", "red", false],
    [null, "!=", "red", true],
    [null, ">", "1", false],
    [null, "<", "1", false],
    [null, "<=>", "", true],
    ["", "<=>", "", true],
    ["1", "<=>", "", false],
    [undefined, "!=", "red", false],
    [undefined, "<=>", "", false],
  ])("evaluates %j %s %j to %s", (...[value, operator, wanted, expected]) => {
    expect(compileComparison(operator, wanted)(value)).toBe(expected);
  });
});

describe("a group of conditions on a cart", () => {
  const test = (fields: Partial<StoredCondition>) =>
    compileCartCondition({ operator: null, value: null, ...fields, condition_type: cartRoot })(
      cart([], { country_id: "DE", total_qty: "3" }),
    );
  const right = ofAddress("country_id", "==", "DE");
  const wrong = ofAddress("total_qty", ">", "3");

  it("requires all or any of its conditions to be met, or not to be met", () => {
    const conditions = [right, wrong];
    expect(test({ aggregator_type: "all", value: "1", conditions })).toBe(false);
    expect(test({ aggregator_type: "any", value: "1", conditions })).toBe(true);
    expect(test({ aggregator_type: "any", value: "0", conditions })).toBe(true);
    expect(test({ aggregator_type: "all", value: "0", conditions: [wrong] })).toBe(true);
  });

  it("is met without conditions", () => expect(test({ value: null })).toBe(true));

  it("takes the operator as the value if that is absent, and requires false if both are absent", () => {
    expect(test({ aggregator_type: "all", operator: "1", conditions: [right] })).toBe(true);
    expect(test({ aggregator_type: "all", conditions: [right] })).toBe(false);
    expect(test({ aggregator_type: "all", conditions: [wrong] })).toBe(true);
  });

  it("takes the attribute as the aggregator if that is absent, and treats anything but all as any", () => {
    expect(test({ attribute_name: "all", value: "1", conditions: [right, wrong] })).toBe(false);
    expect(test({ value: "1", conditions: [right, wrong] })).toBe(true);
  });

  it("is not met by an unknown attribute", () => {
    expect(test({ aggregator_type: "all", value: "1", conditions: [ofAddress("moon", "!=", "full")] })).toBe(false);
  });
});

describe("conditions on the items of a cart", () => {
  const red = item({ color: "red", size: null });
  const blue = item({ color: "blue", size: "L" });
  const redAndSized = [ofProduct("color", "==", "red"), ofProduct("size", "==", "L")];

  it("find an item that meets them, or none", () => {
    const found = (value: string, ...conditions: StoredCondition[]) =>
      compileCartCondition(node("Product\\Found", { aggregator_type: "all", value, conditions }))(cart([red, blue]));
    expect(found("1", ofProduct("color", "==", "blue"))).toBe(true);
    expect(found("0", ofProduct("color", "==", "blue"))).toBe(false);
    expect(found("1", ...redAndSized)).toBe(false);
    expect(found("0", ...redAndSized)).toBe(true);
  });

  it("compare the sum of the items that meet them", () => {
    const sumIs = (name: string, operator: string, value: string) =>
      compileCartCondition(
        node("Product\\Subselect", {
          ...compared(name, operator, value),
          aggregator_type: "all",
          conditions: [ofProduct("color", "()", "red,blue")],
        }),
      )(cart([red, blue, item({ color: "green" })]));
    expect(sumIs("qty", "==", "4")).toBe(true);
    expect(sumIs("base_row_total", ">", "40")).toBe(false);
    expect(sumIs("base_row_total_incl_tax", ">=", "40")).toBe(true);
    expect(sumIs("moon", ">=", "0")).toBe(false);
  });

  it("sum the matching children of a bundle instead of the bundle", () => {
    const bundle = item({ color: "red" }, { countsChildren: true, children: [blue, item({ color: "green" })] });
    const test = compileCartCondition(
      node("Product\\Subselect", {
        ...compared("qty", "==", "2"),
        aggregator_type: "any",
        conditions: [ofProduct("color", "()", "red,blue")],
      }),
    );
    expect(test(cart([bundle]))).toBe(true);
  });

  it("are each met by an item or one of its children", () => {
    const configurable = item({ color: null, size: "L" }, { children: [red] });
    const tree: StoredCondition = {
      condition_type: itemRoot,
      aggregator_type: "all",
      operator: null,
      value: "1",
      conditions: redAndSized,
    };
    expect(compileItemCondition(tree)(configurable)).toBe(true);
    expect(compileItemAlone(tree)(configurable)).toBe(false);
    expect(compileItemCondition(tree)(red)).toBe(false);
  });
});
