import { Field, InputType, Int, ObjectType } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";
import { SearchCriteria } from "../../search-criteria/search-criteria.types.js";

const attributeSet = "The attributes that a kind of product has, in groups.";
const attributeGroup = "A group of attributes within a set.";

@ObjectType("AttributeSet", { description: attributeSet })
@InputType("AttributeSetInput", { description: attributeSet })
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

@ObjectType("AttributeSetSearchResults", { description: "Attribute sets that were searched for." })
export class AttributeSetSearchResults {
  @Field(() => [AttributeSet], { description: "The sets of the page, by id where no order was asked for." })
  items!: AttributeSet[];

  @Field(() => SearchCriteria, { description: "The criteria as they were understood." })
  search_criteria!: SearchCriteria;

  @Field(() => Int, { description: "Number of sets on all pages." })
  total_count!: number;
}

@ExtensionAttributes("AttributeGroup")
export class AttributeGroupExtension {
  @Extension(() => String, "Code; made from the name where a new group comes without.")
  attribute_group_code?: string | null;

  @Extension(() => String, "Place among the groups of the set, a whole number.")
  sort_order?: string | null;
}

@ObjectType("AttributeGroup", { description: attributeGroup })
@InputType("AttributeGroupInput", { description: attributeGroup })
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

@ObjectType("AttributeGroupSearchResults", { description: "Attribute groups that were searched for." })
export class AttributeGroupSearchResults {
  @Field(() => [AttributeGroup], {
    description: "The groups of the page, in the set's order if no other was asked for.",
  })
  items!: AttributeGroup[];

  @Field(() => SearchCriteria, { description: "The criteria as they were understood." })
  search_criteria!: SearchCriteria;

  @Field(() => Int, { description: "Number of groups on all pages." })
  total_count!: number;
}
