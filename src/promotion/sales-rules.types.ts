import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../contract/extension-attributes.js";
import { Decimal, type DecimalText } from "../contract/scalars.js";
import { Shape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";
import { OneOf } from "../contract/closed-set.js";
import { couponType, discountAction } from "./closed-sets.types.js";

@Shape("SalesRuleLabel", "The name of a sales rule for shoppers in a store view.")
export class SalesRuleLabel {
  @Field(() => Int, { description: "Id of the store view; 0 is the default for all." })
  store_id!: number;

  @Field(() => String, { description: "The name; an empty one removes the label of the store view." })
  store_label!: string;
}

@Shape("SalesRuleCondition", "A condition of a sales rule, or a group of conditions.")
export class SalesRuleCondition {
  @Field(() => String, {
    nullable: true,
    description:
      "Magento's class of the condition, for example `Magento\\SalesRule\\Model\\Rule\\Condition\\Address`. " +
      "The class of the outermost group is given and ignored when sent.",
  })
  condition_type?: string | null;

  @Field(() => [SalesRuleCondition], { nullable: true, description: "The conditions of a group." })
  conditions?: SalesRuleCondition[] | null;

  @Field(() => String, { nullable: true, description: "Of a group: `all` or `any` of its conditions must be met." })
  aggregator_type?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Comparison: ==, !=, >=, <=, >, <, {}, !{}, (), !() or <=>. Of a group without a value: the value.",
  })
  operator?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What is compared, for example `base_subtotal` or `category_ids`.",
  })
  attribute_name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Value to compare with, lists separated by commas. Of a group: `1` met, `0` not met.",
  })
  value?: string | null;
}

@ExtensionAttributes("SalesRule")
export class SalesRuleExtension {
  @Extension(
    () => Int,
    "Reward points that an order of a customer earns by the rule, once it is invoiced; 0 by default.",
    "commerce",
  )
  reward_points_delta?: number | null;
}

@Shape("SalesRule", "A cart price rule: who gets which discount on which items.")
export class SalesRule {
  @Field(() => Int, { nullable: true, description: "Id; without one a rule is created." })
  rule_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name for administrators, up to 255 characters." })
  name?: string | null;

  @Field(() => [SalesRuleLabel], {
    nullable: true,
    description: "Names for shoppers by store view. Store views that are not named keep their label.",
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
    description: "First day, `YYYY-MM-DD`, in the time zone of the store; an empty text removes it.",
  })
  from_date?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Last day, `YYYY-MM-DD`, in the time zone of the store; an empty text removes it.",
  })
  to_date?: string | null;

  @Field(() => Int, { nullable: true, description: "Orders in which a customer may use the rule; 0 is no limit." })
  uses_per_customer?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the rule applies; false by default." })
  is_active?: boolean | null;

  @Field(() => SalesRuleCondition, { nullable: true, description: "Conditions on the cart; replaced as a whole." })
  condition?: SalesRuleCondition | null;

  @Field(() => SalesRuleCondition, { nullable: true, description: "Conditions on each item; replaced as a whole." })
  action_condition?: SalesRuleCondition | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether rules of later priority are skipped; true by default.",
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
    description: "Kind of discount: by_percent, by_fixed, cart_fixed, buy_x_get_y, to_percent or to_fixed.",
  })
  simple_action?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Percent, amount in the base currency, or free units of buy_x_get_y; up to 4 decimal places.",
  })
  discount_amount?: DecimalText | null;

  @Field(() => Decimal, { nullable: true, description: "Most units of an item that are discounted; 0 is no limit." })
  discount_qty?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "Units of an item that make one step, the X of buy_x_get_y." })
  discount_step?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the shipping amount is discounted too." })
  apply_to_shipping?: boolean | null;

  @Field(() => Int, { nullable: true, description: "Orders that have used the rule." })
  times_used?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Stored for compatibility; Portico has no RSS feeds." })
  is_rss?: boolean | null;

  @OneOf(couponType)
  @Field(() => String, {
    nullable: true,
    description: "NO_COUPON, SPECIFIC_COUPON or AUTO; 1, 2 and 3 are accepted for them. NO_COUPON by default.",
  })
  coupon_type?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the codes of a SPECIFIC_COUPON rule are generated." })
  use_auto_generation?: boolean | null;

  @Field(() => Int, { nullable: true, description: "Orders in which a coupon may be used; 0 is no limit." })
  uses_per_coupon?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Free shipping: 0 none, 1 for matching items, 2 for the whole shipment with a matching item.",
  })
  simple_free_shipping?: string | null;

  @Extension(() => SalesRuleExtension, "What the rule does besides discounts.", "commerce")
  extension_attributes?: SalesRuleExtension | null;
}

export const SalesRuleSearchResults = SearchResults(SalesRule);
export type SalesRuleSearchResults = SearchResults<SalesRule>;
