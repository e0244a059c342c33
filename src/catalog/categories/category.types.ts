import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";
import { CustomAttribute } from "../attributes/custom-attribute.types.js";

@Shape("Category", "A category, with the values of one store view.", {
  input: "A category; what is absent stays as it is.",
})
export class Category {
  @Field(() => Int, { nullable: true, description: "Id; absent or 0 to create a category." })
  id?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of the category above, 0 for none; taken when it is created, the root of the store if left out.",
  })
  parent_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name in the store view." })
  name?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether shoppers see it; needed to create a category." })
  is_active?: boolean | null;

  @Field(() => Int, { nullable: true, description: "Place among its siblings, from 1; last if left out at first." })
  position?: number | null;

  @Field(() => Int, { nullable: true, description: "Categories above it; read only." })
  level?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Ids of the active categories right below, with commas between; read only.",
  })
  children?: string | null;

  @Field(() => String, { nullable: true, description: "When it was created, in UTC; read only." })
  created_at?: string | null;

  @Field(() => String, { nullable: true, description: "When it was last changed, in UTC; read only." })
  updated_at?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Ids from the root down to the category itself, with slashes between; read only.",
  })
  path?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: "Codes that its products can be sorted by; empty: those of the settings.",
  })
  available_sort_by?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the menu shows it; true if left out at first." })
  include_in_menu?: boolean | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Values of all other attributes." })
  custom_attributes?: CustomAttribute[] | null;
}

export const CategorySearchResults = SearchResults(Category);
export type CategorySearchResults = SearchResults<Category>;

@OutputShape("CategoryTree", "A category with those below it.")
export class CategoryTree {
  @Field(() => Int, { nullable: true, description: "Id." })
  id!: number;

  @Field(() => Int, { description: "Id of the category above; 0 for the root." })
  parent_id!: number;

  @Field(() => String, { description: "Name in the store view." })
  name!: string;

  @Field(() => Boolean, { description: "Whether shoppers see it in the store view." })
  is_active!: boolean;

  @Field(() => Int, { description: "Place among its siblings." })
  position!: number;

  @Field(() => Int, { description: "Categories above it." })
  level!: number;

  @Field(() => Int, {
    description: "Products in it, of an anchor those below too, each once; under a store code those its website sells.",
  })
  product_count!: number;

  @Field(() => [CategoryTree], { description: "The categories right below, by position." })
  children_data!: CategoryTree[];
}

@Shape("CategoryProductLink", "The place of a product in a category.")
export class CategoryProductLink {
  @Field(() => String, { nullable: true, description: "SKU of the product, in any case." })
  sku?: string | null;

  @Field(() => Int, { nullable: true, description: "Place of the product in the category; 0 if left out." })
  position?: number | null;

  @Field(() => String, { nullable: true, description: "Id of the category." })
  category_id?: string | null;
}
