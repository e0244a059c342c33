import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { CatalogAttribute } from "../attributes/attribute.types.js";
import { readRolesOfSet } from "./media-roles.js";

@Contract("Catalog", "ProductMediaAttributeManagement")
@Resolver()
export class ProductMediaAttributeManagement {
  @Rest("GET /V1/products/media/types/:attributeSetName", "Magento_Catalog::attributes_attributes")
  @Query(() => [CatalogAttribute], {
    name: "productMediaRoles",
    description: "The image attributes of an attribute set: the roles that gallery entries can have.",
  })
  getList(
    @Arg("attributeSetName", () => String, { description: "Name of the attribute set, such as `Default`." })
    attributeSetName: string,
    @Ctx() ctx: Context,
  ): Promise<CatalogAttribute[]> {
    return readRolesOfSet(attributeSetName, ctx);
  }
}
