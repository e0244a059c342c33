import { addressType, foundType, productType, type StoredCondition, subselectType } from "./conditions.js";
import type { ConditionOperand } from "../sales-rules.types.js";
import { type Exact, zero } from "../../../platform/money/amount.js";
import { sum } from "../../../platform/money/arithmetic.js";
import { compileComparison, type ConditionValue } from "./compare-values.js";

/** The data of a cart that conditions read. */
export interface ConditionCart {
  /** Returns the value of an attribute of the address, null if it has none, undefined for an unknown attribute. */
  readonly attribute: (name: string) => ConditionValue;
  /** Top-level items. */
  readonly items: readonly ConditionItem[];
}

/** The data of a cart item that conditions read. */
export interface ConditionItem {
  /** Returns the value of an attribute of the product or item, null if it has none, undefined for an unknown one. */
  readonly attribute: (name: string) => ConditionValue;
  /** Returns the value that a sum of items adds: `qty`, `base_row_total` or `base_row_total_incl_tax`. */
  readonly total: (name: string) => Exact | undefined;
  readonly children: readonly ConditionItem[];
  /** Whether sums count its matching children, if there are any, instead of the item. */
  readonly countsChildren: boolean;
}

type CartTest = (cart: ConditionCart) => boolean;
type ItemTest = (item: ConditionItem) => boolean;

/** Returns a test for the tree of conditions of a rule on carts. */
export const compileCartCondition = (tree: StoredCondition): CartTest => {
  switch (tree.condition_type) {
    case addressType:
      return compileAttribute(tree);
    case foundType:
      return compileFound(tree);
    case subselectType:
      return compileSubselect(tree);
    case productType:
      return () => false;
    default:
      return compileGroup(tree, compileCartCondition);
  }
};

/**
 * Returns a test for the tree of conditions of a rule on items. Each condition can be met by the item or by one of its
 * children.
 */
export const compileItemCondition = (tree: StoredCondition): ItemTest => compileGroup(tree, compileItemPart);

/** Returns the same test for an item alone, regardless of its children. */
export const compileItemAlone = (tree: StoredCondition): ItemTest => compileGroup(tree, compileAlone);

function compileGroup<Subject>(
  tree: StoredCondition,
  compile: (child: StoredCondition, wanted: boolean) => (subject: Subject) => boolean,
): (subject: Subject) => boolean {
  const wanted = isTruthy(tree.value ?? tree.operator);
  const tests = (tree.conditions ?? []).map((child) => compile(child, wanted));
  if (tests.length === 0) return () => true;
  return isForAll(tree)
    ? (subject) => tests.every((test) => test(subject) === wanted)
    : (subject) => tests.some((test) => test(subject) === wanted);
}

/** Reads an absent aggregator from the attribute name, as Magento does. Anything but `all` means `any`. */
const isForAll = ({ aggregator_type, attribute_name }: StoredCondition): boolean =>
  (aggregator_type ?? attribute_name) === "all";

/** Casts to a boolean as PHP does, including null. */
const isTruthy = (value: ConditionOperand | null): boolean =>
  value !== null && value !== false && value !== 0 && value !== "" && value !== "0";

function compileItemPart(tree: StoredCondition, wanted: boolean): ItemTest {
  const test = compileOwn(tree, compileItemPart);
  // One match suffices: the item or one of its children has the wanted outcome.
  return (item) => (test(item) === wanted || item.children.some((child) => test(child) === wanted) ? wanted : !wanted);
}

const compileAlone = (tree: StoredCondition): ItemTest => compileOwn(tree, compileAlone);

function compileOwn(tree: StoredCondition, compile: (child: StoredCondition, wanted: boolean) => ItemTest): ItemTest {
  switch (tree.condition_type) {
    case productType:
      return compileAttribute(tree);
    case addressType:
    case foundType:
    case subselectType:
      return () => false;
    default:
      return compileGroup(tree, compile);
  }
}

function compileAttribute({ attribute_name = "", operator, value }: StoredCondition) {
  const test = compileComparison(operator ?? "==", value ?? "");
  return ({ attribute }: Pick<ConditionItem, "attribute">): boolean => test(attribute(attribute_name));
}

function compileFound(tree: StoredCondition): CartTest {
  const wanted = isTruthy(tree.value ?? tree.operator);
  const isMet = compileMembers(tree);
  return ({ items }) => items.some((item) => isMet(item) || item.children.some(isMet)) === wanted;
}

/** Tests the items of a group. Its value has another meaning here, so it does not say whether the conditions must be met. */
const compileMembers = (tree: StoredCondition): ItemTest => compileItemCondition({ ...tree, value: "1" });

const summable: ReadonlySet<string> = new Set(["qty", "base_row_total", "base_row_total_incl_tax"]);

function compileSubselect(tree: StoredCondition): CartTest {
  const { attribute_name = "", operator, value, conditions = [] } = tree;
  if (conditions.length === 0) return () => false;
  const isMet = compileMembers(tree);
  const test = compileComparison(operator ?? "==", value ?? "");
  if (!summable.has(attribute_name)) return () => false;
  return ({ items }) => {
    const members = items.flatMap((item) => membersOf(item, isMet));
    return test(sum(members.map((item) => item.total(attribute_name) ?? zero)));
  };
}

function membersOf(item: ConditionItem, isMet: ItemTest): readonly ConditionItem[] {
  const members = item.countsChildren ? item.children.filter(isMet) : [];
  if (members.length > 0) return members;
  return isMet(item) ? [item] : [];
}
