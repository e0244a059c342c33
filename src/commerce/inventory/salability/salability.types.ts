import { Field } from "type-graphql";
import { OutputShape } from "../../../api/contract/shape.js";

@OutputShape("ProductSalabilityError", "A reason why a quantity of a product cannot be sold.")
export class ProductSalabilityError {
  @Field(() => String, { description: "Code of the broken rule." })
  code!: string;

  @Field(() => String, { description: "Text of the reason." })
  message!: string;
}

@OutputShape("ProductSalableResult", "Whether a quantity of a product can be sold.")
export class ProductSalableResult {
  @Field(() => Boolean, { description: "Whether the quantity can be sold." })
  salable!: boolean;

  @Field(() => [ProductSalabilityError], { description: "Reasons why the quantity cannot be sold; empty if it can." })
  errors!: ProductSalabilityError[];
}
