import { Query, Resolver } from "type-graphql";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { optionTypes } from "./option-types.js";
import { CustomOptionType } from "./product-option.types.js";

@Contract("Catalog", "ProductCustomOptionTypeList")
@Resolver()
export class ProductCustomOptionTypeList {
  @Rest("GET /V1/products/options/types", "Magento_Catalog::catalog")
  @Query(() => [CustomOptionType], {
    name: "customOptionTypes",
    description: "Lists the types of custom options.",
  })
  getItems(): CustomOptionType[] {
    return [...optionTypes];
  }
}
