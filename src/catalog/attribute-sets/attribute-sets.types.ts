import { Field, Int } from "type-graphql";
import { Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";

@Shape("AttributeSet", "The attributes that a kind of product has, in groups.")
export class AttributeSet {
  @Field(() => Int, { nullable: true, description: "Id." })
  attribute_set_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name, unique among the sets of its entity type." })
  attribute_set_name?: string | null;

  @Field(() => Int, { nullable: true, description: "Place among the sets." })
  sort_order?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of what the set is for: 3 categories, 4 products." })
  entity_type_id?: number | null;
}

export const AttributeSetSearchResults = SearchResults(AttributeSet);
export type AttributeSetSearchResults = SearchResults<AttributeSet>;

@ExtensionAttributes("AttributeGroup")
export class AttributeGroupExtension {
  @Extension(() => String, "Code; made from the name where a new group comes without.")
  attribute_group_code?: string | null;

  @Extension(() => String, "Place among the groups of the set, a whole number.")
  sort_order?: string | null;
}

@Shape("AttributeGroup", "A group of attributes within a set.")
export class AttributeGroup {
  @Field(() => String, { nullable: true, description: "Id." })
  attribute_group_id?: string | null;

  @Field(() => String, { nullable: true, description: "Name, unique in the set." })
  attribute_group_name?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the set." })
  attribute_set_id?: number | null;

  @Field(() => AttributeGroupExtension, { nullable: true, description: "Code and place." })
  extension_attributes?: AttributeGroupExtension | null;
}

export const AttributeGroupSearchResults = SearchResults(AttributeGroup);
export type AttributeGroupSearchResults = SearchResults<AttributeGroup>;
