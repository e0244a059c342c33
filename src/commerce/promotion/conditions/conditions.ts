import { invalid } from "../../../api/call/errors.js";
import type { ConditionOperand, SalesRuleCondition } from "../sales-rules.types.js";

const prefix = "Magento\\SalesRule\\Model\\Rule\\Condition\\";

/** The class of the outermost group of conditions on the cart. */
export const cartRoot = `${prefix}Combine`;
/** The class of the outermost group of conditions on an item. */
export const itemRoot = `${prefix}Product\\Combine`;

/** The class of a condition on the address and amounts of the cart. */
export const addressType = `${prefix}Address`;
/** The class of a condition on a product or item. */
export const productType = `${prefix}Product`;
/** The class of a group of conditions that some item must meet, or none may meet. */
export const foundType = `${prefix}Product\\Found`;
/** The class of a group that compares the sum of its matching items. */
export const subselectType = `${prefix}Product\\Subselect`;

/** Classes of groups, whose `operator` stands in for an absent `value`. */
const groups: ReadonlySet<string> = new Set([cartRoot, itemRoot, foundType]);
/** Classes of comparisons. */
const comparisons: ReadonlySet<string> = new Set([addressType, productType, subselectType]);
const operators: ReadonlySet<string> = new Set(["==", "!=", ">=", "<=", ">", "<", "{}", "!{}", "()", "!()", "<=>"]);

/** A condition as it is stored and returned. A group has an aggregator; an empty group has no `conditions`. */
export interface StoredCondition {
  readonly condition_type: string;
  readonly conditions?: StoredCondition[];
  readonly aggregator_type?: string;
  readonly operator: string | null;
  readonly attribute_name?: string;
  readonly value: ConditionOperand | null;
}

/** Returns the tree of a rule without conditions, which is always met. */
export const noConditions = (root: string): StoredCondition => ({
  condition_type: root,
  aggregator_type: "all",
  operator: null,
  value: true,
});

/**
 * Returns a tree of conditions as it is stored. Its outermost class is always `root`; a sent one is ignored. Throws 400 for
 * an unknown class or operator. Attributes are not checked, because they may be created later.
 */
export function toStoredTree(root: string, given: SalesRuleCondition): StoredCondition {
  return toStoredCondition(root, given);
}

function toStoredCondition(type: string, given: SalesRuleCondition): StoredCondition {
  const { aggregator_type, attribute_name, operator, value } = given;
  if (comparisons.has(type) && operator != null && !operators.has(operator)) throw invalid("operator", operator);
  const conditions =
    given.conditions?.map((child) => toStoredCondition(requireKnownType(child.condition_type ?? ""), child)) ?? [];
  return {
    condition_type: type,
    ...(conditions.length > 0 ? { conditions } : {}),
    ...(aggregator_type == null ? {} : { aggregator_type }),
    operator: operator ?? null,
    ...(attribute_name == null ? {} : { attribute_name }),
    value: value ?? null,
  };
}

function requireKnownType(type: string): string {
  const name = type.replace(/^\\/, "");
  if (!groups.has(name) && !comparisons.has(name)) throw invalid("condition_type", type);
  return name;
}
