import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../api/contract/extension-attributes.js";
import { Decimal, type DecimalText, Mixed } from "../../api/contract/scalars.js";
import { Shape } from "../../api/contract/shape.js";
import { SearchResults } from "../../api/search-criteria/search-results.js";
import { OneOf } from "../../api/contract/closed-set.js";
import { couponType, discountAction } from "./closed-sets.types.js";

/** A value that a condition compares with. */
export type ConditionOperand = Scalar | readonly Scalar[];

type Scalar = string | number | boolean;

@Shape("SalesRuleLabel", "The name of a cart price rule for shoppers in a store view.")
export class SalesRuleLabel {
  @Field(() => Int, { description: "Id of the store view; 0 is the default for all." })
  store_id!: number;

  @Field(() => String, { description: "The name; empty text removes the label of the store view." })
  store_label!: string;
}

@Shape("SalesRuleCondition", "A condition of a cart price rule, or a group of conditions.")
export class SalesRuleCondition {
  @Field(() => String, {
    nullable: true,
    description:
      "Magento's class of the condition, for example `Magento\\SalesRule\\Model\\Rule\\Condition\\Address`. " +
      "The class of the outermost group is fixed; a sent one is ignored.",
  })
  condition_type?: string | null;

  @Field(() => [SalesRuleCondition], { nullable: true, description: "The conditions of a group." })
  conditions?: SalesRuleCondition[] | null;

  @Field(() => String, {
    nullable: true,
    description: "For a group: whether `all` or `any` of its conditions must be met.",
  })
  aggregator_type?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Comparison: ==, !=, >=, <=, >, <, {}, !{}, (), !() or <=>. For a group without a value, it is used as the value.",
  })
  operator?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Attribute to compare, for example `base_subtotal` or `category_ids`.",
  })
  attribute_name?: string | null;

  @Field(() => Mixed, {
    nullable: true,
    description:
      "Value to compare with: text, a number, or a list as such or separated by commas. For a group: `1` if its conditions must be met, `0` if not met.",
  })
  value?: ConditionOperand | null;
}

@ExtensionAttributes("SalesRule")
export class SalesRuleExtension {
  @Extension(
    () => Int,
    "Reward points that a customer's order earns through the rule once it is invoiced; 0 by default.",
    "commerce",
  )
  reward_points_delta?: number | null;
}

@Shape("SalesRule", "A cart price rule: who gets which discount on which items.")
export class SalesRule {
  @Field(() => Int, { nullable: true, description: "Id of the rule. Omit it to create one." })
  rule_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name for administrators, up to 255 characters." })
  name?: string | null;

  @Field(() => [SalesRuleLabel], {
    nullable: true,
    description: "Names for shoppers by store view. Names of other store views are kept; an empty name removes one.",
  })
  store_labels?: SalesRuleLabel[] | null;

  @Field(() => String, { nullable: true, description: "Description for administrators." })
  description?: string | null;

  @Field(() => [Int], { nullable: true, description: "Ids of the websites where the rule applies." })
  website_ids?: number[] | null;

  @Field(() => [Int], { nullable: true, description: "Ids of the customer groups that the rule applies to." })
  customer_group_ids?: number[] | null;

  @Field(() => String, {
    nullable: true,
    description: "First day, `YYYY-MM-DD`, in the time zone of the store; empty text removes it.",
  })
  from_date?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Last day, `YYYY-MM-DD`, in the time zone of the store; empty text removes it.",
  })
  to_date?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of orders in which a customer may use the rule; 0 for no limit.",
  })
  uses_per_customer?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the rule applies; false by default." })
  is_active?: boolean | null;

  @Field(() => SalesRuleCondition, { nullable: true, description: "Conditions on the cart; replaced as a whole." })
  condition?: SalesRuleCondition | null;

  @Field(() => SalesRuleCondition, { nullable: true, description: "Conditions on each item; replaced as a whole." })
  action_condition?: SalesRuleCondition | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether rules that follow in priority are skipped; true by default.",
  })
  stop_rules_processing?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Stored for compatibility; true by default." })
  is_advanced?: boolean | null;

  @Field(() => [Int], { nullable: true, description: "Ignored, as in Magento; use `action_condition`." })
  product_ids?: number[] | null;

  @Field(() => Int, { nullable: true, description: "Priority; lower numbers apply first. 0 by default." })
  sort_order?: number | null;

  @OneOf(discountAction)
  @Field(() => String, {
    nullable: true,
    description: "How the discount is calculated.",
  })
  simple_action?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Percent, amount in the base currency, or free units of buy_x_get_y; up to 4 decimal places.",
  })
  discount_amount?: DecimalText | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Maximum number of units of an item that are discounted; 0 for no limit.",
  })
  discount_qty?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "Number of units of an item in one step: the X of buy_x_get_y." })
  discount_step?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the shipping amount is discounted too." })
  apply_to_shipping?: boolean | null;

  @Field(() => Int, { nullable: true, description: "Number of orders that have used the rule." })
  times_used?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Stored for compatibility; Portico has no RSS feeds." })
  is_rss?: boolean | null;

  @OneOf(couponType)
  @Field(() => String, {
    nullable: true,
    description:
      "Whether the rule needs a coupon; by default, it needs none. REST also accepts the numbers 1, 2 and 3 of the values.",
  })
  coupon_type?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the codes of a SPECIFIC_COUPON rule are generated." })
  use_auto_generation?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of orders in which a coupon may be used; 0 for no limit.",
  })
  uses_per_coupon?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Free shipping: 0 none, 1 for matching items, 2 for the whole shipment with a matching item.",
  })
  simple_free_shipping?: string | null;

  @Extension(() => SalesRuleExtension, "Effects of the rule other than discounts.", "commerce")
  extension_attributes?: SalesRuleExtension | null;
}

export const SalesRuleSearchResults = SearchResults(SalesRule);
export type SalesRuleSearchResults = SearchResults<SalesRule>;
