import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { attributeNotFound } from "./attribute-errors.js";
import { addOption, deleteOption, withCountries } from "./options/attribute-options.js";
import {
  AttributeOption,
  CatalogAttribute,
  CatalogAttributeSearchResults,
  ProductAttributeType,
} from "./attribute.types.js";
import { type AttributeScope, readAttribute, searchAttributes } from "./attributes.sql.js";
import { updateOption } from "./options/update-option.js";
import { deleteAttribute } from "./delete-attribute.js";
import { inputTypes } from "./input-types.js";
import { addAttribute, changeAttribute, hasAttribute, readFilterable, setFilterable } from "./save-attribute.js";

const permission = "Magento_Catalog::attributes_attributes";
const codeDescription = "Code of the attribute, case-insensitive, or its id.";
const ofProducts = ({ scope }: Context): AttributeScope => ({ entityType: "catalog_product", storeId: scope.storeId });

async function productAttribute(code: string, ctx: Context): Promise<CatalogAttribute> {
  const found = await readAttribute(ctx.db, ofProducts(ctx), code);
  if (!found) throw attributeNotFound(code);
  const [shown = found] = await withCountries([found], ctx);
  return shown;
}

@Contract("Catalog", "ProductAttributeRepository", { aggregate: "product", keys: ["*"] })
@Resolver()
export class ProductAttributeRepository {
  @Rest("GET /V1/products/attributes/:attributeCode", permission)
  @Query(() => CatalogAttribute, { name: "productAttribute", description: "A product attribute." })
  get(
    @Arg("attributeCode", () => String, { description: codeDescription }) attributeCode: string,
    @Ctx() ctx: Context,
  ): Promise<CatalogAttribute> {
    return productAttribute(attributeCode, ctx);
  }

  @Rest("GET /V1/products/attributes", permission)
  @Query(() => CatalogAttributeSearchResults, {
    name: "productAttributes",
    description: "Searches product attributes by their properties, by attribute_set_id and by attribute_group_id.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CatalogAttributeSearchResults> {
    const found = await searchAttributes(ctx.db, ofProducts(ctx), searchCriteria);
    return { ...found, items: await withCountries(found.items, ctx) };
  }

  @Rest("POST /V1/products/attributes", permission)
  @Mutation(() => CatalogAttribute, {
    name: "addProductAttribute",
    description:
      "Creates a product attribute. Products can use it immediately, and searches can filter and sort by it.",
  })
  async save(
    @Arg("attribute", () => CatalogAttribute, {
      description: "The attribute. If it has an id, the attribute with its code is updated.",
    })
    attribute: CatalogAttribute,
    @Ctx() ctx: Context,
  ): Promise<CatalogAttribute> {
    const code = await (attribute.attribute_id ? changeAttribute : addAttribute)(attribute, ctx);
    return productAttribute(code, ctx);
  }

  @Rest("PUT /V1/products/attributes/:attributeCode", permission, {
    as: "ProductAttributeRepository.save",
    path: { attributeCode: "attribute.attribute_code" },
  })
  @Mutation(() => CatalogAttribute, {
    name: "saveProductAttribute",
    description:
      "Updates the given properties of a product attribute. Creates the attribute if its code is unknown and it has no id.",
  })
  async update(
    @Arg("attribute", () => CatalogAttribute, { description: "The product attribute, with its code." })
    attribute: CatalogAttribute,
    @Ctx() ctx: Context,
  ): Promise<CatalogAttribute> {
    const isNew = !attribute.attribute_id && !(await hasAttribute(attribute.attribute_code ?? "", ctx));
    const code = await (isNew ? addAttribute : changeAttribute)(attribute, ctx);
    return productAttribute(code, ctx);
  }

  @Rest("DELETE /V1/products/attributes/:attributeCode", permission)
  @Mutation(() => Boolean, {
    name: "deleteProductAttribute",
    description:
      "Deletes a user-defined product attribute with its options, its assignments to sets and all its values.",
  })
  async deleteById(
    @Arg("attributeCode", () => String, { description: codeDescription }) attributeCode: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteAttribute(attributeCode, ctx);
    return true;
  }
}

@Contract("Catalog", "ProductAttributeOptionManagement", { aggregate: "product", keys: ["*"] })
@Resolver()
export class ProductAttributeOptionManagement {
  @Rest("GET /V1/products/attributes/:attributeCode/options", permission)
  @Query(() => [AttributeOption], {
    name: "productAttributeOptions",
    description: "The options of a product attribute, with the labels of the store view.",
  })
  async getItems(
    @Arg("attributeCode", () => String, { description: codeDescription }) attributeCode: string,
    @Ctx() ctx: Context,
  ): Promise<AttributeOption[]> {
    const { options } = await productAttribute(attributeCode, ctx);
    return options ?? [];
  }

  @Rest("POST /V1/products/attributes/:attributeCode/options", permission)
  @Writes("productAttribute", { attributeCode: "attributeCode" })
  @Mutation(() => String, {
    name: "addProductAttributeOption",
    description: "Adds an option to a product attribute and returns its id.",
  })
  add(
    @Arg("attributeCode", () => String, { description: codeDescription }) attributeCode: string,
    @Arg("option", () => AttributeOption, { description: "The option." }) option: AttributeOption,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return addOption(attributeCode, option, ctx);
  }

  @Rest("DELETE /V1/products/attributes/:attributeCode/options/:optionId", permission)
  @Writes("productAttribute", { attributeCode: "attributeCode" })
  @Mutation(() => Boolean, {
    name: "deleteProductAttributeOption",
    description: "Deletes an option of a product attribute and removes it from the products that have it.",
  })
  async delete(
    @Arg("attributeCode", () => String, { description: codeDescription }) attributeCode: string,
    @Arg("optionId", () => String, { description: "Id of the option." }) optionId: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteOption(attributeCode, optionId, ctx);
    return true;
  }
}

@Contract("Catalog", "ProductAttributeOptionUpdate", { aggregate: "product", keys: ["*"] })
@Resolver()
export class ProductAttributeOptionUpdate {
  @Rest("PUT /V1/products/attributes/:attributeCode/options/:optionId", permission)
  @Writes("productAttribute", { attributeCode: "attributeCode" })
  @Mutation(() => Boolean, {
    name: "updateProductAttributeOption",
    description: "Replaces an option of a product attribute, including its labels in store views. Returns true.",
  })
  async update(
    @Arg("attributeCode", () => String, { description: codeDescription }) attributeCode: string,
    @Arg("optionId", () => Int, { description: "Id of the option." }) optionId: number,
    @Arg("option", () => AttributeOption, { description: "The option; an absent sort order becomes 0." })
    option: AttributeOption,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await updateOption(attributeCode, { id: optionId, option }, ctx);
    return true;
  }
}

@Contract("Catalog", "ProductAttributeIsFilterableManagement", { aggregate: "product", keys: ["*"] })
@Resolver()
export class ProductAttributeIsFilterableManagement {
  @Rest("GET /V1/products/attributes/:attributeCode/is-filterable", permission)
  @Query(() => Int, {
    name: "productAttributeIsFilterable",
    description: "Whether the storefront offers a product attribute as a filter: 0 no, 1 with results, 2 always.",
  })
  get(
    @Arg("attributeCode", () => String, { description: codeDescription }) attributeCode: string,
    @Ctx() { db }: Context,
  ): Promise<number> {
    return readFilterable(db, attributeCode);
  }

  @Rest("PUT /V1/products/attributes/:attributeCode/is-filterable/:isFilterable", permission)
  @Writes("productAttribute", { attributeCode: "attributeCode" })
  @Mutation(() => Boolean, {
    name: "setProductAttributeIsFilterable",
    description: "Sets whether the storefront offers a product attribute as a filter. Returns true.",
  })
  async set(
    @Arg("attributeCode", () => String, { description: codeDescription }) attributeCode: string,
    @Arg("isFilterable", () => Int, { description: "0 no, 1 with results, 2 always." }) isFilterable: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await setFilterable(db, attributeCode, isFilterable);
    return true;
  }
}

@Contract("Catalog", "ProductAttributeTypesList", { aggregate: "product", keys: ["*"] })
@Resolver()
export class ProductAttributeTypesList {
  @Rest("GET /V1/products/attributes/types", permission)
  @Query(() => [ProductAttributeType], {
    name: "productAttributeTypes",
    description: "The input types that a new attribute can have.",
  })
  getItems(): ProductAttributeType[] {
    return [...inputTypes].flatMap(([value, { label }]) => (label === undefined ? [] : [{ value, label }]));
  }
}
