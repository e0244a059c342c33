import { Field } from "type-graphql";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { OutputShape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";

@OutputShape("ProductStockIndexData", "How much of a product a stock has, and whether it can sell any.")
export class ProductStockIndexData {
  @Field(() => String, { description: "SKU of the product." })
  sku!: string;

  @Field(() => Decimal, { description: "The quantity; 0 for a composite product, and if stock is not managed." })
  qty!: DecimalText;

  @Field(() => Boolean, { description: "Whether any quantity can be sold; always true if stock is not managed." })
  is_salable!: boolean;
}

export const ProductStockIndexDataSearchResults = SearchResults(ProductStockIndexData);
export type ProductStockIndexDataSearchResults = InstanceType<typeof ProductStockIndexDataSearchResults>;
