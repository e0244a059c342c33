import { Query, Resolver } from "type-graphql";
import { Contract, Rest } from "../../contract/rest.js";
import { productTypes } from "./product-types.js";
import { ProductType } from "./product.types.js";

@Contract("Catalog")
@Resolver()
export class ProductTypeList {
  @Rest("GET /V1/products/types", "Magento_Catalog::products")
  @Query(() => [ProductType], { name: "productTypes", description: "Lists the product types." })
  getProductTypes(): ProductType[] {
    return [...productTypes];
  }
}
