import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { deleteLink, listLinks, saveLink, addLinks } from "./linked-products.js";
import { ProductLink } from "./product-link.types.js";

const permission = "Magento_Catalog::catalog";
const skuDescription = "SKU of the product that has the links, case-insensitive.";
const typeDescription = "`related`, `crosssell`, `upsell` or `associated`.";

@Contract("Catalog", "ProductLinkManagement", { aggregate: "product" })
@Resolver()
export class ProductLinkManagement {
  @Rest("GET /V1/products/:sku/links/:type", permission, { publicRead: true })
  @Query(() => [ProductLink], {
    name: "productLinks",
    description:
      "The links of one type of a product. Products of a grouped product are ordered by position, others by id.",
  })
  getLinkedItemsByType(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("type", () => String, { description: typeDescription }) type: string,
    @Ctx() { db }: Context,
  ): Promise<ProductLink[]> {
    return listLinks(db, sku, type);
  }

  @Rest("POST /V1/products/:sku/links", permission, { keys: ["sku", "items.linked_product_sku"] })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "setProductLinks",
    description: "Adds links to a product, or updates their positions and quantities. Returns true.",
  })
  async setProductLinks(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("items", () => [ProductLink], { description: "The links; other links of the product stay." })
    items: ProductLink[],
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await addLinks(db, sku, items);
    return true;
  }
}

@Contract("Catalog", "ProductLinkRepository", { aggregate: "product" })
@Resolver()
export class ProductLinkRepository {
  @Rest("PUT /V1/products/:sku/links", permission, { keys: ["entity.sku", "entity.linked_product_sku"] })
  @Writes("product", { sku: "entity.sku" })
  @Mutation(() => Boolean, {
    name: "saveProductLink",
    description: "Creates one link of a product, or updates its position and quantity. Returns true.",
  })
  async save(
    @Arg("entity", () => ProductLink, { description: "The link, with the SKU of the product that has it." })
    entity: ProductLink,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await saveLink(db, entity);
    return true;
  }

  @Rest("DELETE /V1/products/:sku/links/:type/:linkedProductSku", permission)
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, { name: "deleteProductLink", description: "Deletes one link of a product. Returns true." })
  async deleteById(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("type", () => String, { description: typeDescription }) type: string,
    @Arg("linkedProductSku", () => String, { description: "SKU of the linked product, case-insensitive." })
    linkedProductSku: string,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await deleteLink(db, sku, { typeName: type, linkedSku: linkedProductSku });
    return true;
  }
}
