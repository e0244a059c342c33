import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, Rest } from "../../contract/rest.js";
import { ofProduct } from "../queue-order.js";
import { Product } from "../products/product.types.js";
import {
  addConfigurableChild,
  childrenOfConfigurable,
  deleteConfigurableOption,
  optionOfConfigurable,
  optionsOfConfigurable,
  removeConfigurableChild,
  saveConfigurableOption,
} from "./configurable-products.js";
import { ConfigurableOption } from "./product-configurable.types.js";
import { generateVariations } from "./variation-matrix.js";

const permission = "Magento_Catalog::products";
const parentSku = { description: "SKU of the configurable product, in any case." };
const optionId = { description: "Id of the option." };

@Contract("ConfigurableProduct")
@Resolver()
export class OptionRepository {
  @Rest("GET /V1/configurable-products/:sku/options/all", permission, { publicRead: true })
  @Query(() => [ConfigurableOption], {
    name: "configurableOptions",
    description: "The attributes that the variations of a configurable product differ by.",
  })
  getList(@Arg("sku", () => String, parentSku) sku: string, @Ctx() ctx: Context): Promise<ConfigurableOption[]> {
    return optionsOfConfigurable(sku, ctx);
  }

  @Rest("GET /V1/configurable-products/:sku/options/:id", permission, { publicRead: true })
  @Query(() => ConfigurableOption, {
    name: "configurableOption",
    description: "An attribute that the variations of a configurable product differ by.",
  })
  get(
    @Arg("sku", () => String, parentSku) sku: string,
    @Arg("id", () => Int, optionId) id: number,
    @Ctx() ctx: Context,
  ): Promise<ConfigurableOption> {
    return optionOfConfigurable(sku, id, ctx);
  }

  @Rest("POST /V1/configurable-products/:sku/options", permission, ofProduct)
  @Rest("PUT /V1/configurable-products/:sku/options/:id", permission, { ...ofProduct, path: { id: "option.id" } })
  @Mutation(() => Int, {
    name: "saveConfigurableOption",
    description:
      "Adds an option to a product, which becomes configurable by it, or changes the one that has the id or the attribute; answers its id.",
  })
  save(
    @Arg("sku", () => String, parentSku) sku: string,
    @Arg("option", () => ConfigurableOption, {
      description: "The option; a new one needs attribute, label and values, of another one what is absent stays.",
    })
    option: ConfigurableOption,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return saveConfigurableOption(sku, option, ctx);
  }

  @Rest("DELETE /V1/configurable-products/:sku/options/:id", permission, ofProduct)
  @Mutation(() => Boolean, {
    name: "deleteConfigurableOption",
    description: "Removes an option of a configurable product, and takes all its variations away; answers true.",
  })
  deleteById(
    @Arg("sku", () => String, parentSku) sku: string,
    @Arg("id", () => Int, optionId) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return deleteConfigurableOption(sku, id, ctx);
  }
}

@Contract("ConfigurableProduct")
@Resolver()
export class LinkManagement {
  @Rest("GET /V1/configurable-products/:sku/children", permission, { publicRead: true })
  @Query(() => [Product], {
    name: "configurableChildren",
    description: "The variations of a configurable product, with the values of the store view.",
  })
  getChildren(@Arg("sku", () => String, parentSku) sku: string, @Ctx() ctx: Context): Promise<Product[]> {
    return childrenOfConfigurable(sku, ctx);
  }

  @Rest("POST /V1/configurable-products/:sku/child", permission, { ...ofProduct, mentions: ["childSku"] })
  @Mutation(() => Boolean, {
    name: "addConfigurableChild",
    description: "Makes a product a variation of a configurable one; answers true.",
  })
  addChild(
    @Arg("sku", () => String, parentSku) sku: string,
    @Arg("childSku", () => String, { description: "SKU of the product that becomes a variation." }) childSku: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return addConfigurableChild(sku, childSku, ctx);
  }

  @Rest("DELETE /V1/configurable-products/:sku/children/:childSku", permission, ofProduct)
  @Mutation(() => Boolean, {
    name: "removeConfigurableChild",
    description: "Takes a variation away from a configurable product; answers true.",
  })
  removeChild(
    @Arg("sku", () => String, parentSku) sku: string,
    @Arg("childSku", () => String, { description: "SKU of the variation, in any case." }) childSku: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return removeConfigurableChild(sku, childSku, ctx);
  }
}

@Contract("ConfigurableProduct")
@Resolver()
export class ConfigurableProductManagement {
  @Rest("PUT /V1/configurable-products/variation", permission, { ...ofProduct, entity: "product.sku" })
  @Mutation(() => [Product], {
    name: "generateVariations",
    description:
      "Makes the products that a configurable product would consist of, one for each combination of values; stores nothing.",
  })
  generateVariation(
    @Arg("product", () => Product, { description: "What all variations have in common." }) product: Product,
    @Arg("options", () => [ConfigurableOption], { description: "Attributes, by id or code, with the values in use." })
    options: ConfigurableOption[],
    @Ctx() ctx: Context,
  ): Promise<Product[]> {
    return generateVariations(product, options, ctx);
  }
}
