import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { CatalogDependencies } from "../catalog-context.js";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { Product } from "../products/product.types.js";
import {
  addConfigurableChild,
  listVariations,
  deleteConfigurableOption,
  requireConfigurableOption,
  listConfigurableOptions,
  removeConfigurableChild,
  saveConfigurableOption,
} from "./configurable-products.js";
import { ConfigurableOption } from "./product-configurable.types.js";
import { generateVariations } from "./variation-matrix.js";

const permission = "Magento_Catalog::products";
const parentSku = { description: "SKU of the configurable product, case-insensitive." };
const optionId = { description: "Id of the option." };

@Contract("ConfigurableProduct", "OptionRepository", { aggregate: "product" })
@Resolver()
export class OptionRepository {
  constructor(private readonly dependencies: CatalogDependencies) {}

  @Rest("GET /V1/configurable-products/:sku/options/all", permission, { publicRead: true })
  @Query(() => [ConfigurableOption], {
    name: "configurableOptions",
    description: "The options of a configurable product: the attributes that distinguish its variations.",
  })
  getList(@Arg("sku", () => String, parentSku) sku: string, @Ctx() ctx: Context): Promise<ConfigurableOption[]> {
    return listConfigurableOptions(sku, { ...ctx, ...this.dependencies });
  }

  @Rest("GET /V1/configurable-products/:sku/options/:id", permission, { publicRead: true })
  @Query(() => ConfigurableOption, {
    name: "configurableOption",
    description: "An option of a configurable product.",
  })
  get(
    @Arg("sku", () => String, parentSku) sku: string,
    @Arg("id", () => Int, optionId) id: number,
    @Ctx() ctx: Context,
  ): Promise<ConfigurableOption> {
    return requireConfigurableOption(sku, id, { ...ctx, ...this.dependencies });
  }

  @Rest("POST /V1/configurable-products/:sku/options", permission)
  @Rest("PUT /V1/configurable-products/:sku/options/:id", permission, { path: { id: "option.id" } })
  @Writes("product", { sku: "sku" })
  @Mutation(() => ID, {
    name: "saveConfigurableOption",
    description:
      "Creates an option of a product and makes the product configurable, or updates the option with the given id or attribute. Returns the id of the option.",
  })
  save(
    @Arg("sku", () => String, parentSku) sku: string,
    @Arg("option", () => ConfigurableOption, {
      description:
        "The option. A new one needs attribute, label and values; absent fields of an existing one stay unchanged.",
    })
    option: ConfigurableOption,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return saveConfigurableOption(sku, option, { ...ctx, ...this.dependencies });
  }

  @Rest("DELETE /V1/configurable-products/:sku/options/:id", permission)
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "deleteConfigurableOption",
    description: "Deletes an option of a configurable product and unlinks all its variations. Returns true.",
  })
  deleteById(
    @Arg("sku", () => String, parentSku) sku: string,
    @Arg("id", () => Int, optionId) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return deleteConfigurableOption(sku, id, { ...ctx, ...this.dependencies });
  }
}

@Contract("ConfigurableProduct", "LinkManagement", { aggregate: "product" })
@Resolver()
export class LinkManagement {
  constructor(private readonly dependencies: CatalogDependencies) {}

  @Rest("GET /V1/configurable-products/:sku/children", permission, { publicRead: true })
  @Query(() => [Product], {
    name: "configurableChildren",
    description: "The variations of a configurable product, with the values of the store view.",
  })
  getChildren(@Arg("sku", () => String, parentSku) sku: string, @Ctx() ctx: Context): Promise<Iterable<Product>> {
    return listVariations(sku, { ...ctx, ...this.dependencies });
  }

  @Rest("POST /V1/configurable-products/:sku/child", permission, { keys: ["sku", "childSku"] })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "addConfigurableChild",
    description: "Links a product as a variation of a configurable product. Returns true.",
  })
  addChild(
    @Arg("sku", () => String, parentSku) sku: string,
    @Arg("childSku", () => String, { description: "SKU of the product to link." }) childSku: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return addConfigurableChild(sku, childSku, { ...ctx, ...this.dependencies });
  }

  @Rest("DELETE /V1/configurable-products/:sku/children/:childSku", permission, { keys: ["sku", "childSku"] })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "removeConfigurableChild",
    description: "Unlinks a variation from a configurable product. Returns true.",
  })
  removeChild(
    @Arg("sku", () => String, parentSku) sku: string,
    @Arg("childSku", () => String, { description: "SKU of the variation, case-insensitive." }) childSku: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return removeConfigurableChild(sku, childSku, { ...ctx, ...this.dependencies });
  }
}

@Contract("ConfigurableProduct", "ConfigurableProductManagement", { aggregate: "product" })
@Resolver()
export class ConfigurableProductManagement {
  constructor(private readonly dependencies: CatalogDependencies) {}

  @Rest("PUT /V1/configurable-products/variation", permission, { keys: ["product.sku"] })
  @Query(() => [Product], {
    name: "generateVariations",
    description: "Generates one product for each combination of attribute values, without saving them.",
  })
  generateVariation(
    @Arg("product", () => Product, { description: "The values that all variations share." }) product: Product,
    @Arg("options", () => [ConfigurableOption], {
      description: "Attributes, identified by id or code, with the values to combine.",
    })
    options: ConfigurableOption[],
    @Ctx() ctx: Context,
  ): Promise<Product[]> {
    return generateVariations(product, options, { ...ctx, ...this.dependencies });
  }
}
