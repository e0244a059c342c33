import { Field, Int } from "type-graphql";
import { Decimal, type DecimalText, Money } from "../../../api/contract/scalars.js";
import { OutputShape } from "../../../api/contract/shape.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";

@OutputShape("PricedProduct", "A product with its prices in a store view.")
export class PricedProduct {
  @Field(() => Int, { description: "Id of the product." })
  id!: number;

  @Field(() => String, { description: "SKU of the product." })
  sku!: string;

  @Field(() => String, { nullable: true, description: "Name in the store view." })
  name!: string | null;

  @Field(() => String, { description: "Type of the product, such as `simple`." })
  type_id!: string;

  @Field(() => Int, { nullable: true, description: "Status in the store view: 1 enabled, 2 disabled." })
  status!: number | null;

  @Field(() => String, { nullable: true, description: "Path of the thumbnail below `/media/catalog/product`." })
  thumbnail!: string | null;

  @Field(() => Money, { nullable: true, description: "Base price." })
  price!: DecimalText | null;

  @Field(() => Money, { nullable: true, description: "Special price, also before its start and after its end." })
  special_price!: DecimalText | null;

  @Field(() => String, { nullable: true, description: "Start of the special price, `YYYY-MM-DD hh:mm:ss`." })
  special_from!: string | null;

  @Field(() => String, { nullable: true, description: "End of the special price, `YYYY-MM-DD hh:mm:ss`." })
  special_to!: string | null;

  @Field(() => Money, { nullable: true, description: "Cost." })
  cost!: DecimalText | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      "Margin in percent of the price that applies now, base or special; null without a cost or a price above 0.",
  })
  margin_percent!: DecimalText | null;

  @Field(() => Int, { description: "Number of tier prices in all websites." })
  tier_price_count!: number;

  @Field(() => Money, { nullable: true, description: "Lowest fixed tier price; discounts in percent do not count." })
  lowest_tier_price!: DecimalText | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Quantity in stock at all enabled sources; null without a source.",
  })
  quantity!: DecimalText | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Time of the last recorded change of a price of the product, ISO 8601 in UTC; null without the resource `Portico_Prices::history`.",
  })
  changed_at!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "User name of the administrator or name of the integration that made this change; null for others, and without the resource `Portico_Prices::history`.",
  })
  changed_by!: string | null;
}

@OutputShape("PricedProductPage", "A page of products with their prices.")
export class PricedProductPage {
  @Field(() => [PricedProduct], { description: "The products of the page, in the requested order." })
  items!: PricedProduct[];

  @Field(() => SearchCriteria, { description: "The search criteria of the request, normalized." })
  search_criteria!: SearchCriteria;

  @Field(() => Int, { nullable: true, description: "Number of matching products; null in calls with a cursor." })
  total_count!: number | null;

  @Field(() => String, { nullable: true, description: "Cursor of the next page; null on the last one." })
  next!: string | null;

  @Field(() => [String], {
    description: "The kinds of prices that the caller may change in the store view: `base`, `special`, `cost`, `tier`.",
  })
  editable_kinds!: string[];
}
