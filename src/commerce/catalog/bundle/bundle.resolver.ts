import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import type { Configured } from "../../../config.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import {
  addBundleChild,
  listBundleChildren,
  deleteBundleOption,
  requireBundleOption,
  listBundleOptions,
  removeBundleChild,
  saveBundleChild,
  saveBundleOption,
} from "./bundle-products.js";
import { bundleOptionTypes } from "./bundle-options.js";
import { BundleLink, BundleOption, BundleOptionType } from "./product-bundle.types.js";

const permission = "Magento_Catalog::products";
const keys = ["option.sku", "option.product_links.sku"];
const bundleSku = { description: "SKU of the bundle, case-insensitive." };

@Contract("Bundle", "ProductOptionRepository", { aggregate: "product" })
@Resolver()
export class ProductOptionRepository {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/bundle-products/:sku/options/all", permission)
  @Query(() => [BundleOption], { name: "bundleOptions", description: "The options of a bundle product." })
  getList(@Arg("sku", () => String, bundleSku) sku: string, @Ctx() ctx: Context): Promise<BundleOption[]> {
    return listBundleOptions(sku, { ...ctx, ...this.dependencies });
  }

  @Rest("GET /V1/bundle-products/:sku/options/:optionId", permission)
  @Query(() => BundleOption, { name: "bundleOption", description: "An option of a bundle product." })
  get(
    @Arg("sku", () => String, bundleSku) sku: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Ctx() ctx: Context,
  ): Promise<BundleOption> {
    return requireBundleOption(sku, optionId, { ...ctx, ...this.dependencies });
  }

  @Rest("DELETE /V1/bundle-products/:sku/options/:optionId", permission)
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "deleteBundleOption",
    description: "Deletes an option of a bundle with all its selections. Returns true.",
  })
  deleteById(
    @Arg("sku", () => String, bundleSku) sku: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return deleteBundleOption(sku, optionId, ctx);
  }
}

@Contract("Bundle", "ProductOptionManagement", { aggregate: "product" })
@Resolver()
export class ProductOptionManagement {
  @Rest("POST /V1/bundle-products/options/add", permission, { keys })
  @Rest("PUT /V1/bundle-products/options/:optionId", permission, {
    keys,
    path: { optionId: "option.option_id" },
  })
  @Writes("product", { sku: "option.sku" })
  @Mutation(() => Int, {
    name: "saveBundleOption",
    description:
      "Creates an option of a bundle, or updates the option with the given id. Returns the id of the option.",
  })
  save(
    @Arg("option", () => BundleOption, {
      description: "The option, with the SKU of its bundle. Absent fields of an existing option stay unchanged.",
    })
    option: BundleOption,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return saveBundleOption(option, ctx);
  }
}

@Contract("Bundle", "ProductOptionTypeList", { aggregate: "product" })
@Resolver()
export class ProductOptionTypeList {
  @Rest("GET /V1/bundle-products/options/types", permission)
  @Query(() => [BundleOptionType], {
    name: "bundleOptionTypes",
    description: "Lists the input types of bundle options.",
  })
  getItems(): BundleOptionType[] {
    return [...bundleOptionTypes];
  }
}

@Contract("Bundle", "ProductLinkManagement", { aggregate: "product" })
@Resolver()
export class ProductLinkManagement {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/bundle-products/:productSku/children", permission)
  @Query(() => [BundleLink], { name: "bundleChildren", description: "The selections of a bundle's options." })
  getChildren(
    @Arg("productSku", () => String, bundleSku) productSku: string,
    @Arg("optionId", () => Int, {
      nullable: true,
      description: "Id of an option. If given, only its selections are returned.",
    })
    optionId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<BundleLink[]> {
    return listBundleChildren(productSku, optionId ?? undefined, { ...ctx, ...this.dependencies });
  }

  @Rest("POST /V1/bundle-products/:sku/links/:optionId", permission, { keys: ["sku", "linkedProduct.sku"] })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Int, {
    name: "addBundleChild",
    description: "Adds a product to an option of a bundle. Returns the id of the selection.",
  })
  addChildByProductSku(
    @Arg("sku", () => String, bundleSku) sku: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Arg("linkedProduct", () => BundleLink, {
      description: "The product to add, with its quantity, price and other settings.",
    })
    link: BundleLink,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return addBundleChild(sku, { optionId, link }, ctx);
  }

  @Rest("PUT /V1/bundle-products/:sku/links/:id", permission, {
    path: { id: "linkedProduct.id" },
    keys: ["sku", "linkedProduct.sku"],
  })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "saveBundleChild",
    description: "Updates a selection of a bundle's option. Returns true.",
  })
  saveChild(
    @Arg("sku", () => String, bundleSku) sku: string,
    @Arg("linkedProduct", () => BundleLink, {
      description: "The selection, with its id and the SKU of its product. Other fields stay unchanged if absent.",
    })
    link: BundleLink,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return saveBundleChild(sku, link, ctx);
  }

  @Rest("DELETE /V1/bundle-products/:sku/options/:optionId/children/:childSku", permission, {
    keys: ["sku", "childSku"],
  })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "removeBundleChild",
    description: "Removes a product from an option of a bundle. Returns true.",
  })
  removeChild(
    @Arg("sku", () => String, bundleSku) sku: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Arg("childSku", () => String, { description: "SKU of the product, case-insensitive." }) childSku: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return removeBundleChild(sku, { optionId, childSku }, ctx);
  }
}
