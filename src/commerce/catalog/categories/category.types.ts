import { Field, Int } from "type-graphql";
import { ReadOnly, RequiredInput } from "../../../api/contract/request-fields.js";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { CustomAttribute } from "../attributes/custom-attribute.types.js";

@Shape("Category", "A category, with the values of one store view.", {
  input: "A category; absent fields stay unchanged.",
  always: ["id", "parent_id", "position", "level", "path", "children", "created_at", "updated_at", "include_in_menu"],
})
export class Category {
  @Field(() => Int, { nullable: true, description: "Id; omit or send 0 to create a category." })
  id?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Id of the parent category, 0 for none; used on creation only, defaults to the root category of the store.",
  })
  parent_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name in the store view." })
  name?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the storefront shows it; required on creation." })
  is_active?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: "Position among its siblings, from 1; new categories are last by default.",
  })
  position?: number | null;

  @ReadOnly(() => Int, "Number of ancestors.")
  level?: number | null;

  @ReadOnly(() => String, "Comma-separated ids of the active child categories.")
  children?: string | null;

  @ReadOnly(() => String, "Creation time in UTC.")
  created_at?: string | null;

  @ReadOnly(() => String, "Time of the last change in UTC.")
  updated_at?: string | null;

  @ReadOnly(() => String, "Slash-separated ids from the root to the category.")
  path?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: "Sort orders that the category offers; empty uses the configured ones.",
  })
  available_sort_by?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the navigation menu includes it; true for new categories by default.",
  })
  include_in_menu?: boolean | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Values of all other attributes." })
  custom_attributes?: CustomAttribute[] | null;
}

export const CategorySearchResults = SearchResults(Category);
export type CategorySearchResults = SearchResults<Category>;

@OutputShape("CategoryTree", "A category with its descendants.", { always: ["id"] })
export class CategoryTree {
  @Field(() => Int, { nullable: true, description: "Id." })
  id!: number;

  @Field(() => Int, { description: "Id of the parent category; 0 for the root." })
  parent_id!: number;

  @Field(() => String, { description: "Name in the store view." })
  name!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the storefront shows it in the store view; null for the root.",
  })
  is_active?: boolean | null;

  @Field(() => Int, { description: "Position among its siblings." })
  position!: number;

  @Field(() => Int, { description: "Number of ancestors." })
  level!: number;

  @Field(() => Int, {
    description:
      "Number of products in the category. An anchor category includes the products of its descendants, each counted once. With a store code, only products of that store's website are counted.",
  })
  product_count!: number;

  @Field(() => [CategoryTree], { description: "The child categories, by position." })
  children_data!: CategoryTree[];
}

@Shape("CategoryProductLink", "The assignment of a product to a category.", { mayLack: [] })
export class CategoryProductLink {
  @RequiredInput()
  @Field(() => String, { nullable: true, description: "SKU of the product, case-insensitive." })
  sku?: string | null;

  @Field(() => Int, { nullable: true, description: "Position in the category; 0 by default." })
  position?: number | null;

  @Field(() => String, { nullable: true, description: "Id of the category." })
  category_id?: string | null;
}
