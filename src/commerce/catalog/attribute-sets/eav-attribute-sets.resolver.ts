import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchSets } from "./attribute-sets.rows.js";
import { AttributeSet, AttributeSetSearchResults } from "./attribute-sets.types.js";
import { createSet, deleteSet, saveSet } from "./save-set.js";
import { checkEntityTypes, requireSet } from "./set-rules.js";

const permission = "Magento_Catalog::sets";

@Contract("Eav", "AttributeSetRepository", { aggregate: "product", keys: ["*"] })
@Resolver()
export class EavAttributeSetRepository {
  @Rest("GET /V1/eav/attribute-sets/:attributeSetId", permission)
  @Query(() => AttributeSet, { name: "attributeSet", description: "An attribute set of any entity type." })
  async get(
    @Arg("attributeSetId", () => Int, { description: "Id of the set." }) attributeSetId: number,
    @Ctx() { db }: Context,
  ): Promise<AttributeSet> {
    return (await requireSet(db, attributeSetId)).set;
  }

  @Rest("GET /V1/eav/attribute-sets/list", permission)
  @Query(() => AttributeSetSearchResults, {
    name: "attributeSets",
    description:
      "Searches attribute sets of all entity types by id, name, sort order, entity_type_id and entity_type_code.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<AttributeSetSearchResults> {
    await checkEntityTypes(db, searchCriteria);
    return searchSets(db, searchCriteria, null);
  }

  @Rest("PUT /V1/eav/attribute-sets/:attributeSetId", permission, {
    path: { attributeSetId: "attributeSet.attribute_set_id" },
  })
  @Mutation(() => AttributeSet, {
    name: "saveAttributeSet",
    description: "Updates the name and sort order of an attribute set of any entity type.",
  })
  save(
    @Arg("attributeSet", () => AttributeSet, { description: "The attribute set, with its id." })
    attributeSet: AttributeSet,
    @Ctx() { db }: Context,
  ): Promise<AttributeSet> {
    return saveSet(db, attributeSet, "any");
  }

  @Rest("DELETE /V1/eav/attribute-sets/:attributeSetId", permission)
  @Mutation(() => Boolean, {
    name: "deleteAttributeSet",
    description: "Deletes an unused attribute set of any entity type. Default sets cannot be deleted.",
  })
  async deleteById(
    @Arg("attributeSetId", () => Int, { description: "Id of the set." }) attributeSetId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await deleteSet(db, attributeSetId, "any");
    return true;
  }
}

@Contract("Eav", "AttributeSetManagement", { aggregate: "product", keys: ["*"] })
@Resolver()
export class EavAttributeSetManagement {
  @Rest("POST /V1/eav/attribute-sets", permission)
  @Mutation(() => AttributeSet, {
    name: "createAttributeSet",
    description: "Creates an attribute set with the groups and attributes of another set of the same entity type.",
  })
  create(
    @Arg("entityTypeCode", () => String, { description: "Code of the entity type, such as catalog_product." })
    entityTypeCode: string,
    @Arg("attributeSet", () => AttributeSet, { description: "The attribute set, without an id." })
    attributeSet: AttributeSet,
    @Arg("skeletonId", () => Int, { description: "Id of the set to copy." }) skeletonId: number,
    @Ctx() ctx: Context,
  ): Promise<AttributeSet> {
    return createSet(ctx, { given: attributeSet, entityType: entityTypeCode, skeletonId });
  }
}
