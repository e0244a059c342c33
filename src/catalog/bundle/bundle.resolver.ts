import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, Rest } from "../../contract/rest.js";
import { ofProduct } from "../queue-order.js";
import {
  addBundleChild,
  childrenOfBundle,
  deleteBundleOption,
  optionOfBundle,
  optionsOfBundle,
  removeBundleChild,
  saveBundleChild,
  saveBundleOption,
} from "./bundle-products.js";
import { bundleOptionTypes } from "./option-types.js";
import { BundleLink, BundleOption, BundleOptionType } from "./product-bundle.types.js";

const permission = "Magento_Catalog::products";
const offered = { ...ofProduct, entity: "option.sku", mentions: ["option.product_links.sku"] } as const;
const bundleSku = { description: "SKU of the bundle, in any case." };

@Contract("Bundle")
@Resolver()
export class ProductOptionRepository {
  @Rest("GET /V1/bundle-products/:sku/options/all", permission)
  @Query(() => [BundleOption], { name: "bundleOptions", description: "The choices that a bundle leaves to the buyer." })
  getList(@Arg("sku", () => String, bundleSku) sku: string, @Ctx() ctx: Context): Promise<BundleOption[]> {
    return optionsOfBundle(sku, ctx);
  }

  @Rest("GET /V1/bundle-products/:sku/options/:optionId", permission)
  @Query(() => BundleOption, { name: "bundleOption", description: "A choice that a bundle leaves to the buyer." })
  get(
    @Arg("sku", () => String, bundleSku) sku: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Ctx() ctx: Context,
  ): Promise<BundleOption> {
    return optionOfBundle(sku, optionId, ctx);
  }

  @Rest("DELETE /V1/bundle-products/:sku/options/:optionId", permission, ofProduct)
  @Mutation(() => Boolean, {
    name: "deleteBundleOption",
    description: "Removes an option of a bundle with all that it offers; answers true.",
  })
  deleteById(
    @Arg("sku", () => String, bundleSku) sku: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return deleteBundleOption(sku, optionId, ctx);
  }
}

@Contract("Bundle")
@Resolver()
export class ProductOptionManagement {
  @Rest("POST /V1/bundle-products/options/add", permission, offered)
  @Rest("PUT /V1/bundle-products/options/:optionId", permission, {
    ...offered,
    path: { optionId: "option.option_id" },
  })
  @Mutation(() => Int, {
    name: "saveBundleOption",
    description: "Adds an option to the bundle that it names, or changes the one whose id is given; answers its id.",
  })
  save(
    @Arg("option", () => BundleOption, {
      description: "The option with the SKU of its bundle; of one that exists, what is absent stays as it is.",
    })
    option: BundleOption,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return saveBundleOption(option, ctx);
  }
}

@Contract("Bundle")
@Resolver()
export class ProductOptionTypeList {
  @Rest("GET /V1/bundle-products/options/types", permission)
  @Query(() => [BundleOptionType], {
    name: "bundleOptionTypes",
    description: "Lists the ways in which the products of a bundle's option may be shown.",
  })
  getItems(): BundleOptionType[] {
    return [...bundleOptionTypes];
  }
}

@Contract("Bundle")
@Resolver()
export class ProductLinkManagement {
  @Rest("GET /V1/bundle-products/:productSku/children", permission)
  @Query(() => [BundleLink], { name: "bundleChildren", description: "What the options of a bundle offer." })
  getChildren(
    @Arg("productSku", () => String, bundleSku) productSku: string,
    @Arg("optionId", () => Int, { nullable: true, description: "Id of an option, for what this one alone offers." })
    optionId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<BundleLink[]> {
    return childrenOfBundle(productSku, optionId ?? undefined, ctx);
  }

  @Rest("POST /V1/bundle-products/:sku/links/:optionId", permission, { ...ofProduct, mentions: ["linkedProduct.sku"] })
  @Mutation(() => Int, {
    name: "addBundleChild",
    description: "Has an option of a bundle offer one product more; answers the id of the selection.",
  })
  addChildByProductSku(
    @Arg("sku", () => String, bundleSku) sku: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Arg("linkedProduct", () => BundleLink, { description: "The product, with how it is offered." }) link: BundleLink,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return addBundleChild(sku, { optionId, link }, ctx);
  }

  @Rest("PUT /V1/bundle-products/:sku/links/:id", permission, {
    ...ofProduct,
    path: { id: "linkedProduct.id" },
    mentions: ["linkedProduct.sku"],
  })
  @Mutation(() => Boolean, {
    name: "saveBundleChild",
    description: "Changes what an option of a bundle offers under the id of a selection; answers true.",
  })
  saveChild(
    @Arg("sku", () => String, bundleSku) sku: string,
    @Arg("linkedProduct", () => BundleLink, {
      description: "The selection, with its id and the SKU of its product; what else is absent stays as it is.",
    })
    link: BundleLink,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return saveBundleChild(sku, link, ctx);
  }

  @Rest("DELETE /V1/bundle-products/:sku/options/:optionId/children/:childSku", permission, ofProduct)
  @Mutation(() => Boolean, {
    name: "removeBundleChild",
    description: "Takes a product out of an option of a bundle; answers true.",
  })
  removeChild(
    @Arg("sku", () => String, bundleSku) sku: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Arg("childSku", () => String, { description: "SKU of the product, in any case." }) childSku: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return removeBundleChild(sku, { optionId, childSku }, ctx);
  }
}
