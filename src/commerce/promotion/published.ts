// Everything that other domains may import from here, besides shapes.

export { type ConditionValue } from "./conditions/compare-values.js";
export { type StoredCondition } from "./conditions/conditions.js";
export {
  type AppliedCoupon,
  type AppliedRule,
  readAppliedCoupon,
  readAppliedRules,
  readRuleUses,
} from "./applied-rules.sql.js";
export {
  compileCartCondition,
  compileItemAlone,
  compileItemCondition,
  type ConditionCart,
  type ConditionItem,
} from "./conditions/evaluate-conditions.js";
export { couponTypes } from "./sales-rule.js";
export { couponNotValid, type OrderUses, useRules } from "./use-rules.js";
export { returnUses } from "./uses.sql.js";
