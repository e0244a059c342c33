import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { attributeNotFound } from "../../attributes/attribute-errors.js";
import { AttributeOption, CatalogAttribute, CatalogAttributeSearchResults } from "../../attributes/attribute.types.js";
import { type AttributeScope, readAttribute, searchAttributes } from "../../attributes/attributes.sql.js";

const permission = "Magento_Catalog::attributes_attributes";
const ofCategories = ({ scope }: Context): AttributeScope => ({
  entityType: "catalog_category",
  storeId: scope.storeId,
});

async function categoryAttribute(code: string, ctx: Context): Promise<CatalogAttribute> {
  const found = await readAttribute(ctx.db, ofCategories(ctx), code);
  if (!found) throw attributeNotFound(code);
  return found;
}

@Contract("Catalog", "CategoryAttributeRepository")
@Resolver()
export class CategoryAttributeRepository {
  @Rest("GET /V1/categories/attributes/:attributeCode", permission)
  @Query(() => CatalogAttribute, { name: "categoryAttribute", description: "A category attribute." })
  get(
    @Arg("attributeCode", () => String, { description: "Code of the attribute." }) attributeCode: string,
    @Ctx() ctx: Context,
  ): Promise<CatalogAttribute> {
    return categoryAttribute(attributeCode, ctx);
  }

  @Rest("GET /V1/categories/attributes", permission)
  @Query(() => CatalogAttributeSearchResults, {
    name: "categoryAttributes",
    description: "Searches category attributes by their properties and by attribute_group_id.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CatalogAttributeSearchResults> {
    return searchAttributes(ctx.db, ofCategories(ctx), searchCriteria);
  }
}

@Contract("Catalog", "CategoryAttributeOptionManagement")
@Resolver()
export class CategoryAttributeOptionManagement {
  @Rest("GET /V1/categories/attributes/:attributeCode/options", permission)
  @Query(() => [AttributeOption], {
    name: "categoryAttributeOptions",
    description: "The options of a category attribute.",
  })
  async getItems(
    @Arg("attributeCode", () => String, { description: "Code of the attribute." }) attributeCode: string,
    @Ctx() ctx: Context,
  ): Promise<AttributeOption[]> {
    const { options } = await categoryAttribute(attributeCode, ctx);
    return options ?? [];
  }
}
