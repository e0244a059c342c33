import { Field } from "type-graphql";
import { type DecimalText, Money } from "../../../api/contract/scalars.js";
import { OutputShape } from "../../../api/contract/shape.js";

@OutputShape("ShippingMethod", "A shipping method for a cart, with its price.")
export class ShippingMethod {
  @Field(() => String, { description: "Code of the carrier." })
  carrier_code!: string;

  @Field(() => String, { nullable: true, description: "Code of the method; null if the carrier cannot deliver." })
  method_code!: string | null;

  @Field(() => String, { nullable: true, description: "Title of the carrier." })
  carrier_title?: string | null;

  @Field(() => String, { nullable: true, description: "Title of the method." })
  method_title?: string | null;

  @Field(() => Money, { description: "Price quoted by the carrier, in the currency of the cart." })
  amount!: DecimalText;

  @Field(() => Money, { nullable: true, description: "Price quoted by the carrier, in the base currency." })
  base_amount!: DecimalText | null;

  @Field(() => Boolean, { description: "Whether it can be chosen." })
  available!: boolean;

  @Field(() => String, { description: "Reason why it cannot be chosen; otherwise empty." })
  error_message!: string;

  @Field(() => Money, { description: "Price without tax, in the currency of the cart." })
  price_excl_tax!: DecimalText;

  @Field(() => Money, { description: "Price with tax, in the currency of the cart." })
  price_incl_tax!: DecimalText;
}
