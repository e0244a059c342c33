import { Field, Int } from "type-graphql";
import { OutputShape } from "../../../../api/contract/shape.js";
import { BasePrice, Cost, SpecialPrice, TierPrice } from "../../price.types.js";

@OutputShape("ProductPricesAsOf", "The prices of a product at a given time.")
export class ProductPricesAsOf {
  @Field(() => String, { description: "SKU of the product; in lower case if it was deleted." })
  sku!: string;

  @Field(() => Int, { description: "Id of the product." })
  product_id!: number;

  @Field(() => Boolean, { description: "Whether the product has been deleted since." })
  is_deleted!: boolean;

  @Field(() => [BasePrice], { description: "Base prices, by store view." })
  base_prices!: BasePrice[];

  @Field(() => [SpecialPrice], {
    description: "Special prices, by store view, whether their dates include the time or not.",
  })
  special_prices!: SpecialPrice[];

  @Field(() => [Cost], { description: "Costs, by store view." })
  costs!: Cost[];

  @Field(() => [TierPrice], {
    description:
      "Tier prices, by website, customer group and quantity. The group is null if it has been deleted since.",
  })
  tier_prices!: TierPrice[];
}
