import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../../api/contract/rest.js";
import { assignProduct, listProductsOfCategory, unassignProduct } from "./category-links.js";
import { CategoryProductLink } from "../category.types.js";

const permission = "Magento_Catalog::categories";

@Contract("Catalog", "CategoryLinkManagement")
@Resolver()
export class CategoryLinkManagement {
  @Rest("GET /V1/categories/:categoryId/products", permission, { publicRead: true })
  @Query(() => [CategoryProductLink], {
    name: "categoryProducts",
    description: "The products assigned to a category, by position.",
  })
  getAssignedProducts(
    @Arg("categoryId", () => Int, { description: "Id of the category." }) categoryId: number,
    @Ctx() ctx: Context,
  ): Promise<CategoryProductLink[]> {
    return listProductsOfCategory(ctx.db, categoryId);
  }
}

/** The ordering keys of a link: its category and its product. */
const keys = ["productLink.category_id", "product:productLink.sku"];

@Contract("Catalog", "CategoryLinkRepository", { aggregate: "category" })
@Resolver()
export class CategoryLinkRepository {
  @Rest("POST /V1/categories/:categoryId/products", permission, {
    path: { categoryId: "productLink.category_id" },
    keys,
  })
  @Rest("PUT /V1/categories/:categoryId/products", permission, {
    path: { categoryId: "productLink.category_id" },
    keys,
  })
  @Writes("category", { categoryId: "productLink.category_id" })
  @Mutation(() => Boolean, {
    name: "saveCategoryProduct",
    description: "Assigns a product to a category, or changes its position there. Returns true.",
  })
  async save(
    @Arg("productLink", () => CategoryProductLink, { description: "The product, the category and the position." })
    productLink: CategoryProductLink,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await assignProduct(ctx.db, productLink);
    return true;
  }

  @Rest("DELETE /V1/categories/:categoryId/products/:sku", permission, { keys: ["categoryId", "product:sku"] })
  @Writes("category", { categoryId: "categoryId" })
  @Mutation(() => Boolean, {
    name: "removeCategoryProduct",
    description: "Removes a product from a category. Returns true.",
  })
  async deleteByIds(
    @Arg("categoryId", () => Int, { description: "Id of the category." }) categoryId: number,
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await unassignProduct(ctx.db, categoryId, sku);
    return true;
  }
}
