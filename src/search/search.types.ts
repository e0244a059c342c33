import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../contract/shape.js";
import { CustomAttribute } from "../catalog/attributes/custom-attribute.types.js";
import { FilterGroup, SortOrder } from "../search-criteria/search-criteria.types.js";

@Shape("CatalogSearchCriteria", "What the catalogue was searched for, as it was understood.", {
  input: "What to search the catalogue for.",
})
export class CatalogSearchCriteria {
  @Field(() => String, {
    nullable: true,
    description: "Kind of search: quick_search_container, catalog_view_container or advanced_search_container.",
  })
  request_name?: string | null;

  @Field(() => [FilterGroup], {
    nullable: true,
    description: "Filters that all must hold: search_term, visibility, category_ids, price.from, price.to, attributes.",
  })
  filter_groups?: FilterGroup[] | null;

  @Field(() => [SortOrder], {
    nullable: true,
    description:
      "Order by relevance, price, name, entity_id, position in the categories of the filter, or an attribute used for sorting; most relevant first if absent.",
  })
  sort_orders?: SortOrder[] | null;

  @Field(() => Int, { nullable: true, description: "Products per page; 10,000 where it is not given." })
  page_size?: number | null;

  @Field(() => Int, { nullable: true, description: "Page to return; the first one is 0 here, as in Magento." })
  current_page?: number | null;
}

@OutputShape("FoundDocument", "A product that was found.")
export class FoundDocument {
  @Field(() => Int, { description: "Id of the product." })
  id!: number;

  @Field(() => [CustomAttribute], {
    nullable: true,
    description: "One attribute, `score`: how well the product matches, the more the better; 0 without a search term.",
  })
  custom_attributes?: CustomAttribute[] | null;
}

@OutputShape("AggregationValue", "A value that found products have.")
export class AggregationValue {
  @Field(() => String, { description: "The value: an option, a category's id, or `from_to` of a range of prices." })
  value!: string;

  @Field(() => [String], { description: "The value again, and the number of found products that have it." })
  metrics!: string[];
}

@OutputShape("AggregationBucket", "The values of one field among all found products.")
export class AggregationBucket {
  @Field(() => String, { description: "Code of the field, followed by `_bucket`." })
  name!: string;

  @Field(() => [AggregationValue], { description: "The values; none where no found product has any." })
  values!: AggregationValue[];
}

@OutputShape("Aggregations", "What found products can be narrowed down by.")
export class Aggregations {
  @Field(() => [AggregationBucket], { description: "Price, category and each filterable attribute." })
  buckets!: AggregationBucket[];

  @Field(() => [String], { description: "Names of the buckets." })
  bucket_names!: string[];
}

@OutputShape("CatalogSearchResult", "A page of what a search found.")
export class CatalogSearchResult {
  @Field(() => [FoundDocument], { description: "The products of the page." })
  items!: FoundDocument[];

  @Field(() => Aggregations, { description: "What all found products can be narrowed down by." })
  aggregations!: Aggregations;

  @Field(() => CatalogSearchCriteria, { description: "The criteria as they were understood." })
  search_criteria!: CatalogSearchCriteria;

  @Field(() => Int, { description: "Number of products on all pages." })
  total_count!: number;
}
