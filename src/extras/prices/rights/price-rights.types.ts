import { Field, Int } from "type-graphql";
import { Shape } from "../../../api/contract/shape.js";
import { OneOf } from "../../../api/contract/closed-set.js";
import { priceKind } from "../../../commerce/pricing/closed-sets.types.js";

@Shape("RolePriceRight", "A right of a role to change prices of one kind on one website.")
export class RolePriceRight {
  @OneOf(priceKind)
  @Field(() => String, { description: "Kind of price." })
  kind!: string;

  @Field(() => Int, {
    description: "Id of the website; 0 for all websites. Prices that apply to all store views require a right for 0.",
  })
  website_id!: number;
}
