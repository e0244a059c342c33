import { Field, Int } from "type-graphql";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { OutputShape, Shape } from "../../../api/contract/shape.js";

@OutputShape("ProductSalabilityError", "A reason why a quantity of a product cannot be sold.")
export class ProductSalabilityError {
  @Field(() => String, { description: "Code of the broken rule." })
  code!: string;

  @Field(() => String, { description: "Text of the reason." })
  message!: string;
}

@OutputShape("SalableProduct", "Whether a stock can sell any quantity of a product.")
export class SalableProduct {
  @Field(() => String, { description: "SKU, as sent." })
  sku!: string;

  @Field(() => Int, { description: "Id of the stock." })
  stock_id!: number;

  @Field(() => Boolean, { description: "Whether the stock can sell it; false for an unknown product." })
  salable!: boolean;
}

@OutputShape("SalableProductQuantity", "Whether a stock can sell a quantity of a product.")
export class SalableProductQuantity extends SalableProduct {
  @Field(() => [ProductSalabilityError], { description: "Reasons why the quantity cannot be sold; empty if it can." })
  errors!: ProductSalabilityError[];
}

@Shape("SalableQuantityRequest", "A quantity of a product to sell in one order.")
export class SalableQuantityRequest {
  @Field(() => String, { description: "SKU of the product, case-insensitive." })
  sku!: string;

  @Field(() => Decimal, { description: "The quantity, compared to four decimal places." })
  qty!: DecimalText;
}

@OutputShape("ProductSalableResult", "Whether a quantity of a product can be sold.")
export class ProductSalableResult {
  @Field(() => Boolean, { description: "Whether the quantity can be sold." })
  salable!: boolean;

  @Field(() => [ProductSalabilityError], { description: "Reasons why the quantity cannot be sold; empty if it can." })
  errors!: ProductSalabilityError[];
}
