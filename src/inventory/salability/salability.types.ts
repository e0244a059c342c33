import { Field } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("ProductSalabilityError", "Why a quantity of a product cannot be sold.")
export class ProductSalabilityError {
  @Field(() => String, { description: "Code of the rule." })
  code!: string;

  @Field(() => String, { description: "The reason in words." })
  message!: string;
}

@OutputShape("ProductSalableResult", "Whether a quantity of a product can be sold.")
export class ProductSalableResult {
  @Field(() => Boolean, { description: "Whether it can be sold." })
  salable!: boolean;

  @Field(() => [ProductSalabilityError], { description: "The reasons why it cannot; empty where it can." })
  errors!: ProductSalabilityError[];
}
