import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { noSuchEntity } from "../../../api/call/errors.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { CatalogAttribute } from "../attributes/attribute.types.js";
import { withCountries } from "../attributes/options/attribute-options.js";
import { readAttributesOfSet } from "../attributes/attributes.sql.js";
import { assignAttribute, unassignAttribute } from "./attribute-places.js";
import { searchGroups } from "./attribute-groups.rows.js";
import { readSet, searchSets } from "./attribute-sets.rows.js";
import {
  AttributeGroup,
  AttributeGroupSearchResults,
  AttributeSet,
  AttributeSetSearchResults,
} from "./attribute-sets.types.js";
import { deleteGroup, saveGroup } from "./save-group.js";
import { createProductSet, deleteSet, saveSet } from "./save-set.js";
import { checkEntityTypes, products, requireProductSet } from "./set-rules.js";

const permission = "Magento_Catalog::sets";

@Contract("Catalog", "AttributeSetRepository", { aggregate: "product", keys: ["*"] })
@Resolver()
export class AttributeSetRepository {
  @Rest("GET /V1/products/attribute-sets/:attributeSetId", permission)
  @Query(() => AttributeSet, { name: "productAttributeSet", description: "A product attribute set." })
  async get(
    @Arg("attributeSetId", () => Int, { description: "Id of the set." }) attributeSetId: number,
    @Ctx() { db }: Context,
  ): Promise<AttributeSet> {
    return (await requireProductSet(db, attributeSetId)).set;
  }

  @Rest("GET /V1/products/attribute-sets/sets/list", permission)
  @Query(() => AttributeSetSearchResults, {
    name: "productAttributeSets",
    description: "Searches product attribute sets by id, name and sort order.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<AttributeSetSearchResults> {
    await checkEntityTypes(db, searchCriteria);
    return searchSets(db, searchCriteria, products);
  }

  @Rest("PUT /V1/products/attribute-sets/:attributeSetId", permission, {
    path: { attributeSetId: "attributeSet.attribute_set_id" },
  })
  @Mutation(() => AttributeSet, {
    name: "saveProductAttributeSet",
    description: "Updates the name and sort order of a product attribute set.",
  })
  save(
    @Arg("attributeSet", () => AttributeSet, { description: "The attribute set, with its id." })
    attributeSet: AttributeSet,
    @Ctx() { db }: Context,
  ): Promise<AttributeSet> {
    return saveSet(db, attributeSet, "products");
  }

  @Rest("DELETE /V1/products/attribute-sets/:attributeSetId", permission)
  @Mutation(() => Boolean, {
    name: "deleteProductAttributeSet",
    description: "Deletes an attribute set that no product uses. The default set cannot be deleted.",
  })
  async deleteById(
    @Arg("attributeSetId", () => Int, { description: "Id of the set." }) attributeSetId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await deleteSet(db, attributeSetId, "products");
    return true;
  }
}

@Contract("Catalog", "AttributeSetManagement", { aggregate: "product", keys: ["*"] })
@Resolver()
export class AttributeSetManagement {
  @Rest("POST /V1/products/attribute-sets", permission)
  @Mutation(() => AttributeSet, {
    name: "createProductAttributeSet",
    description: "Creates a product attribute set with the groups and attributes of another set.",
  })
  create(
    @Arg("attributeSet", () => AttributeSet, { description: "The attribute set, without an id." })
    attributeSet: AttributeSet,
    @Arg("skeletonId", () => Int, { description: "Id of the set to copy." }) skeletonId: number,
    @Ctx() ctx: Context,
  ): Promise<AttributeSet> {
    return createProductSet(ctx, attributeSet, skeletonId);
  }
}

@Contract("Catalog", "ProductAttributeManagement", { aggregate: "product", keys: ["*"] })
@Resolver()
export class ProductAttributeManagement {
  @Rest("GET /V1/products/attribute-sets/:attributeSetId/attributes", permission)
  @Query(() => [CatalogAttribute], {
    name: "attributesOfSet",
    description: "The attributes of a product attribute set, in the order of the set.",
  })
  async getAttributes(
    @Arg("attributeSetId", () => String, { description: "Id of the set." }) attributeSetId: string,
    @Ctx() ctx: Context,
  ): Promise<CatalogAttribute[]> {
    const { db, scope } = ctx;
    const id = toId(attributeSetId);
    const found = id === undefined ? undefined : await readSet(db, id);
    if (id === undefined || !found) throw noSuchEntity("id", attributeSetId);
    if (found.entityTypeCode !== products) throw noSuchEntity("attributeSetId", attributeSetId);
    return withCountries(await readAttributesOfSet(db, { entityType: products, storeId: scope.storeId }, id), ctx);
  }

  @Rest("POST /V1/products/attribute-sets/attributes", permission)
  @Writes("productAttributeSet", { attributeSetId: "attributeSetId" })
  @Mutation(() => ID, {
    name: "assignProductAttribute",
    description:
      "Assigns an attribute to a group of a product attribute set, or moves it there. Returns the id of the assignment.",
  })
  assign(
    @Arg("attributeSetId", () => Int, { description: "Id of the set." }) setId: number,
    @Arg("attributeGroupId", () => Int, { description: "Id of the group, which must belong to the set." })
    groupId: number,
    @Arg("attributeCode", () => String, { description: "Code of the attribute." }) code: string,
    @Arg("sortOrder", () => Int, { description: "Sort order within the group; 0 places it last." }) sortOrder: number,
    @Ctx() { db }: Context,
  ): Promise<number> {
    return assignAttribute(db, { setId, groupId, code, sortOrder });
  }

  @Rest("DELETE /V1/products/attribute-sets/:attributeSetId/attributes/:attributeCode", permission)
  @Writes("productAttributeSet", { attributeSetId: "attributeSetId" })
  @Mutation(() => Boolean, {
    name: "unassignProductAttribute",
    description: "Removes a user-defined attribute from a set, and its values from the products of the set.",
  })
  async unassign(
    @Arg("attributeSetId", () => String, { description: "Id of the set." }) attributeSetId: string,
    @Arg("attributeCode", () => String, { description: "Code of the attribute." }) attributeCode: string,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await unassignAttribute(db, attributeSetId, attributeCode);
    return true;
  }
}

@Contract("Catalog", "ProductAttributeGroupRepository", { aggregate: "product", keys: ["*"] })
@Resolver()
export class ProductAttributeGroupRepository {
  @Rest("GET /V1/products/attribute-sets/groups/list", permission)
  @Query(() => AttributeGroupSearchResults, {
    name: "productAttributeGroups",
    description: "Searches the groups of attribute sets by id, set, name, code and sort order.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db, selection }: Context,
  ): Promise<AttributeGroupSearchResults> {
    return searchGroups(db, searchCriteria, selection?.at("items"));
  }

  @Rest("POST /V1/products/attribute-sets/groups", permission)
  @Rest("PUT /V1/products/attribute-sets/:attributeSetId/groups", permission, {
    path: { attributeSetId: "group.attribute_set_id" },
  })
  @Mutation(() => AttributeGroup, {
    name: "saveProductAttributeGroup",
    description: "Creates an attribute group in a set, or updates the group with the given id.",
  })
  async save(
    @Arg("group", () => AttributeGroup, { description: "The group." }) group: AttributeGroup,
    @Ctx() { db, selection }: Context,
  ): Promise<AttributeGroup> {
    const saved = await saveGroup(db, group);
    return selection ? saved : asSent(saved, group);
  }

  @Rest("DELETE /V1/products/attribute-sets/groups/:groupId", permission)
  @Mutation(() => Boolean, {
    name: "deleteProductAttributeGroup",
    description: "Deletes a group without system attributes. Its attributes are removed from the set.",
  })
  async deleteById(
    @Arg("groupId", () => Int, { description: "Id of the group." }) groupId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    await deleteGroup(db, groupId);
    return true;
  }
}

/** Returns a saved group with the fields that were sent, which is all that Magento answers. */
const asSent = ({ attribute_group_id, attribute_set_id }: AttributeGroup, sent: AttributeGroup): AttributeGroup => ({
  ...sent,
  attribute_group_id: attribute_group_id ?? null,
  attribute_set_id: attribute_set_id ?? null,
});

/** Returns an id as a number, or undefined if the text is not one. The contract types some ids as strings. */
const toId = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);
