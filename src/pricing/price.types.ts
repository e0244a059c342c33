import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../contract/shape.js";
import { Decimal, type DecimalText, Money } from "../contract/scalars.js";

const skuDescription = "SKU of the product, in any case.";
const storeDescription = "Id of the store view; 0 is the value for all store views.";

@Shape("SpecialPrice", "A special price of a product in one store view, with the time in which it holds.")
export class SpecialPrice {
  @Field(() => Money, {
    nullable: true,
    description: "Price in the website's base currency, 0 or more; of a bundle, the discount in percent.",
  })
  price?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: `${storeDescription} Must be 0 while the price scope is global.` })
  store_id?: number | null;

  @Field(() => String, { nullable: true, description: skuDescription })
  sku?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Start, `YYYY-MM-DD hh:mm:ss`, kept as given. To be set it must be later than the current time in UTC. Required in the commerce edition; where it is absent, a start that was set before stays.",
  })
  price_from?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "End, `YYYY-MM-DD hh:mm:ss`, kept as given. Where it is absent, null or empty the special price does not expire: an end that was set before goes.",
  })
  price_to?: string | null;
}

@Shape("TierPrice", "A price, or a discount, of a product for a customer group from a quantity on.")
export class TierPrice {
  @Field(() => Money, {
    nullable: true,
    description: "Price of one piece in the website's base currency, or the discount in percent; 0 or more.",
  })
  price?: DecimalText | null;

  @Field(() => String, {
    nullable: true,
    description: "`fixed`, or `discount` where `price` is a percentage. Bundles take `discount` alone.",
  })
  price_type?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of the website; 0 is all of them, and the only one while the price scope is global.",
  })
  website_id?: number | null;

  @Field(() => String, { nullable: true, description: skuDescription })
  sku?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Name of the customer group in any case, or `all groups`.",
  })
  customer_group?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      "Quantity from which the price holds; above 0, and at least 1 for a product that is sold in whole pieces.",
  })
  quantity?: DecimalText | null;
}

@Shape("BasePrice", "The price of a product in one store view, before discounts, shipping and tax.")
export class BasePrice {
  @Field(() => Money, { nullable: true, description: "Price in the website's base currency, 0 or more." })
  price?: DecimalText | null;

  @Field(() => Int, {
    nullable: true,
    description: `${storeDescription} A price goes to all store views of the website, or of all websites while the price scope is global.`,
  })
  store_id?: number | null;

  @Field(() => String, { nullable: true, description: skuDescription })
  sku?: string | null;
}

@Shape("Cost", "What a product costs the merchant, in one store view.")
export class Cost {
  @Field(() => Money, { nullable: true, description: "Cost in the website's base currency, 0 or more." })
  cost?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: storeDescription })
  store_id?: number | null;

  @Field(() => String, { nullable: true, description: skuDescription })
  sku?: string | null;
}

@OutputShape("PriceUpdateResult", "A reason why a row was not applied.")
export class PriceUpdateResult {
  @Field(() => String, { description: "The reason; may have placeholders (`%SKU`) that the parameters fill in order." })
  message!: string;

  @Field(() => [String], { description: "The row's values, in the order in which the message names them." })
  parameters!: string[];
}
