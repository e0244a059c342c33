import { Field } from "type-graphql";
import { type DecimalText, Money } from "../../../api/contract/scalars.js";
import { OutputShape } from "../../../api/contract/shape.js";

@OutputShape(
  "TaxedPrice",
  "A price without and with tax, for the place that shoppers without an address are taxed for.",
)
export class TaxedPrice {
  @Field(() => Money, { description: "The price without tax." })
  excluding_tax!: DecimalText;

  @Field(() => Money, { description: "The price with tax." })
  including_tax!: DecimalText;
}

@OutputShape("PriceRangeEnd", "The lowest or the highest price of a product.")
export class PriceRangeEnd {
  @Field(() => TaxedPrice, { description: "The price without special and tier prices." })
  regular_price!: TaxedPrice;

  @Field(() => TaxedPrice, { description: "The price in a cart, without custom options and cart price rules." })
  final_price!: TaxedPrice;
}

@OutputShape("PriceRange", "The prices of a product from its cheapest to its dearest choice.")
export class PriceRange {
  @Field(() => String, { description: "ISO code of the base currency of the website, which the prices are in." })
  currency!: string;

  @Field(() => PriceRangeEnd, { description: "Price of the cheapest choice." })
  minimum_price!: PriceRangeEnd;

  @Field(() => PriceRangeEnd, { description: "Price of the dearest choice." })
  maximum_price!: PriceRangeEnd;
}
