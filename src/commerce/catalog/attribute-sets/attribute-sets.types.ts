import { Field, Int } from "type-graphql";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";

@Shape("AttributeSet", "A set of attributes, organized in groups. Each product has one attribute set.", {
  always: ["attribute_set_id", "attribute_set_name"],
  lacksInRest: true,
})
export class AttributeSet {
  @Field(() => Int, { nullable: true, description: "Id." })
  attribute_set_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name, unique among the sets of its entity type." })
  attribute_set_name?: string | null;

  @Field(() => Int, { nullable: true, description: "Sort order among the sets." })
  sort_order?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the entity type: 3 for categories, 4 for products." })
  entity_type_id?: number | null;
}

export const AttributeSetSearchResults = SearchResults(AttributeSet);
export type AttributeSetSearchResults = SearchResults<AttributeSet>;

@ExtensionAttributes("AttributeGroup")
export class AttributeGroupExtension {
  @Extension(() => String, "Code; derived from the name if omitted on creation.")
  attribute_group_code?: string | null;

  @Extension(() => String, "Sort order among the groups of the set, an integer.")
  sort_order?: string | null;
}

@Shape("AttributeGroup", "A group of attributes in an attribute set.", { always: ["attribute_group_id"] })
export class AttributeGroup {
  @Field(() => String, { nullable: true, description: "Id." })
  attribute_group_id?: string | null;

  @Field(() => String, { nullable: true, description: "Name, unique within the set." })
  attribute_group_name?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the set." })
  attribute_set_id?: number | null;

  @Field(() => AttributeGroupExtension, { nullable: true, description: "Code and sort order." })
  extension_attributes?: AttributeGroupExtension | null;
}

export const AttributeGroupSearchResults = SearchResults(AttributeGroup);
export type AttributeGroupSearchResults = SearchResults<AttributeGroup>;
