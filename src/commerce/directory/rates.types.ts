import { Field } from "type-graphql";
import { Decimal, type DecimalText } from "../../api/contract/scalars.js";
import { Shape } from "../../api/contract/shape.js";

@Shape("CurrencyRate", "The exchange rate from one currency to another.")
export class CurrencyRate {
  @Field(() => String, { description: "ISO 4217 code of the currency to convert from." })
  currency_from!: string;

  @Field(() => String, { description: "ISO 4217 code of the currency to convert to." })
  currency_to!: string;

  @Field(() => Decimal, {
    description: "Units of `currency_to` for one unit of `currency_from`, above zero, with up to 12 decimal places.",
  })
  rate!: DecimalText;
}
