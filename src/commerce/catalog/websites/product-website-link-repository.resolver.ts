import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { ProductWebsiteLink } from "./product-website.types.js";
import { assignWebsite, unassignWebsite } from "./product-websites.js";

const permission = "Magento_Catalog::products";

@Contract("Catalog", "ProductWebsiteLinkRepository", { aggregate: "product" })
@Resolver()
export class ProductWebsiteLinkRepository {
  @Rest("POST /V1/products/:sku/websites", permission)
  @Rest("PUT /V1/products/:sku/websites", permission)
  @Writes("product", { sku: "productWebsiteLink.sku" })
  @Mutation(() => Boolean, {
    name: "addProductToWebsite",
    description: "Assigns a product to a website. Returns true.",
  })
  async save(
    @Arg("productWebsiteLink", () => ProductWebsiteLink, { description: "The product and the website." })
    productWebsiteLink: ProductWebsiteLink,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await assignWebsite(db, productWebsiteLink);
    return true;
  }

  @Rest("DELETE /V1/products/:sku/websites/:websiteId", permission)
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "removeProductFromWebsite",
    description: "Removes a product from a website. Returns true, even if it was not assigned.",
  })
  async deleteById(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Arg("websiteId", () => Int, { description: "Id of the website." }) websiteId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await unassignWebsite(db, sku, websiteId);
    return true;
  }
}
