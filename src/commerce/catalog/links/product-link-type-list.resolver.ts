import { Arg, Query, Resolver } from "type-graphql";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { attributesOfLinkType, linkTypes } from "./link-types.js";
import { ProductLinkAttribute, ProductLinkType } from "./product-link.types.js";

const permission = "Magento_Catalog::catalog";

@Contract("Catalog", "ProductLinkTypeList")
@Resolver()
export class ProductLinkTypeList {
  @Rest("GET /V1/products/links/types", permission, { publicRead: true })
  @Query(() => [ProductLinkType], {
    name: "productLinkTypes",
    description: "Lists the link types of products.",
  })
  getItems(): ProductLinkType[] {
    return [...linkTypes];
  }

  @Rest("GET /V1/products/links/:type/attributes", permission, { publicRead: true })
  @Query(() => [ProductLinkAttribute], {
    name: "productLinkAttributes",
    description: "Lists the attributes of a link type. The list is empty for an unknown type.",
  })
  getItemAttributes(
    @Arg("type", () => String, { description: "`related`, `crosssell`, `upsell` or `associated`." }) type: string,
  ): ProductLinkAttribute[] {
    return attributesOfLinkType(type);
  }
}
