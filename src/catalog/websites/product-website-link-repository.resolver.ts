import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, Rest } from "../../contract/rest.js";
import { ProductWebsiteLink } from "./product-website.types.js";
import { sellOnWebsite, takeOffWebsite } from "./product-websites.js";

const permission = "Magento_Catalog::products";

@Contract("Catalog")
@Resolver()
export class ProductWebsiteLinkRepository {
  @Rest("POST /V1/products/:sku/websites", permission)
  @Rest("PUT /V1/products/:sku/websites", permission)
  @Mutation(() => Boolean, {
    name: "addProductToWebsite",
    description: "Puts a product on sale on one more website; answers true.",
  })
  async save(
    @Arg("productWebsiteLink", () => ProductWebsiteLink, { description: "The product and the website." })
    productWebsiteLink: ProductWebsiteLink,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await sellOnWebsite(db, productWebsiteLink);
    return true;
  }

  @Rest("DELETE /V1/products/:sku/websites/:websiteId", permission)
  @Mutation(() => Boolean, {
    name: "removeProductFromWebsite",
    description: "Takes a product off a website; answers true, where it was not on it as well.",
  })
  async deleteById(
    @Arg("sku", () => String, { description: "SKU of the product, in any case." }) sku: string,
    @Arg("websiteId", () => Int, { description: "Id of the website." }) websiteId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await takeOffWebsite(db, sku, websiteId);
    return true;
  }
}
