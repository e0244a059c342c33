import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../api/contract/shape.js";
import { CustomAttribute } from "../catalog/attributes/custom-attribute.types.js";
import { FilterGroup, SortOrder } from "../../api/search-criteria/search-criteria.types.js";

@Shape("CatalogSearchCriteria", "The search criteria of the request, normalized.", {
  input: "Search criteria for the catalog.",
})
export class CatalogSearchCriteria {
  @Field(() => String, {
    nullable: true,
    description: "Type of search: quick_search_container, catalog_view_container or advanced_search_container.",
  })
  request_name?: string | null;

  @Field(() => [FilterGroup], {
    nullable: true,
    description:
      "Filters, all of which must match: search_term, visibility, category_ids, price.from, price.to, attributes.",
  })
  filter_groups?: FilterGroup[] | null;

  @Field(() => [SortOrder], {
    nullable: true,
    description:
      "Sort by relevance, price, name, entity_id, position in the filtered categories, or a sortable attribute; by relevance if absent.",
  })
  sort_orders?: SortOrder[] | null;

  @Field(() => Int, { nullable: true, description: "Products per page; 10,000 by default." })
  page_size?: number | null;

  @Field(() => Int, { nullable: true, description: "Page to return, from 0, as in Magento." })
  current_page?: number | null;
}

@OutputShape("FoundDocument", "A product that matches the search.")
export class FoundDocument {
  @Field(() => Int, { description: "Id of the product." })
  id!: number;

  @Field(() => [CustomAttribute], {
    nullable: true,
    description:
      "One attribute, `score`: the relevance of the product, higher for a better match; 0 without a search term.",
  })
  custom_attributes?: CustomAttribute[] | null;
}

@OutputShape("AggregationValue", "A value of a field, with the number of found products that have it.")
export class AggregationValue {
  @Field(() => String, { description: "The value: an option, a category id, or `from_to` for a price range." })
  value!: string;

  @Field(() => [String], { description: "The value, followed by the number of found products that have it." })
  metrics!: string[];
}

@OutputShape("AggregationBucket", "The values of one field among all found products.")
export class AggregationBucket {
  @Field(() => String, { description: "Code of the field, followed by `_bucket`." })
  name!: string;

  @Field(() => [AggregationValue], { description: "The values; empty if no found product has one." })
  values!: AggregationValue[];
}

@OutputShape("Aggregations", "The filters that narrow the search.")
export class Aggregations {
  @Field(() => [AggregationBucket], {
    description: "One bucket each for the price, the category and every filterable attribute.",
  })
  buckets!: AggregationBucket[];

  @Field(() => [String], { description: "Names of the buckets." })
  bucket_names!: string[];
}

@OutputShape("CatalogSearchResult", "A page of found products.")
export class CatalogSearchResult {
  @Field(() => [FoundDocument], { description: "The products of the page." })
  items!: FoundDocument[];

  @Field(() => Aggregations, { description: "The filters that narrow the search." })
  aggregations!: Aggregations;

  @Field(() => CatalogSearchCriteria, { description: "The search criteria of the request, normalized." })
  search_criteria!: CatalogSearchCriteria;

  @Field(() => Int, { description: "Number of products on all pages." })
  total_count!: number;
}
