import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { CatalogDependencies } from "../catalog-context.js";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { requireCustomOption, listCustomOptions, deleteCustomOption, saveCustomOption } from "./custom-options.js";
import { CustomOption } from "./product-option.types.js";

const permission = "Magento_Catalog::catalog";
const skuDescription = "SKU of the product, case-insensitive.";

@Contract("Catalog", "ProductCustomOptionRepository", { aggregate: "product" })
@Resolver()
export class ProductCustomOptionRepository {
  constructor(private readonly dependencies: CatalogDependencies) {}

  @Rest("GET /V1/products/:sku/options", permission, { publicRead: true })
  @Query(() => [CustomOption], {
    name: "customOptions",
    description: "The custom options of a product, with the titles and prices of the store view.",
  })
  getList(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Ctx() ctx: Context,
  ): Promise<CustomOption[]> {
    return listCustomOptions(sku, { ...ctx, ...this.dependencies });
  }

  @Rest("GET /V1/products/:sku/options/:optionId", permission, { publicRead: true })
  @Query(() => CustomOption, {
    name: "customOption",
    description: "One custom option of a product, with the title and price of the store view.",
  })
  get(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Ctx() ctx: Context,
  ): Promise<CustomOption> {
    return requireCustomOption(sku, optionId, { ...ctx, ...this.dependencies });
  }

  @Rest("POST /V1/products/options", permission, { keys: ["option.product_sku"] })
  @Rest("PUT /V1/products/options/:optionId", permission, {
    keys: ["option.product_sku"],
    path: { optionId: "option.option_id" },
  })
  @Mutation(() => CustomOption, {
    name: "saveCustomOption",
    description: "Creates a custom option of a product, or updates the given fields of the option with the given id.",
  })
  save(
    @Arg("option", () => CustomOption, { description: "The option, with the SKU of its product." })
    option: CustomOption,
    @Ctx() ctx: Context,
  ): Promise<CustomOption> {
    return saveCustomOption(option, { ...ctx, ...this.dependencies });
  }

  @Rest("DELETE /V1/products/:sku/options/:optionId", permission)
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "deleteCustomOption",
    description: "Deletes a custom option of a product with its values. Returns true.",
  })
  async deleteByIdentifier(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await deleteCustomOption(db, sku, optionId);
    return true;
  }
}
